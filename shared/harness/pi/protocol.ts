/** pi: hooked by an extension of ours inside itself. Measured with 1.6.0. */
import type { Protocol } from "../harness.ts";
import { pluginProtocol } from "../plugin-protocol.ts";

export const piProtocol: Protocol = pluginProtocol({ id: "pi", label: "pi" });
