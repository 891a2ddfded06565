/** opencode: hooked by a plugin of ours inside itself. Measured in 2026. */
import type { Protocol } from "../harness.ts";
import { pluginProtocol } from "../plugin-protocol.ts";

export const opencodeProtocol: Protocol = pluginProtocol({
  id: "opencode",
  label: "opencode",
  folderKey: "workdir",
});
