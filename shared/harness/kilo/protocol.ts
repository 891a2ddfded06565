/** Kilo: hooked by a plugin of ours inside itself. Measured in 2026. */
import type { Protocol } from "../harness.ts";
import { pluginProtocol } from "../plugin-protocol.ts";

export const kiloProtocol: Protocol = pluginProtocol({ id: "kilo", label: "Kilo", folderKey: "workdir" });
