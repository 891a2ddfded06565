/** From a settings file's text to the text with, or without, our entries. Pure; `apply.ts` writes what this decides. */
import type { Harness, Json, Slot } from "@hasna/hooks-harness";
import type { Hook } from "@hasna/hooks-registry";
import type { Node } from "jsonc-parser";
import {
  type Document,
  plain,
  positionOf,
  properties,
  propertyValue,
  read,
  tokenBefore,
} from "./document.ts";
import { addItem, addProperty, applyEdits, type Edit, removeChild, replaceValue } from "./edit.ts";
import {
  type Entry,
  entriesOf,
  type Ground,
  jsonForm,
  type Misshape,
  type Ownership,
  single,
} from "./entries.ts";
import { foreignPart } from "./foreign.ts";
import { notesOf } from "./notes.ts";
import { ownCommand, readOwnCommand, sameCommand } from "./own-command.ts";
import type { Note, Problem } from "./problem.ts";

export type HookFacts = Pick<Hook, "name" | "events" | "matcher" | "kind" | "rewritesInput">;

/** What one settings file is to hold. */
export interface Wanted extends Ground {
  /** The hooks this is about; others that are registered in the file stay. */
  readonly names: readonly string[];
  /** Every hook there is, sorted by name: the order in which several run in one entry. */
  readonly catalogue: readonly HookFacts[];
  /** What is registered: an absolute path, or the bare word `hooks`. */
  readonly program: string;
  /** Folder of installed programs: an entry that starts one of them is ours whatever hook it names. */
  readonly folder: string;
  /** A permission rule that goes with a hook that rewrites; undefined for none. */
  readonly rule: string | undefined;
}

export type Plan =
  | { readonly kind: "unchanged"; readonly notes: readonly Note[] }
  | { readonly kind: "write"; readonly text: string; readonly notes: readonly Note[] }
  /** The file held nothing but ours, and we made it. */
  | { readonly kind: "remove"; readonly notes: readonly Note[] }
  | { readonly kind: "refuse"; readonly problem: Problem };

/** What an install made in a file besides the entries; an uninstall takes back no more than this. */
export interface Made {
  readonly file: boolean;
  /** Containers by path, joined with `.`: `hooks`, `hooks.PreToolUse`, `permissions.allow`. */
  readonly containers: readonly string[];
  readonly rule: boolean;
}

/** Plans the text of a settings file (undefined: there is no file) with the hooks registered in it. */
export function planInstall(text: string | undefined, wanted: Wanted): Plan {
  const { bom, body } = withoutBom(text ?? "");
  const reading = read(body);
  if (reading.kind === "problem") return refuse(body, reading);
  // A file of white space is a new file in every harness; its line end is all it has to say.
  const start = reading.kind === "blank" ? `{}${/\r\n|\n|\r/.exec(body)?.[0] ?? "\n"}` : body;
  const settled = settle(start, (document) => installStep(document, wanted));
  if ("says" in settled) return refuse(start, settled);
  assertNothingLost(start, settled.text, wanted);
  const notes = notesOf(settled.document, wanted, bom !== "");
  if (settled.text === start && reading.kind === "document") return { kind: "unchanged", notes };
  return { kind: "write", text: bom + settled.text, notes };
}

/** Plans the text of a settings file without these hooks. `made` is undefined when nobody kept a record. */
export function planUninstall(text: string | undefined, wanted: Wanted, made: Made | undefined): Plan {
  if (text === undefined) return { kind: "unchanged", notes: [] };
  const { bom, body } = withoutBom(text);
  const reading = read(body);
  if (reading.kind === "blank") return { kind: "unchanged", notes: [] };
  if (reading.kind === "problem") return refuse(body, reading);
  const vacated = new Set<string>();
  const settled = settle(body, (document) => uninstallStep(document, wanted, made, vacated));
  if ("says" in settled) return refuse(body, settled);
  assertNothingLost(body, settled.text, wanted);
  const notes = notesOf(settled.document, { ...wanted, names: [] }, bom !== "");
  if (settled.text === body) return { kind: "unchanged", notes };
  const { root, tokens } = settled.document;
  // Two tokens are the braces: no key, and no comment either.
  if (made?.file === true && root.children?.length === 0 && tokens.length === 2)
    return { kind: "remove", notes };
  return { kind: "write", text: bom + settled.text, notes };
}

/** What exists in `after` and not in `before`, for the record. */
export function madeBy(before: string | undefined, after: string, wanted: Wanted): Made {
  const had = containersOf(before, wanted);
  const has = containersOf(after, wanted);
  return {
    file: before === undefined,
    containers: [...has.paths].filter((path) => !had.paths.has(path)),
    rule: wanted.rule !== undefined && has.rules.has(wanted.rule) && !had.rules.has(wanted.rule),
  };
}

