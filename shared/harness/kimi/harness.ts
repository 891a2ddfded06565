/** Kimi Code's config.toml, from its documentation of August 2026: one wrong key in `[[hooks]]` breaks the whole file. */
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome } from "../paths.ts";
import { kimiProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const { events, tools } = kimiProtocol;

export const kimi: Harness = {
  ...kimiProtocol,
  presence: { programs: ["kimi"], packages: [], folder: (places) => inHome(places, ".kimi-code") },
  form: { kind: "toml" },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Kimi Code again.",
  evidence: "documentation",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) =>
    scope === "user" ? [{ path: inHome(places, ".kimi-code/config.toml"), root: ["hooks"] }] : [],
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ key, matcher, command }) => ({
    event: key,
    ...(matcher !== undefined && { matcher }),
    command,
    timeout: TIMEOUT,
  }),
  faults: () => [],
};
