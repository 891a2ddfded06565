/** The plugin that hosts in JavaScript load: it starts `hooks run` for a call and carries the answer out. */
import type { GeneratedWanted, HarnessId } from "./harness.ts";
import judge from "./plugins/judge.js.txt" with { type: "text" };

/** The first line of each generated file: what it is and what to do about it. */
export const FIRST_LINE =
  "Made by `hooks install`; `hooks uninstall` takes it away. Changes here are lost at the next install.";

/** With the names of the hooks, which an uninstall reads back. */
export function firstLine(names: readonly string[]): string {
  return `${FIRST_LINE} Hooks: ${names.join(" ")}.`;
}

/** Milliseconds after which a hook that hangs counts as one that cannot run. */
const PATIENCE = 5000;

/** The whole text of a plugin. `host` is the part that the host calls, with calls of `judge` in it. */
export function pluginSource(
  harness: HarnessId,
  host: string,
  { program, names, guard, tools }: GeneratedWanted,
): string {
  const parts: Readonly<Record<string, string>> = {
    "%FIRST_LINE%": firstLine(names),
    "%PROGRAM%": JSON.stringify(program),
    "%HOOKS%": JSON.stringify(names),
    "%GUARD%": String(guard),
    "%TOOLS%": JSON.stringify(tools ?? null),
    "%HARNESS%": JSON.stringify(harness),
    "%PATIENCE%": String(PATIENCE),
    "%HOST%": host,
  };
  const text = judge.replace(
    /%(?:FIRST_LINE|PROGRAM|HOOKS|GUARD|TOOLS|HARNESS|PATIENCE|HOST)%/g,
    (part) => parts[part] ?? part,
  );
  return `${text.trimEnd()}\n`;
}
