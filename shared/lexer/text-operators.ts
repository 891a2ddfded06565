/** Parameter operators that change a known text: removal, replacement, substring, case. */
import { matchesName } from "./field.ts";
import type { Scope } from "./scope.ts";
import type { Word } from "./script.ts";
import { buildFields } from "./splitting.ts";
import { segmentsOf, segmentsText, variants } from "./value.ts";

/** Substring, removal, replacement and case operators on known text; undefined when their operand is not known. */
export function changeText(
  operator: string,
  text: string,
  operand: Word | undefined,
  scope: Scope,
): string | undefined {
  if (operator === "^^") return operand === undefined ? text.toUpperCase() : undefined;
  if (operator === ",,") return operand === undefined ? text.toLowerCase() : undefined;
  if (operator === "^")
    return operand === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : undefined;
  if (operator === ",")
    return operand === undefined ? text.charAt(0).toLowerCase() + text.slice(1) : undefined;
  if (operand === undefined) return operator === "#" || operator === "%" ? text : undefined;
  const exact = segmentsText(segmentsOf(operand, scope));
  if (operator === "@")
    return exact === "U" ? text.toUpperCase() : exact === "L" ? text.toLowerCase() : undefined;
  if (operator === ":") return exact === undefined ? undefined : substring(text, exact);
  if (operator === "#" || operator === "##" || operator === "%" || operator === "%%") {
    return removeMatch(operator, text, operand, scope);
  }
  if (operator === "/" || operator === "//") {
    if (exact === undefined || /[*?[\]\\]/.test(exact)) return undefined;
    const slash = exact.indexOf("/");
    const pattern = slash < 0 ? exact : exact.slice(0, slash);
    const replacement = slash < 0 ? "" : exact.slice(slash + 1);
    if (pattern === "" || pattern.startsWith("#") || pattern.startsWith("%")) return undefined;
    if (operator === "//") return text.split(pattern).join(replacement);
    const at = text.indexOf(pattern);
    return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + pattern.length);
  }
  return undefined;
}

function substring(text: string, operand: string): string | undefined {
  const match = /^\s*(-?\d+)\s*(?::\s*(-?\d+)\s*)?$/.exec(operand);
  if (match === null) return undefined;
  const offset = Number(match[1]);
  const start = offset < 0 ? text.length + offset : offset;
  if (start < 0) return "";
  if (match[2] === undefined) return text.slice(start);
  const length = Number(match[2]);
  return length < 0
    ? text.slice(start, Math.max(start, text.length + length))
    : text.slice(start, start + length);
}

function removeMatch(operator: string, text: string, operand: Word, scope: Scope): string | undefined {
  // A pattern is matched against every prefix or suffix: keep that short.
  if (text.length > 512) return undefined;
  const pattern = buildFields(
    variants(operand.pieces, scope, false)[0] ?? [],
    { ...scope, dialect: "zsh" },
    operand.span,
  );
  const segments = pattern[0]?.segments ?? [];
  if (pattern.length > 1 || segments.some((segment) => segment.kind === "unknown")) return undefined;
  const longest = operator.length === 2;
  for (let step = 0; step <= text.length; step += 1) {
    const length = longest ? text.length - step : step;
    const cut = operator.startsWith("#") ? text.slice(0, length) : text.slice(text.length - length);
    if (!matchesName(segments, cut)) continue;
    return operator.startsWith("#") ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}
