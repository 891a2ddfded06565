/** Codewith, a fork of Codex with the same engine: read in its source, 0.1.84. */
import { codexProtocol } from "../codex/protocol.ts";
import type { Protocol } from "../harness.ts";

export const codewithProtocol: Protocol = { ...codexProtocol, id: "codewith", label: "Codewith" };
