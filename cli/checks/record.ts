/** The log, and the policies that people write: what doctor has to say of them. */
import { access, constants, lstat, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Check, Hit } from "../doctor/finding.ts";
import { logPlaces } from "../log/places.ts";
import { readFailures, readLog } from "../log/read.ts";
import { percentile } from "../log/stats.ts";
import { POLICY, projectPolicies, stateFolder } from "../policy/places.ts";
import { readPolicy } from "../policy/policy.ts";
import { isFloor } from "../run/denial.ts";
import { positionOf } from "../settings/document.ts";

/** A failure older than this was seen or mended. */
const RECENT_MS = 14 * 86_400_000;
/** Answers that the latency is judged by, and the least that says something. */
const NEWEST = 200;
const FEWEST = 20;
/** Milliseconds that half of the answers must come within: a person does not notice them. */
const BUDGET_MS = 60;

export const logFails: Check = {
  id: "log-cannot-be-written",
  severity: "warning",
  title: "verdicts are not logged",
  means:
    "The guards answer as ever, and what they refuse is on no record: `hooks allow` cannot know it either.",
  mend: "Make the log writable for you, or make room on its disk.",
  find: async ({ context: { home, env } }) => {
    const { file, folder } = logPlaces(home);
    const hits: Hit[] = [];
    const facts = await lstat(file).catch(() => undefined);
    if (facts !== undefined && !facts.isFile())
      hits.push({
        file,
        says: "There is something in the place of the log that is no plain file.",
        fix: `Move ${file} away.`,
      });
    else if (facts !== undefined && !(await isWritable(file)))
      hits.push({ file, says: "You may not write it.", fix: `chmod u+w '${file}'` });
    const holds = await firstThere(folder);
    if (facts === undefined && holds !== undefined && !(await isWritable(holds)))
      hits.push({ file: holds, says: "No log can be made below it.", fix: `chmod u+w '${holds}'` });
    const recent = (await readFailures(home, env)).filter(
      ({ at }) => Date.now() - Date.parse(at) < RECENT_MS,
    );
    const last = recent.at(-1);
    if (last !== undefined) {
      const says = `${recent.length} ${recent.length === 1 ? "verdict was" : "verdicts were"} not logged, the last at ${last.at.slice(0, 16)}: ${last.says}.`;
      hits.push({ file: last.from, says, fix: `Mend that, then remove ${last.from}.` });
    }
    return hits;
  },
};

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** A folder, or the first above it that is there. */
async function firstThere(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== "/"; at = dirname(at)) {
    const facts = await stat(at).catch(() => undefined);
    if (facts !== undefined) return at;
  }
  return undefined;
}

export const slow: Check = {
  id: "latency-above-budget",
  severity: "warning",
  title: "answers take longer than they should",
  means: "Every call that a guard has something to say to waits that long.",
  mend: "See `hooks stats` for the trend and `hooks bench` for what it is made of.",
  find: async ({ context: { home } }) => {
    const times = (await readLog(home)).slice(-NEWEST).map(({ ms }) => ms);
    const median = percentile(times, 0.5);
    if (times.length < FEWEST || median <= BUDGET_MS) return [];
    const says = `Half of the last ${times.length} answers took more than ${median.toFixed(0)} ms; the budget is ${BUDGET_MS} ms.`;
    return [{ file: logPlaces(home).file, says, fix: "hooks stats" }];
  },
};

export const policyFaulty: Check = {
  id: "policy-faulty",
  severity: "error",
  title: "a policy file with a fault in it",
  means: "Nothing that it lifts is in force; what it tightens is, as far as it can be read.",
  mend: "Correct what is named; a project's policy may tighten and never lift.",
  find: async ({ context: { home, cwd } }) => {
    const hits: Hit[] = [];
    const files = [
      { file: `${stateFolder(home)}/${POLICY}`, whose: "user" as const },
      ...projectPolicies(cwd, home).map((file) => ({ file, whose: "project" as const })),
    ];
    for (const { file, whose } of files) {
      const text = await readFile(file, "utf8").catch(() => undefined);
      if (text === undefined) continue;
      const { faults, rules } = readPolicy(text, whose);
      for (const fault of faults)
        hits.push({
          file,
          line: 1,
          column: 1,
          says: `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`,
          fix: `Correct ${file}.`,
        });
      for (const { rule, verdict, expires } of rules) {
        const at = positionOf(text, Math.max(0, text.indexOf(`"${rule}"`)));
        if (verdict === "allow" && isFloor(rule))
          hits.push({
            file,
            ...at,
            says: `${rule} is never let pass, whatever a policy says.`,
            fix: `Take the rule for ${rule} out.`,
          });
        else if (expires !== undefined && expires <= Date.now())
          hits.push({
            file,
            ...at,
            severity: "note",
            says: `The rule for ${rule} ended on ${new Date(expires).toISOString().slice(0, 10)}.`,
            fix: `Take the rule for ${rule} out.`,
          });
      }
    }
    return hits;
  },
};
