import type { Field, Folder, Span } from "@hasna/hooks-lexer";
import type { Target } from "./deletion.ts";
import { textOf } from "./field.ts";
import { normalise } from "./path.ts";
import { escapePattern } from "./pattern.ts";

/**
 * What operands name, seen from every folder the command may run in. `canBeEmpty` says whether the unknown parts of
 * an operand may expand to nothing (`${X:?}` cannot).
 */
export function targetsOf(
  fields: readonly Field[],
  folders: readonly Folder[],
  canBeEmpty: (field: Field) => boolean = () => true,
): Target[] {
  const targets: Target[] = [];
  for (const field of fields) addTargets(targets, field, folders, canBeEmpty);
  return targets;
}

function addTargets(
  targets: Target[],
  field: Field,
  folders: readonly Folder[],
  canBeEmpty: (field: Field) => boolean,
): void {
  const { span } = field;
  const known = textOf(field);
  if (known !== undefined) {
    // An empty operand names nothing: every deleter answers ENOENT.
    if (known === "") return;
    if (known.startsWith("/")) {
      targets.push({ kind: "path", path: normalise(known), span });
      return;
    }
    for (const folder of folders) {
      if (folder.kind === "known")
        targets.push({ kind: "path", path: normalise(`${folder.path}/${known}`), span });
      else targets.push({ kind: "unknown", within: undefined, emptied: undefined, span });
    }
    return;
  }
  const first = field.segments[0];
  if (first === undefined) return;
  const absolute = first.kind === "text" && first.text.startsWith("/");
  const bases: readonly (string | undefined)[] = absolute
    ? [""]
    : folders.map((folder) => (folder.kind === "known" ? `${folder.path}/` : undefined));
  const anyUnknown = field.segments.some((segment) => segment.kind === "unknown");
  for (const base of bases) {
    if (anyUnknown) targets.push(unknownTarget(field, base, span, canBeEmpty(field)));
    else if (base === undefined)
      targets.push({ kind: "unknown", within: undefined, emptied: undefined, span });
    else targets.push({ kind: "glob", pattern: normalise(escapePattern(base) + patternOf(field)), span });
  }
}

function unknownTarget(field: Field, base: string | undefined, span: Span, canBeEmpty: boolean): Target {
  const first = field.segments[0];
  let prefix = "";
  for (const segment of field.segments) {
    if (segment.kind !== "text") break;
    prefix += segment.text;
  }
  let within: string | undefined;
  if (first?.kind !== "unknown" && base !== undefined) {
    const whole = base + prefix;
    within = normalise(whole.slice(0, whole.lastIndexOf("/") + 1) || "/");
  }
  let emptied: string | undefined;
  if (canBeEmpty) {
    const rest = patternOf(field);
    if (rest.startsWith("/")) emptied = normalise(rest);
    else if (rest !== "" && base !== undefined) emptied = normalise(escapePattern(base) + rest);
  }
  return { kind: "unknown", within, emptied, span };
}

/** The known parts as a pattern, literal characters escaped; unknown parts left out. */
function patternOf(field: Field): string {
  let pattern = "";
  for (const segment of field.segments) {
    if (segment.kind === "text") pattern += escapePattern(segment.text);
    else if (segment.kind === "glob") pattern += segment.pattern;
  }
  return pattern;
}
