/** Matchers: what an entry is called for. */
import type { Check, Hit, Repair } from "../doctor/finding.ts";
import type { Registered, Survey } from "../doctor/survey.ts";
import {
  fitsNoTool,
  hooksOf,
  isAboutTools,
  shellTools,
  wantsShell,
  watchedShells,
} from "../doctor/watching.ts";

/** Writing our entry anew; undefined for files that we never write. */
export function register({ file, entry }: Registered): Repair | undefined {
  const { harness, scope } = file;
  if (scope === "managed" || scope === "plugin" || entry.own === undefined) return undefined;
  return { kind: "register", harness, scope, names: entry.own.names };
}

/** The command line that does the same by hand. */
export function registerLine({ file, entry }: Registered): string {
  const { harness, scope } = file;
  const scopeWords = scope === "user" ? "" : ` --scope ${scope}`;
  return `hooks install ${(entry.own?.names ?? []).join(" ")} --harness ${harness.id}${scopeWords}`;
}

export const matchesNothing: Check = {
  id: "matcher-fits-no-tool",
  severity: "warning",
  title: "a matcher that fits no tool",
  means: "The entry is never called: matchers are names or patterns of tools, not permission rules.",
  mend: "Write the name of the tool, such as Bash, alone.",
  find: ({ ours, foreign }) =>
    [...ours, ...foreign].flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      if (!isAboutTools(file.harness, entry.event) || !fitsNoTool(one)) return [];
      const says = `The matcher ${JSON.stringify(entry.matcher)} fits no tool of ${file.harness.label}.`;
      const [shell = "Bash"] = shellTools(file.harness);
      const isOurs = entry.own !== undefined;
      return [
        {
          file: file.path,
          ...entry.matcherAt,
          harness: file.harness,
          says,
          fix: isOurs ? registerLine(one) : `Write the tool's name, such as "${shell}".`,
          severity: isOurs ? "error" : "warning",
          repair: register(one),
        },
      ];
    }),
};

export const missesShell: Check = {
  id: "matcher-misses-shell",
  severity: "error",
  title: "a guard that does not see every shell tool",
  means:
    "The harness runs commands through a tool that this entry is not called for: those commands are not judged.",
  mend: "Write the entry anew with `hooks install`, which names every shell tool of the harness.",
  find: (survey) =>
    survey.ours.flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      if (!wantsShell(one, survey) || fitsNoTool(one)) return [];
      const missed = shellTools(file.harness).filter((tool) => !watchedShells(one).includes(tool));
      if (missed.length === 0) return [];
      return [
        {
          file: file.path,
          ...entry.matcherAt,
          harness: file.harness,
          says: `${JSON.stringify(entry.matcher)} leaves out ${missed.join(" and ")}.`,
          fix: registerLine(one),
          repair: register(one),
        },
      ];
    }),
};

export const foreignMissesShell: Check = {
  id: "foreign-matcher-misses-shell",
  severity: "warning",
  title: "a hook of others that sees some of the shell tools only",
  means: "Should it be a guard, commands reach the shell past it.",
  mend: "Name every shell tool of the harness in its matcher.",
  find: ({ foreign }) =>
    foreign.flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      const tools = shellTools(file.harness);
      const seen = watchedShells(one);
      if (!isAboutTools(file.harness, entry.event) || seen.length === 0 || seen.length === tools.length)
        return [];
      const says = `${JSON.stringify(entry.matcher)} sees ${seen.join(", ")} and not ${tools.filter((tool) => !seen.includes(tool)).join(", ")}.`;
      return [
        {
          file: file.path,
          ...entry.matcherAt,
          harness: file.harness,
          says,
          fix: `Write "${tools.join("|")}".`,
        },
      ];
    }),
};

/** An entry under an event at which none of its hooks watches: registered, and silent for ever. */
export const wrongEvent: Check = {
  id: "hook-at-wrong-event",
  severity: "error",
  title: "a hook of ours at an event that it does not watch",
  means:
    "The harness calls it there, and it has nothing to say: what it should guard is not guarded by this entry.",
  mend: "Write the entry anew with `hooks install`.",
  find: (survey: Survey) =>
    survey.ours.flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      const wrong = hooksOf(one, survey).filter(
        ({ events, matcher }) =>
          !events.some((event) => file.harness.slots(event, matcher).some(({ key }) => key === entry.event)),
      );
      if (wrong.length === 0) return [];
      const names = wrong.map(({ name }) => name).join(", ");
      const says = `${names} does not watch ${entry.event}.`;
      return [
        {
          file: file.path,
          ...entry.at,
          harness: file.harness,
          says,
          fix: registerLine(one),
          repair: register(one),
        },
      ];
    }),
};
