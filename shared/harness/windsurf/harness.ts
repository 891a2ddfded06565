/** Windsurf's hooks.json, from its documentation of 2026. */
import type { Harness, Slot } from "../harness.ts";
import { always } from "../matchers.ts";
import { inHome, inProject, underHooks } from "../paths.ts";
import { KINDS, windsurfProtocol } from "./protocol.ts";

export const windsurf: Harness = {
  ...windsurfProtocol,
  presence: {
    programs: ["windsurf"],
    packages: [],
    folder: (places) => inHome(places, ".codeium/windsurf"),
  },
  form: {
    kind: "json",
    layout: "flat",
    preamble: {},
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: undefined,
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Windsurf again.",
  evidence: "documentation",
  managedSettings: ["/etc/windsurf/hooks.json", "/Library/Application Support/Windsurf/hooks.json"],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(inHome(places, ".codeium/windsurf/hooks.json"));
    return scope === "project" ? underHooks(inProject(places, ".windsurf/hooks.json")) : [];
  },
  slots: (event, matcher) => {
    if (event === "UserPromptSubmit") return [{ key: "pre_user_prompt", matcher: undefined }];
    const when = { PreToolUse: "pre", PostToolUse: "post" }[event as string];
    if (when === undefined) return [];
    const wanted = matcher.split("|");
    const kinds = Object.entries(KINDS).filter(
      ([, tools]) => matcher === "" || tools.split("|").some((tool) => tool !== "" && wanted.includes(tool)),
    );
    return kinds.map(([kind]): Slot => ({ key: `${when}_${kind}`, matcher: undefined }));
  },
  fires: always,
  handler: ({ command }) => ({ command, show_output: true }),
  faults: () => [],
};
