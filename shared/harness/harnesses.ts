import { claudeCode } from "./claude-code.ts";
import type { Harness } from "./harness.ts";

/** Every harness, in the order they are listed to people. */
export const harnesses: readonly Harness[] = [claudeCode];

/** The harness of an id; undefined when there is none by that name. */
export function harnessById(id: string): Harness | undefined {
  return harnesses.find((harness) => harness.id === id);
}
