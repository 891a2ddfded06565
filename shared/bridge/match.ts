/** Which registrations an event reaches, by the rules of the harness whose file they stand in, and why not. */
import { harnessById } from "@hasna/hooks-harness";
import { conditionFits } from "./condition.ts";
import { boundedPattern, isCostly } from "./pattern.ts";
import type { DialectId, MatcherText, Registration } from "./registration.ts";

/** What matchers of an event are tried on. */
export interface Subject {
  /** The harness's own event name. */
  readonly event: string;
  /** The names that one matcher may fit; undefined: the event's matchers are not looked at. */
  readonly names: readonly string[] | undefined;
  /** A shell command, for permission rules. */
  readonly command: string | undefined;
  /** Plain equality instead of the tool rules (Gemini CLI's events without a tool). */
  readonly exact: boolean;
}

export type Match =
  | { readonly kind: "fires"; readonly registration: Registration }
  /** It cannot be known whether it would: the strict mode takes this for a failure of a hook that fires. */
  | { readonly kind: "closed"; readonly registration: Registration; readonly says: string }
  | { readonly kind: "passed-over"; readonly registration: Registration; readonly says: string };

/** Reads the matcher of a group. */
export function matcherOf(dialect: DialectId, raw: unknown): MatcherText {
  if (raw === undefined) return { kind: "every" };
  // Measured: Codex takes null for a missing matcher.
  if (raw === null && dialect === "codex") return { kind: "every" };
  if (typeof raw !== "string") return { kind: "bad", says: `a matcher is ${nameOf(raw)} and not a text` };
  const problem = patternProblem(dialect, raw);
  return problem === undefined ? { kind: "text", text: raw } : { kind: "bad", says: problem };
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Names, or a list of them: never a pattern. */
const PLAIN = /^[\w\- ,|*]*$/;

/** Harnesses that try one more time, as plain text, what is no pattern. */
const LITERAL_FALLBACK: readonly DialectId[] = ["gemini-cli", "qwen-code"];

function patternProblem(dialect: DialectId, text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  const { source, flags } = patternOf(dialect, text);
  try {
    new RegExp(source, flags);
  } catch (error) {
    if (LITERAL_FALLBACK.includes(dialect)) return undefined;
    const says = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : "";
    return `the matcher ${JSON.stringify(text)} is no pattern (${says})`;
  }
  if (isCostly(source) && boundedPattern(source, flags === "i") === undefined) {
    return `the matcher ${JSON.stringify(text)} could take for ever to try`;
  }
  return undefined;
}

function patternOf(dialect: DialectId, text: string): { readonly source: string; readonly flags: string } {
  const folded = dialect === "codex" && text.startsWith("(?i)");
  return { source: folded ? text.slice(4) : text, flags: folded ? "i" : "" };
}

/** Whether a matcher text fires for a tool's own name. Bounded in time, whatever the pattern. */
function fires(dialect: DialectId, text: string, name: string): boolean {
  if (!PLAIN.test(text)) {
    const { source, flags } = patternOf(dialect, text);
    if (isCostly(source)) {
      const whole = dialect === "copilot-cli" ? `^(?:${source.trim()})$` : source;
      return boundedPattern(whole, flags === "i")?.(name) ?? false;
    }
  }
  return harnessById(dialect)?.fires(text, name) ?? false;
}

/**
 * Judges every registration of these dialects; the order stays that of the files. `faithful`: what the harness loses by
 * a mistake in a file is lost; otherwise a mistake costs no more than what it stands in.
 */
export function matchHooks(
  registrations: readonly Registration[],
  faithful: boolean,
  subjectOf: (dialect: DialectId) => Subject | undefined,
): readonly Match[] {
  const subjects = new Map<DialectId, Subject | undefined>();
  const first = new Map<string, Registration>();
  const matches: Match[] = [];
  for (const registration of registrations) {
    const { harness } = registration.source;
    if (!subjects.has(harness)) subjects.set(harness, subjectOf(harness));
    const subject = subjects.get(harness);
    if (subject === undefined) continue;
    const match = matchOne(registration, subject, faithful);
    if (match === undefined) continue;
    matches.push(match.kind === "fires" ? onceOnly(match, first) : match);
  }
  return matches;
}

/** Undefined for a registration of another event, which a trace need not hold. */
function matchOne(registration: Registration, subject: Subject, faithful: boolean): Match | undefined {
  const { matcher, handler, event, source } = registration;
  if (event !== subject.event && event !== "*") return undefined;
  const { inert } = registration;
  if (inert !== undefined && (faithful || inert.kind !== "fault")) {
    return { kind: "passed-over", registration, says: inert.says };
  }
  if (subject.names !== undefined && matcher.kind === "text") {
    const { text } = matcher;
    const hits = subject.exact
      ? text === "" || text === "*" || subject.names.includes(text)
      : subject.names.some((name) => fires(source.harness, text, name));
    if (!hits) {
      const on = subject.names.map((name) => JSON.stringify(name)).join(" or ");
      return {
        kind: "passed-over",
        registration,
        says: `the matcher ${JSON.stringify(text)} does not fit ${on}`,
      };
    }
  }
  if (subject.names !== undefined && matcher.kind === "bad") {
    return { kind: "closed", registration, says: matcher.says };
  }
  if (handler.kind === "bad") return { kind: "closed", registration, says: handler.says };
  if (handler.kind === "command" && handler.condition !== undefined) {
    const fits = conditionFits(handler.condition, subject.names ?? [], subject.command);
    if (!fits) {
      return { kind: "passed-over", registration, says: `its condition ${handler.condition} does not fit` };
    }
  }
  return { kind: "fires", registration };
}

/** Claude Code, Gemini CLI and Qwen Code run the same command of several settings files once; plugins are by themselves. */
const ONCE: readonly DialectId[] = ["claude-code", "gemini-cli", "qwen-code"];

function onceOnly(match: Match & { readonly kind: "fires" }, first: Map<string, Registration>): Match {
  const { registration } = match;
  const { source, handler } = registration;
  if (!ONCE.includes(source.harness) || source.plugin !== undefined || handler.kind !== "command")
    return match;
  const key = JSON.stringify([source.harness, handler.name, handler.command, handler.args]);
  const earlier = first.get(key);
  if (earlier === undefined) {
    first.set(key, registration);
    return match;
  }
  const { file, line } = earlier.place;
  return { kind: "passed-over", registration, says: `the same command already runs from ${file}:${line}` };
}
