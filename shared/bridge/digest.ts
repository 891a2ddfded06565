/** What binds a record, an approval and an execution to one another. */
import { createHash } from "node:crypto";

export type Digest = `sha256:${string}`;

/**
 * Of one call with one argument text. The call and the tool are part of it, so a grant for one call is none for another;
 * JSON in between keeps halves of surrogate pairs apart, which UTF-8 has no bytes for.
 */
export function digestOf(callId: string, tool: string, rawArguments: string): Digest {
  const text = JSON.stringify([callId, tool, rawArguments]);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