/** Names of our hooks that a file registers; empty for a file that cannot be read. */
export function registeredIn(
  text: string | undefined,
  ground: Ground,
  ownership: Ownership,
): readonly string[] {
  const reading = read(withoutBom(text ?? "").body);
  if (reading.kind !== "document") return [];
  const found = entriesOf(reading.document, ground, ownership);
  if (found.kind === "misshape") return [];
  return [...new Set(found.entries.flatMap((entry) => entry.own?.names ?? []))];
}

export function ownershipOf(wanted: Wanted): Ownership {
  return { names: wanted.catalogue.map(({ name }) => name), folder: wanted.folder };
}

type Step = readonly Edit[] | Misshape | undefined;

/** Takes one step after the other, each on a fresh reading of the text, until there is none left. */
function settle(
  start: string,
  step: (document: Document) => Step,
): { readonly text: string; readonly document: Document } | Misshape {
  let text = start;
  // Each step removes or adds an entry, so a file cannot need more steps than it has characters.
  for (let count = 0; count <= start.length + 100; count++) {
    const reading = read(text);
    if (reading.kind !== "document") throw new Error("an edit broke the settings text; nothing was written");
    const edits = step(reading.document);
    if (edits === undefined) return { text, document: reading.document };
    if ("says" in edits) return edits;
    text = applyEdits(text, edits);
  }
  throw new Error("the settings edits do not come to an end; nothing was written");
}

function installStep(document: Document, wanted: Wanted): Step {
  const found = entriesOf(document, wanted, ownershipOf(wanted));
  if (found.kind === "misshape") return found;
  // A file that somebody began does without, or has it already.
  if (document.root.children?.length === 0) {
    const [first] = Object.entries(jsonForm(wanted.harness).preamble);
    if (first !== undefined) return addProperty(document, document.root, ...first);
  }
  const own = found.entries.filter((entry) => entry.own !== undefined);
  for (const entry of own) {
    const names = namesFor(entry, own, wanted);
    const edits = names.length === 0 ? removeEntry(document, entry) : correct(document, entry, names, wanted);
    if (edits !== undefined) return edits;
  }
  for (const hook of hooksOf(wanted)) {
    for (const slot of slotsOf(hook, wanted)) {
      const isRegistered = own.some((entry) => isAt(entry, slot) && entry.own?.names.includes(hook.name));
      if (!isRegistered) return addEntry(document, hook, slot, wanted);
    }
  }
  return wanted.rule === undefined ? undefined : addRule(document, wanted.rule);
}

/** Every place where a hook is to be registered in this harness. */
function slotsOf(hook: HookFacts, { harness }: Ground): readonly Slot[] {
  return hook.events.flatMap((event) => harness.slots(event, hook.matcher));
}

function isAt(entry: Slot, slot: Slot): boolean {
  return entry.key === slot.key && sameMatcher(entry.matcher, slot.matcher);
}

function hooksOf(wanted: Wanted): readonly HookFacts[] {
  return wanted.catalogue.filter(({ name }) => wanted.names.includes(name));
}

/** The names that one of our entries should run; none for an entry that another one takes over. */
function namesFor(entry: Entry, own: readonly Entry[], wanted: Wanted): readonly string[] {
  const alike = own.filter((other) => isAt(other, entry));
  if (alike[0] !== entry) return [];
  const belonging = hooksOf(wanted).filter((hook) => slotsOf(hook, wanted).some((slot) => isAt(slot, entry)));
  const staying = alike.flatMap(({ own }) => own?.names ?? []).filter((name) => !wanted.names.includes(name));
  return inOrder([...belonging.map(({ name }) => name), ...staying], wanted);
}

function inOrder(names: readonly string[], wanted: Wanted): readonly string[] {
  const known = wanted.catalogue.map(({ name }) => name).filter((name) => names.includes(name));
  return [...new Set([...known, ...names])];
}

function sameMatcher(a: string | undefined, b: string | undefined): boolean {
  const every = (matcher: string | undefined) => (matcher === undefined || matcher === "*" ? "" : matcher);
  return every(a) === every(b);
}

/** Keys that would switch a guard off or bring it out of our form; `if` and `async` lose its verdict. */
const FOREIGN_KEYS = ["args", "async", "asyncRewake", "bash", "exec", "if", "once", "powershell", "shell"];

