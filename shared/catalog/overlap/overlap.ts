/** Whether two matchers of one harness take a common tool name. */
import type { HarnessId } from "@hasna/hooks-harness";
import { commonName, TooMuch, takes } from "./automaton.ts";
import { type Language, languageOf } from "./matcher.ts";

/**
 * - `overlaps`: `witness` is a tool name that both take.
 * - `undecided`: it could not be told in the time allowed, or a matcher is beyond what is understood; to be treated as
 *   an overlap.
 */
export type Overlap =
  | { readonly kind: "overlaps"; readonly witness: string }
  | { readonly kind: "disjoint" }
  | { readonly kind: "undecided"; readonly why: string };

/** Names that people know: a witness among them says more than the shortest that there is. */
const KNOWN: readonly string[] = [
  ...[
    "Bash",
    "Edit",
    "Write",
    "Read",
    "MultiEdit",
    "NotebookEdit",
    "Glob",
    "Grep",
    "Task",
    "WebFetch",
    "WebSearch",
  ],
  ...[
    "apply_patch",
    "run_shell_command",
    "write_file",
    "replace",
    "Execute",
    "Shell",
    "shell",
    "execute_bash",
  ],
  ...["mcp__memory__create", "mcp__filesystem__write_file", "mcp__github__create_issue"],
];

/** Compares two matchers as the harness reads them; undefined is a missing matcher. */
export function overlapOf(harness: HarnessId, a: string | undefined, b: string | undefined): Overlap {
  return overlapOfLanguages(languageOf(harness, a), languageOf(harness, b));
}

const results = new WeakMap<Language, WeakMap<Language, Overlap>>();

function overlapOfLanguages(a: Language, b: Language): Overlap {
  const known = results.get(a)?.get(b);
  if (known !== undefined) return known;
  const result = compare(a, b);
  const row = results.get(a) ?? new WeakMap<Language, Overlap>();
  results.set(a, row.set(b, result));
  return result;
}

function compare(a: Language, b: Language): Overlap {
  if (a.kind === "none" || b.kind === "none") return { kind: "disjoint" };
  try {
    if (a.kind === "every" || b.kind === "every") return withEvery(a.kind === "every" ? b : a);
    if (a.kind === "beyond") return { kind: "undecided", why: a.why };
    if (b.kind === "beyond") return { kind: "undecided", why: b.why };
    const listed = a.kind === "names" ? a.names : b.kind === "names" ? b.names : undefined;
    const [one, other] = a.kind === "names" ? [a, b] : [b, a];
    if (listed !== undefined && one.kind === "names") {
      const witness = listed.find((name) =>
        other.kind === "names" ? other.names.includes(name) : takes(other.automaton, name),
      );
      return witness === undefined ? { kind: "disjoint" } : { kind: "overlaps", witness };
    }
    const witness =
      KNOWN.find((name) => takes(a.automaton, name) && takes(b.automaton, name)) ??
      commonName([a.automaton, b.automaton]);
    return witness === undefined ? { kind: "disjoint" } : { kind: "overlaps", witness };
  } catch (error) {
    if (error instanceof TooMuch) return { kind: "undecided", why: "the two are too large to compare" };
    throw error;
  }
}

/** An entry for every tool meets whatever takes any name at all. */
function withEvery(other: Language): Overlap {
  switch (other.kind) {
    case "every":
      return { kind: "overlaps", witness: "Bash" };
    case "names":
      return { kind: "overlaps", witness: other.names[0] as string };
    case "pattern": {
      const witness = KNOWN.find((name) => takes(other.automaton, name)) ?? commonName([other.automaton]);
      return witness === undefined ? { kind: "disjoint" } : { kind: "overlaps", witness };
    }
    case "beyond":
      return { kind: "undecided", why: other.why };
    case "none":
      return { kind: "disjoint" };
  }
}
