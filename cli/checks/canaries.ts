/** What came of the canaries that were sent through every entry of ours. */
import { noise, refusalFault, type Surroundings, type Trial, trials } from "../doctor/canary.ts";
import type { Check, Hit } from "../doctor/finding.ts";
import type { Survey } from "../doctor/survey.ts";
import { register, registerLine } from "./matchers.ts";

const made = new WeakMap<Survey, Promise<readonly Trial[]>>();

/** Run once for all checks of one examination. */
function trialsOf(survey: Survey): Promise<readonly Trial[]> {
  const known = made.get(survey) ?? trials(survey);
  made.set(survey, known);
  return known;
}

function hit({ file, entry }: Trial, says: string): Hit {
  const one = entry === undefined ? undefined : { file, entry };
  const names = file.generated ?? [];
  return {
    file: file.path,
    ...(entry?.at ?? { line: 1, column: 1 }),
    harness: file.harness,
    says,
    fix:
      one === undefined ? `hooks install ${names.join(" ")} --harness ${file.harness.id}` : registerLine(one),
    repair: one && register(one),
  };
}

/** Whether the entry could be started and came to an end in this way of starting it. */
function isDead({ ran, harmless }: Trial): boolean {
  return [ran, harmless].some(
    ({ unstarted, exitCode }) => unstarted !== undefined || exitCode === 126 || exitCode === 127,
  );
}

function isLate({ ran, harmless, limitMs }: Trial): boolean {
  return [ran, harmless].some(
    ({ exitCode, unstarted, ms }) => unstarted === undefined && (exitCode === undefined || ms > limitMs),
  );
}

/** What is wrong with the answers themselves. */
function fault(trial: Trial): string | undefined {
  const { ran, harmless, canary, isTaken } = trial;
  if (isTaken) return "a file of the project ran inside it";
  if (canary !== undefined) {
    const wrong = refusalFault(trial);
    if (wrong !== undefined) {
      const text = ran.stderr.trim().slice(0, 120);
      return `\`${canary}\` must be refused, and ${wrong}${text === "" ? "" : ` (${text})`}`;
    }
  }
  if (harmless.exitCode === 0 && harmless.stdout.trim() === "") return undefined;
  const said = (harmless.stdout.trim() || harmless.stderr.trim()).slice(0, 120);
  return `\`true\` must pass, and it ended with ${harmless.exitCode} and said ${JSON.stringify(said)}`;
}

async function faults(survey: Survey, surroundings: Surroundings): Promise<readonly Hit[]> {
  const all = await trialsOf(survey);
  return all.flatMap((trial): readonly Hit[] => {
    if (trial.surroundings !== surroundings || isDead(trial) || isLate(trial)) return [];
    // What fails in the usual surroundings already is told once.
    if (
      surroundings !== "usual" &&
      all.some(
        (other) => isSameEntry(other, trial) && fault(other) !== undefined && other.surroundings === "usual",
      )
    )
      return [];
    if (noise(trial) !== undefined || noise({ ran: trial.harmless }) !== undefined) return [];
    const wrong = fault(trial);
    return wrong === undefined ? [] : [hit(trial, `${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}.`)];
  });
}

function isSameEntry(one: Trial, other: Trial): boolean {
  return one.file === other.file && one.entry === other.entry;
}

export const canaryDead: Check = {
  id: "canary-does-not-run",
  severity: "error",
  title: "an entry of ours that cannot be started",
  means: "The harness cannot start it either: the calls pass, or every call is refused.",
  mend: "Install again; where the program is there, see whether its disk is mounted noexec.",
  find: async (survey) => {
    const hits: Hit[] = [];
    const told = new Set<unknown>();
    for (const trial of await trialsOf(survey)) {
      if (!isDead(trial) || told.has(trial.entry ?? trial.file)) continue;
      told.add(trial.entry ?? trial.file);
      const { ran, surroundings } = trial;
      const says = `Started as ${trial.file.harness.label} starts it (${surroundings}), it ended with ${ran.exitCode ?? "no code"}: ${(ran.unstarted ?? ran.stderr.trim()).slice(0, 160)}.`;
      hits.push(hit(trial, says));
    }
    return hits;
  },
};

export const canaryVerdict: Check = {
  id: "canary-wrong-verdict",
  severity: "error",
  title: "an entry of ours that answers wrongly",
  means: "The guard runs and does not guard, or it refuses what it should let pass.",
  mend: "Install again; if it stays, run `hooks explain` on the command that is named.",
  find: (survey) => faults(survey, "usual"),
};

export const canaryEmpty: Check = {
  id: "canary-empty-environment",
  severity: "error",
  title: "an entry of ours that needs variables of your shell",
  means: "A harness that is started from the desktop or by a service has few of them: there the guard fails.",
  mend: "Write the entry anew with `hooks install`, which names everything by its whole path.",
  find: (survey) => faults(survey, "empty environment"),
};

export const canaryHostile: Check = {
  id: "canary-hostile-project",
  severity: "error",
  title: "an entry of ours that a project can take over",
  means: "Files or variables of the project that a session is started in change what the guard answers.",
  mend: "Write the entry anew with `hooks install`, which switches the variables off that do it.",
  find: (survey) => faults(survey, "hostile project"),
};

export const canaryNoise: Check = {
  id: "canary-noise",
  severity: "error",
  title: "text around the answer of an entry of ours",
  means: "Gemini CLI, Qwen Code and Cline lose the answer then: a refusal becomes a call that runs.",
  mend: "Keep the profiles of your shell silent when they are read without a terminal.",
  find: async (survey) => {
    const hits: Hit[] = [];
    const told = new Set<unknown>();
    for (const trial of await trialsOf(survey)) {
      const text = noise(trial) ?? noise({ ran: trial.harmless });
      if (isDead(trial) || text === undefined || told.has(trial.entry ?? trial.file)) continue;
      told.add(trial.entry ?? trial.file);
      const says = `Its output holds ${JSON.stringify(text.slice(0, 100))} (${trial.surroundings}).`;
      const shell =
        trial.file.harness.id === "gemini-cli" || trial.file.harness.id === "qwen-code"
          ? "~/.bashrc"
          : "your shell's start files";
      hits.push({
        ...hit(trial, says),
        fix: `Write \`[ -t 1 ] || return\` at the top of ${shell}.`,
        repair: undefined,
      });
    }
    return hits;
  },
};

export const canarySlow: Check = {
  id: "canary-late",
  severity: "error",
  title: "an entry of ours that does not answer in time",
  means: "The harness ends it and lets the call pass.",
  mend: "See what keeps the machine busy, or whether the program's disk is slow; install again.",
  find: async (survey) => {
    const hits: Hit[] = [];
    for (const trial of await trialsOf(survey)) {
      const { ran, harmless, limitMs } = trial;
      const ms = Math.round(Math.max(ran.ms, harmless.ms));
      const isClose = !isDead(trial) && !isLate(trial) && ms > limitMs / 2;
      if (isDead(trial) || !(isLate(trial) || isClose)) continue;
      const says = `It took ${ms} ms (${trial.surroundings}), and the harness waits ${limitMs} ms.`;
      hits.push({ ...hit(trial, says), severity: isClose ? "warning" : "error" });
    }
    return hits;
  },
};