/** Brings one of our entries to what it should say, with the smallest edit; undefined when it says so already. */
function correct(document: Document, entry: Entry, names: readonly string[], wanted: Wanted): Step {
  const { handler, own } = entry;
  const fields = handlerFor(names, entry, wanted);
  const isForeign = FOREIGN_KEYS.some((key) => properties(handler, key).length > 0);
  const isDoubled = Object.keys(fields).some((key) => properties(handler, key).length > 1);
  const [type] = properties(handler, "type");
  const hasType =
    fields.type === undefined || (type !== undefined && propertyValue(type)?.value === fields.type);
  if (isForeign || isDoubled || !hasType) return replaceValue(document, handler, fields);
  // A setting that a person has put into the entry is theirs.
  const command = commandFor(names, wanted, own?.settings);
  const right = readOwnCommand(command);
  if (own === undefined || right === undefined || !sameCommand(own, right)) {
    return replaceValue(document, entry.commandNode, command);
  }
  for (const [key, value] of Object.entries(fields)) {
    // What an entry is known by is right already; the command has been looked at.
    if (["type", "command", "matcher", "trigger", "action"].includes(key)) continue;
    const [property] = properties(handler, key);
    const node = property === undefined ? undefined : propertyValue(property);
    if (node === undefined) return addProperty(document, handler, key, value);
    if (!isFine(node, key, value, wanted.harness)) return replaceValue(document, node, value);
  }
  return undefined;
}

/** A person may give an entry more time; what is no time at all would lose the whole file, or the hook. */
function isFine(node: Node, key: string, value: Json, { timeout }: Harness): boolean {
  if (key !== timeout?.key) return node.value === value;
  return typeof node.value === "number" && node.value >= timeout.least;
}

function commandFor(
  names: readonly string[],
  { harness, program }: Wanted,
  settings: readonly string[] = [],
): string {
  return ownCommand(program, names, harness.id === "claude-code" ? undefined : harness.id, settings);
}

function handlerFor(names: readonly string[], slot: Slot, wanted: Wanted): Readonly<Record<string, Json>> {
  const guard = wanted.catalogue.some(({ name, kind }) => kind === "guard" && names.includes(name));
  const { key, matcher } = slot;
  return wanted.harness.handler({ key, matcher, command: commandFor(names, wanted), guard });
}

function addEntry(document: Document, hook: HookFacts, slot: Slot, wanted: Wanted): Step {
  const { layout } = jsonForm(wanted.harness);
  const handler = handlerFor([hook.name], slot, wanted);
  const { matcher } = slot;
  const item: Json =
    layout === "groups" ? { ...(matcher !== undefined && { matcher }), hooks: [handler] } : handler;
  return addInto(document, layout === "triggers" ? wanted.root : [...wanted.root, slot.key], item);
}

function addRule(document: Document, rule: string): Step {
  if (at(document, ["permissions", "allow"])?.children?.some(({ value }) => value === rule)) return undefined;
  return addInto(document, ["permissions", "allow"], rule);
}

/** Adds an item to the list at a path, making what is missing on the way. */
function addInto(document: Document, path: readonly string[], item: Json): Step {
  let node: Node = document.root;
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    const next = single(node, key, isLast ? "array" : "object");
    if (next === undefined) {
      const missing = path.slice(index + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), [item]);
      return addProperty(document, node, key, missing);
    }
    if ("says" in next) return next;
    node = next;
  }
  return addItem(document, node, item);
}

