/** Hooks that stand in each other's way. */
import type { Check, Hit } from "../doctor/finding.ts";
import { stepsOf, textBehind } from "../doctor/programs.ts";
import type { Registered, Survey } from "../doctor/survey.ts";
import { hooksOf, isAboutTools, isBeforeTools, overlap, watchedShells } from "../doctor/watching.ts";

/** Words of the replies by which a hook changes a call. */
const REWRITES = /\bupdatedInput\b|\bmodifiedArgs\b|\boverrideInput\b|\bupdated_input\b/;
const GEMINI_REWRITES = /hookSpecificOutput[\s\S]{0,200}\btool_input\b/;
/** Replies that let a call pass without the user's question. */
const APPROVES =
  /["']?permissionDecision\\?["']?\s*[:=]\s*\\?["']allow|["']?decision\\?["']?\s*[:=]\s*\\?["'](?:approve|allow)\b|["']?permission\\?["']?\s*[:=]\s*\\?["']allow/;
/** Commands that bring code from elsewhere. */
const FETCHES =
  /\b(?:uvx?\s+(?:pip|tool)\s+(?:install|upgrade)|pip3?\s+install|npm\s+(?:i|install|update)\b|npx\s+(?:-y|--yes)|bunx\s|pnpm\s+dlx|yarn\s+dlx|brew\s+(?:install|upgrade)|cargo\s+install|go\s+install|(?:curl|wget)\b[^|;&\n]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b)/;

async function rewriters(survey: Survey): Promise<readonly Registered[]> {
  const found = survey.ours.filter((one) => hooksOf(one, survey).some(({ rewritesInput }) => rewritesInput));
  for (const one of survey.foreign) {
    if (!isBeforeTools(one.file.harness, one.entry.event)) continue;
    const text = await textBehind(one.entry, survey.context.cwd);
    if (REWRITES.test(text) || GEMINI_REWRITES.test(text)) found.push(one);
  }
  return found;
}

const shown = ({ entry }: Registered): string => JSON.stringify(entry.command.slice(0, 80));

export const twoRewriters: Check = {
  id: "two-rewriters",
  severity: "error",
  title: "two hooks that rewrite the same call",
  means:
    "Only one of the two rewrites is carried out, and which one is a matter of timing: a delete may go past the trash.",
  mend: "Take one of the two out, or narrow its matcher so that they see different tools.",
  find: async (survey) => {
    const hits: Hit[] = [];
    const found = await rewriters(survey);
    for (const [index, one] of found.entries()) {
      for (const other of found.slice(index + 1)) {
        if (one.file.harness !== other.file.harness || !overlap(one, other)) continue;
        const bothOurs = one.entry.own !== undefined && other.entry.own !== undefined;
        // The same hook twice is another check's.
        if (bothOurs && sharesHook(one, other)) continue;
        hits.push({
          file: other.file.path,
          ...other.entry.at,
          harness: other.file.harness,
          says: `${shown(other)} and ${shown(one)} (${one.file.path}:${one.entry.at.line}) both rewrite what ${watchedShells(one).join(", ")} runs.`,
          fix: `Take one of the two entries out, or give them matchers without a common tool.`,
        });
      }
    }
    return hits;
  },
};

function sharesHook(one: Registered, other: Registered): boolean {
  return one.entry.own?.names.some((name) => other.entry.own?.names.includes(name) === true) === true;
}

export const foreignApproves: Check = {
  id: "foreign-approves",
  severity: "warning",
  title: "a hook of others that approves calls by itself",
  means:
    "What it approves is not asked about, and in Droid and Qwen Code its approval can undo the refusal of a guard.",
  mend: "Read what it approves; take it out where that is more than you want.",
  find: async ({ foreign, context }) => {
    const hits: Hit[] = [];
    for (const one of foreign) {
      const { file, entry } = one;
      if (!isAboutTools(file.harness, entry.event) && !/permission/i.test(entry.event)) continue;
      if (!APPROVES.test(await textBehind(entry, context.cwd))) continue;
      const undoes = file.harness.id === "droid" || file.harness.id === "qwen-code";
      hits.push({
        file: file.path,
        ...entry.at,
        harness: file.harness,
        severity: undoes ? "error" : "warning",
        says: `${shown(one)} can answer "allow" to ${entry.matcher ?? "every tool"}.`,
        fix: `Read it, and take the entry at ${file.path}:${entry.at.line} out if it approves too much.`,
      });
    }
    return hits;
  },
};

export const foreignFetches: Check = {
  id: "foreign-fetches",
  severity: "warning",
  title: "a hook of others that fetches code when it runs",
  means: "What runs in your session is whatever the other side serves at that moment.",
  mend: "Install a fixed version once and register that.",
  find: async ({ foreign, context }) => {
    const hits: Hit[] = [];
    for (const one of foreign) {
      const { file, entry } = one;
      const [what] = FETCHES.exec(await textBehind(entry, context.cwd)) ?? [];
      if (what === undefined) continue;
      hits.push({
        file: file.path,
        ...entry.at,
        harness: file.harness,
        says: `${shown(one)} runs \`${what.trim().slice(0, 60)}\`.`,
        fix: `Install that program once, at a version of your choice, and register it in the place of ${file.path}:${entry.at.line}.`,
      });
    }
    return hits;
  },
};

/** Programs that guards written as shell scripts lean on, and that a desktop's search path may lack. */
export const foreignLeans: Check = {
  id: "foreign-needs-program",
  severity: "warning",
  title: "a hook script of others that needs a program which is not there",
  means: "Without it the script ends early and the call passes: a guard that cannot guard.",
  mend: "Install the program, or take the hook out.",
  find: async ({ foreign, context }) => {
    const hits: Hit[] = [];
    for (const one of foreign) {
      const { file, entry } = one;
      const steps = stepsOf(entry);
      const text = await textBehind(entry, context.cwd);
      for (const program of ["jq", "python3", "node", "bun"]) {
        const uses = new RegExp(`(?:^|[|;&(\\s\`])${program}\\s`, "m").test(text);
        // What the entry itself starts is another check's.
        if (!uses || steps.some((step) => step.program === program)) continue;
        if (Bun.which(program, { PATH: context.env.PATH ?? "" }) !== null) continue;
        hits.push({
          file: file.path,
          ...entry.at,
          harness: file.harness,
          says: `${shown(one)} uses ${program}, which is on no folder of PATH.`,
          fix: `Install ${program}, or take the entry out.`,
        });
      }
    }
    return hits;
  },
};
