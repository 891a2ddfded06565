/** VS Code's agent hooks, from its documentation of June 2026: it reads Copilot CLI's files and Claude Code's. */
import { copilotCli } from "../copilot-cli/harness.ts";
import type { Harness } from "../harness.ts";
import { always } from "../matchers.ts";
import { inHome } from "../paths.ts";
import { vsCodeProtocol } from "./protocol.ts";

export const vsCode: Harness = {
  ...copilotCli,
  ...vsCodeProtocol,
  presence: {
    programs: ["code", "code-insiders"],
    packages: [],
    folder: (places) => inHome(places, ".vscode"),
  },
  unableToRun: "open",
  afterInstall: "VS Code runs it in new agent sessions of trusted workspaces.",
  evidence: "documentation",
  managedSettings: [],
  reads: [
    { harness: "claude-code", scopes: ["user", "project", "local"] },
    { harness: "copilot-cli", scopes: ["user", "project"] },
  ],
  fires: always,
};