/** The container at a path, whatever it is. */
function at(document: Document, path: readonly string[]): Node | undefined {
  let node: Node = document.root;
  for (const key of path) {
    const [property, second] = properties(node, key);
    const next = property === undefined || second !== undefined ? undefined : propertyValue(property);
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}

function uninstallStep(
  document: Document,
  wanted: Wanted,
  made: Made | undefined,
  vacated: Set<string>,
): Step {
  const found = entriesOf(document, wanted, ownershipOf(wanted));
  if (found.kind === "misshape") return found;
  const own = found.entries.filter((entry) => entry.own !== undefined);
  for (const entry of own) {
    const names = entry.own?.names ?? [];
    const left = names.filter((name) => !wanted.names.includes(name));
    if (left.length === names.length) continue;
    if (left.length > 0) return dropNames(document, entry, wanted);
    for (const path of pathsAbove(entry.key, wanted)) vacated.add(path.join("."));
    return removeEntry(document, entry);
  }
  const rewriters = wanted.catalogue.filter(({ rewritesInput }) => rewritesInput).map(({ name }) => name);
  const isRuleNeeded = own.some((entry) => entry.own?.names.some((name) => rewriters.includes(name)));
  const isRuleOurs = wanted.rule !== undefined && (made === undefined || made.rule);
  if (isRuleOurs && !isRuleNeeded && !vacated.has("permissions")) {
    vacated.add("permissions.allow").add("permissions");
    const item = (at(document, ["permissions", "allow"])?.children ?? []).findLast(
      ({ value }) => value === wanted.rule,
    );
    if (item !== undefined) return removeChild(document, item);
  }
  for (const path of [...vacated].sort((a, b) => b.length - a.length)) {
    if (made !== undefined && !made.containers.includes(path)) continue;
    const node = at(document, path.split("."));
    // Without a record only what our own removal has emptied is taken, and a comment makes it somebody's.
    if (node === undefined || !isEmpty(document, node)) continue;
    return removeChild(document, node.parent as Node);
  }
  return removePreamble(document, wanted, made);
}

/** Takes back what every file of the harness begins with, once nothing but that is left. */
function removePreamble(document: Document, { harness }: Wanted, made: Made | undefined): Step {
  const { preamble } = jsonForm(harness);
  const left = document.root.children ?? [];
  const isOurs = ({ children }: Node) => {
    const key = children?.[0]?.value as string;
    return (
      made?.containers.includes(key) === true &&
      Object.hasOwn(preamble, key) &&
      preamble[key] === children?.[1]?.value
    );
  };
  const [first] = left;
  return first !== undefined && left.every(isOurs) ? removeChild(document, first) : undefined;
}

/** The containers that an entry stands in, from the inmost to the outmost. */
function pathsAbove(key: string, { harness, root }: Ground): readonly (readonly string[])[] {
  const whole = jsonForm(harness).layout === "triggers" ? root : [...root, key];
  return whole.map((_, index) => whole.slice(0, whole.length - index));
}

function isEmpty(document: Document, container: Node): boolean {
  const close = container.offset + container.length - 1;
  return container.children?.length === 0 && tokenBefore(document, close)?.start === container.offset;
}

/** Takes the group along when nothing else is in it. */
function removeEntry(document: Document, entry: Entry): Step {
  const isAlone = entry.handler.parent?.children?.length === 1;
  return removeChild(document, isAlone ? entry.group : entry.handler);
}

/** Cuts names out of a command and leaves the rest of its text as somebody may have spelled it. */
function dropNames(document: Document, entry: Entry, wanted: Wanted): Step {
  const own = entry.own as NonNullable<Entry["own"]>;
  if (properties(entry.handler, "args").length > 0) {
    const left = own.names.filter((name) => !wanted.names.includes(name));
    return replaceValue(document, entry.handler, handlerFor(left, entry, wanted));
  }
  const cuts = own.spans
    .filter((_, index) => wanted.names.includes(own.names[index] as string))
    .map(({ start, end }) => ({ start: blankBefore(entry.command, start), end, text: "" }));
  return replaceValue(document, entry.commandNode, applyEdits(entry.command, cuts));
}

function blankBefore(text: string, offset: number): number {
  return offset - (/[ \t]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
}

function containersOf(
  text: string | undefined,
  ground: Ground,
): { readonly paths: ReadonlySet<string>; readonly rules: ReadonlySet<unknown> } {
  const paths = new Set<string>();
  const reading = read(withoutBom(text ?? "").body);
  if (reading.kind !== "document") return { paths, rules: new Set() };
  const { document } = reading;
  const { preamble } = jsonForm(ground.harness);
  const events = at(document, ground.root)?.children ?? [];
  const keys = [...events.map(({ children }) => String(children?.[0]?.value)), ""];
  const all = [
    ...keys.flatMap((key) => pathsAbove(key, ground)),
    ...Object.keys(preamble).map((key) => [key]),
    ["permissions"],
    ["permissions", "allow"],
  ];
  for (const path of all) if (at(document, path) !== undefined) paths.add(path.join("."));
  const rules = at(document, ["permissions", "allow"])?.children ?? [];
  return { paths, rules: new Set(rules.map(({ value }) => value)) };
}

/** The last line of defence against a fault of ours: what is not ours must mean the same before and after. */
function assertNothingLost(before: string, after: string, wanted: Wanted): void {
  const value = (text: string) => {
    const reading = read(text);
    return reading.kind === "document" ? foreignPart(plain(reading.document.root), wanted) : undefined;
  };
  if (JSON.stringify(value(before)) !== JSON.stringify(value(after))) {
    throw new Error("the planned text would change settings that are not ours; nothing was written");
  }
}

export function withoutBom(text: string): { readonly bom: string; readonly body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}

function refuse(text: string, { offset, says }: Misshape): Plan {
  return { kind: "refuse", problem: { ...positionOf(text, offset), says } };
}
