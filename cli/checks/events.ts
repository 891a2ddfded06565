/** Event names and the layout below them. */
import { claudeCode, type Harness, harnesses } from "@hasna/hooks-harness";
import type { Check, Hit } from "../doctor/finding.ts";

/** Every event name that some harness has, in its spelling. */
function everyEvent(): ReadonlySet<string> {
  return new Set(harnesses.flatMap((harness) => Object.values(harness.events)));
}

/** Whether the harness itself has the event, watched by hooks of ours or not. */
function knows(harness: Harness, name: string): boolean {
  if (Object.values(harness.events).includes(name)) return true;
  if (harness.slots("PreToolUse", "").some(({ key }) => key === name)) return true;
  if (harness.id === "windsurf") return /^(?:pre|post)_[a-z_]+$/.test(name);
  // Copilot has each event under two spellings, with a payload of its own for either.
  if (harness.id === "copilot-cli" || harness.id === "vs-code") {
    const pascal = name.charAt(0).toUpperCase() + name.slice(1);
    return Object.values(harness.events).includes(pascal) || isDecoded(harness, pascal);
  }
  return isDecoded(harness, name);
}

function isDecoded(harness: Harness, name: string): boolean {
  const decoded = harness.decode({ hook_event_name: name, cwd: "/", tool_name: "x", tool_input: {} }, {});
  return decoded.kind !== "problem" || !decoded.problem.includes("is unknown");
}

const plainName = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

export const eventCase: Check = {
  id: "event-spelling",
  severity: "error",
  title: "an event name in the wrong spelling",
  means: "The harness knows no event by that spelling, so what is registered under it never runs.",
  mend: "Write the event as the harness spells it.",
  find: ({ files }) =>
    files.flatMap(({ path, harness, hooks }) =>
      hooks.events.flatMap(({ name, at }): readonly Hit[] => {
        if (knows(harness, name)) return [];
        const right = Object.values(harness.events).find((event) => plainName(event) === plainName(name));
        if (right === undefined) return [];
        const says = `${harness.label} has no event "${name}"; it is spelled "${right}".`;
        return [{ file: path, ...at, harness, says, fix: `Write "${right}" in the place of "${name}".` }];
      }),
    ),
};

export const eventUnknown: Check = {
  id: "event-unknown",
  severity: "warning",
  title: "an event that the harness does not have",
  means: "What is registered under it never runs in this harness; some versions drop the whole file for it.",
  mend: "Take the name that the harness has for it, or take the entry out.",
  find: ({ files }) =>
    files.flatMap(({ path, harness, hooks }) =>
      hooks.events.flatMap(({ name, at }): readonly Hit[] => {
        const isSpelling = Object.values(harness.events).some(
          (event) => plainName(event) === plainName(name),
        );
        if (knows(harness, name) || isSpelling) return [];
        const isOthers = everyEvent().has(name) || knows(claudeCode, name);
        const whose = isOthers ? "; it is another harness's" : "";
        const own = Object.values(harness.events).join(", ");
        return [
          {
            file: path,
            ...at,
            harness,
            says: `${harness.label} has no event "${name}"${whose}.`,
            fix: `Take one of ${own} in its place, or take the entry out.`,
          },
        ];
      }),
    ),
};

export const withoutList: Check = {
  id: "entry-without-list",
  severity: "error",
  title: "an entry in another harness's layout",
  means: "The harness passes over it, or drops the whole file: this hook never runs.",
  mend: 'Put the handler into a list under "hooks" (or, for Copilot CLI and Cursor, take it out of one).',
  find: ({ files }) =>
    files.flatMap(({ path, harness, hooks }) =>
      hooks.misplaced.map(({ kind, event, at }): Hit => {
        const isFlat = kind === "flat-in-groups";
        const says = isFlat
          ? `An entry of ${event} has no inner list "hooks", which ${harness.label} wants.`
          : `An entry of ${event} has an inner list "hooks"; ${harness.label} wants the handler itself here.`;
        const fix = isFlat
          ? 'Write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}.'
          : 'Write {"type": "command", "command": "…"} without the list around it.';
        return { file: path, ...at, harness, says, fix };
      }),
    ),
};

/** Files that look like settings of hooks and are read by nobody (incident: an installer wrote all its hooks there). */
export const wrongFile: Check = {
  id: "hooks-in-unread-file",
  severity: "error",
  title: "hooks in a file that the harness does not read",
  means: "The harness never looks at this file, so none of the hooks in it runs.",
  mend: "Register them in the harness's own settings file.",
  find: async ({ places: { home, project }, found }) => {
    if (!found.some(({ harness }) => harness === claudeCode)) return [];
    const hits: Hit[] = [];
    for (const base of new Set([home, project])) {
      for (const name of ["hooks/hooks.json", "hooks.json"]) {
        const path = `${base}/.claude/${name}`;
        const text = await Bun.file(path)
          .text()
          .catch(() => "");
        if (!text.includes('"hooks"')) continue;
        hits.push({
          file: path,
          line: 1,
          column: 1,
          harness: claudeCode,
          says: "Claude Code reads hooks from settings.json; a hooks.json counts only inside a plugin.",
          fix: `Move what "hooks" holds here into ${base}/.claude/settings.json.`,
        });
      }
    }
    return hits;
  },
};
