/** `bun scripts/doctor-docs.ts`: writes docs/doctor.md from the checks and the incidents. `--check`: only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checks } from "../cli/doctor/checks.ts";
import { incidents } from "./incidents.ts";

const path = join(import.meta.dir, "../docs/doctor.md");

export function doctorDocs(): string {
  const answers = incidents.map(({ id, report, what, answer }) => {
    const [repository = "", number = ""] = report.split("#");
    const link = `[${report}](https://github.com/${repository}/issues/${number})`;
    const text =
      answer.kind === "found"
        ? `found by ${answer.checks.map((check) => `\`${check}\``).join(", ")}`
        : answer.kind === "prevented"
          ? `prevented: ${answer.by} (\`${answer.test}\`)`
          : `out of reach: ${answer.why}`;
    return `| ${id} | ${link} | ${what} | ${text} |`;
  });
  return `# hooks doctor

Finds what keeps a guard from running: over every harness that is found, in every scope that it merges (user, project,
local, managed, plugins). It reads; \`--fix\` mends what can be mended without taking anything of others away, through the
same planner as \`hooks install\`. \`--json\` prints one document.

| exit code | |
|---|---|
| 0 | nothing to mend |
| 1 | findings |
| 2 | something could not be checked, so nobody can promise that all is well |

Our own entries are tried out: a canary, a command that the guard must refuse, goes through each as the harness would send
it, in its shell and with its payload; then again without any variable, and in a project whose files would take a careless
program over. Entries of others are read and never run.

## Checks

| id | | what is wrong | what it means | how it is mended |
|---|---|---|---|---|
${checks.map(({ id, severity, title, means, mend }) => `| \`${id}\` | ${severity} | ${title} | ${means} | ${mend} |`).join("\n")}

## Incidents

What went wrong with hooks elsewhere, and what stands against it here.

| | report | what happened | |
|---|---|---|---|
${answers.join("\n")}
`;
}

if (import.meta.main) {
  const text = doctorDocs();
  if (process.argv.includes("--check")) process.exit(readFileSync(path, "utf8") === text ? 0 : 1);
  writeFileSync(path, text);
  console.log("docs/doctor.md is new");
}
