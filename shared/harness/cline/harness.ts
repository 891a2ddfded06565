/** Cline's hook file, a script that is ours alone. Measured with 3.0.65. */
import type { GeneratedWanted, Harness } from "../harness.ts";
import { always, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { firstLine } from "../plugin-source.ts";
import { clineProtocol } from "./protocol.ts";

export const cline: Harness = {
  ...clineProtocol,
  presence: { programs: ["cline"], packages: ["cline"], folder: (places) => inHome(places, ".cline") },
  form: { kind: "generated", render },
  timeout: undefined,
  unableToRun: "blocks",
  trust: undefined,
  afterInstall:
    "New Cline tasks run it. A refusal ends the task: Cline has no other way, and its model does not see the reason.",
  evidence: "real client",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return [{ path: inHome(places, ".cline/hooks/PreToolUse"), root: [] }];
    return scope === "project" ? [{ path: inProject(places, ".cline/hooks/PreToolUse"), root: [] }] : [];
  },
  slots: plainSlots(clineProtocol.events, clineProtocol.tools),
  fires: always,
  handler: () => ({}),
  faults: () => [],
};

/** Only JSON on stdout counts: where the program cannot run the script says the refusal itself. */
function render({ program, names, guard }: GeneratedWanted): string {
  const word = program.includes("/") ? `'${program.replaceAll("'", `'\\''`)}'` : program;
  const failure = guard
    ? `{"cancel":true,"errorMessage":"${names.join(", ")} could not run. Install it again, or take it out with hooks uninstall."}`
    : "{}";
  return `#!/bin/sh
# ${firstLine(names)}
answer=$(cd /; BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= ${word} run ${names.join(" ")} --harness cline)
code=$?
case $code in
0 | 2) [ -z "$answer" ] || printf '%s' "$answer"; [ $code = 0 ] || [ -n "$answer" ] || printf '%s' '${failure}' ;;
*) printf '%s' '${failure}' ;;
esac
`;
}
