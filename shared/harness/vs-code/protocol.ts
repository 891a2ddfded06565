/** VS Code's agent, which reads the files of Copilot CLI: the nested copy of each reply is the one it looks at. */
import { copilotCliProtocol } from "../copilot-cli/protocol.ts";
import type { Protocol } from "../harness.ts";

export const vsCodeProtocol: Protocol = { ...copilotCliProtocol, id: "vs-code", label: "VS Code" };
