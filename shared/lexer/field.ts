/** What can be said of a field: its exact text, its last path component, whether it could be a given name. */
import type { Field, Segment } from "./run.ts";
import type { Span } from "./script.ts";

/** The argument when the text decides it to the last character, else undefined. An active glob is not exact. */
export function exactText(field: Field): string | undefined {
  const { segments } = field;
  const only = segments[0];
  if (segments.length === 1 && only?.kind === "text") return only.text;
  let text = "";
  for (const segment of segments) {
    if (segment.kind !== "text") return undefined;
    text += segment.text;
  }
  return text;
}

/** The part after the last slash: `rm` of `/bin/rm`. Empty for a text that ends in a slash. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * The last path component when the text decides it, whatever stands before it: `tool` of `$HOME/bin/tool`. Undefined
 * when an unquoted unknown in front could split the word, so that the slash would belong to another argument.
 */
export function lastComponent(field: Field): string | undefined {
  const text = exactText(field);
  if (text !== undefined) return basename(text);
  const last = field.segments[field.segments.length - 1];
  if (last?.kind !== "text" || !last.text.includes("/")) return undefined;
  return basename(last.text);
}

/** The text that a field starts with, up to its first glob or unknown. */
export function leadingText(field: Field): string {
  let text = "";
  for (const segment of field.segments) {
    if (segment.kind !== "text") break;
    text += segment.text;
  }
  return text;
}

/** A field that is exactly this text. */
export function textField(text: string, span: Span): Field {
  return { segments: [{ kind: "text", text }], span, mayVanish: false, maySplit: false };
}

/** The field without the first `count` characters of its leading text. */
export function withoutPrefix(field: Field, count: number): Field {
  const segments: Segment[] = [];
  let left = count;
  for (const segment of field.segments) {
    if (segment.kind !== "text" || left === 0) {
      segments.push(segment);
      continue;
    }
    const text = segment.text.slice(left);
    left = Math.max(0, left - segment.text.length);
    if (text !== "") segments.push({ kind: "text", text });
  }
  return { segments, span: field.span, mayVanish: false, maySplit: field.maySplit };
}

/**
 * Whether the last path component of the field can be `name`, an unknown part standing for any characters without a
 * slash. `python$V` can not be `rm`; `r$x`, `$x` and `/bin/r?` can.
 */
export function couldBeNamed(field: Field, name: string): boolean {
  const segments = field.segments;
  let first = 0;
  let head: Segment | undefined = segments[0];
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index];
    if (segment?.kind !== "text") continue;
    const slash = segment.text.lastIndexOf("/");
    if (slash < 0) continue;
    first = index;
    head = { kind: "text", text: segment.text.slice(slash + 1) };
    break;
  }
  if (head === undefined) return name === "";
  return matchesName([head, ...segments.slice(first + 1)], name);
}

/** Whether text, glob and unknown parts together can spell `name`. Work is bounded by parts times the name's length. */
export function matchesName(segments: readonly Segment[], name: string): boolean {
  let at = new Set<number>([0]);
  for (const segment of segments) {
    const next = new Set<number>();
    for (const position of at) {
      if (segment.kind === "text") {
        if (name.startsWith(segment.text, position)) next.add(position + segment.text.length);
      } else if (segment.kind === "unknown" || segment.pattern === "*" || isExtendedGlob(segment.pattern)) {
        for (let end = position; end <= name.length; end += 1) next.add(end);
      } else if (position < name.length && matchesOne(segment.pattern, name.charAt(position))) {
        next.add(position + 1);
      }
    }
    if (next.size === 0) return false;
    at = next;
  }
  return at.has(name.length);
}

function isExtendedGlob(pattern: string): boolean {
  return pattern.length > 1 && pattern.charAt(1) === "(";
}

/** One character against `?` or a bracket expression; a class like `[:alpha:]` matches every character. */
function matchesOne(pattern: string, character: string): boolean {
  if (pattern === "?") return true;
  const inner = pattern.slice(1, -1);
  if (inner.includes("[:") || inner.includes("[.") || inner.includes("[=")) return true;
  const negated = inner.startsWith("!") || inner.startsWith("^");
  let found = false;
  for (let index = negated ? 1 : 0; index < inner.length; index += 1) {
    const low = inner.charAt(index);
    if (inner.charAt(index + 1) === "-" && index + 2 < inner.length) {
      const high = inner.charAt(index + 2);
      if (low <= character && character <= high) found = true;
      index += 2;
    } else if (low === character) found = true;
  }
  return found !== negated;
}
