/** What differs from harness to harness in how hooks are called and understood. One object each. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { EventFacts, SessionFacts } from "./facts.ts";
import type { Subject } from "./match.ts";
import type { HookOutcome } from "./outcome.ts";
import type { DialectId, HookSource } from "./registration.ts";
import type { Verdict } from "./verdict.ts";

export interface Dialect {
  readonly id: DialectId;
  /** - `parallel`: all at once. - `serial`: one after the other, and a denial ends it. */
  readonly order: "parallel" | "serial";
  /** Which of several rewrites holds. */
  readonly rewriter: "last-to-finish" | "last-in-order" | "first-in-order" | "none";
  /** Which of several decisions holds. */
  readonly decides: "strongest" | "first" | "last";
  /** The shell and what stands before the command text. */
  readonly shell: readonly [program: string, ...args: string[]];
  /** Its own name of a neutral event; undefined when it has none. */
  eventName(event: HookEvent): string | undefined;
  subject(facts: EventFacts): Subject | undefined;
  /** What the hook reads, byte for byte. */
  encode(facts: EventFacts, session: SessionFacts): string;
  /** As the client reads it, with a word on everything that it passes over. Total. */
  decode(event: HookEvent | "other", outcome: HookOutcome): Verdict;
  /** Variables besides the ambient ones. */
  environment(session: SessionFacts, source: HookSource): Readonly<Record<string, string>>;
  /** The command text with the placeholders that this harness replaces itself. */
  commandText(command: string, session: SessionFacts, source: HookSource): string;
}
