/** From a settings file's text to the text with, or without, our entries. Pure; `apply.ts` writes what this decides. */
import type { Harness, Json } from "@hasna/hooks-harness";
import type { Hook, HookEvent } from "@hasna/hooks-registry";
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
import { type Entry, entriesOf, type Misshape, type Ownership, single } from "./entries.ts";
import { foreignPart } from "./foreign.ts";
import { notesOf } from "./notes.ts";
import { ownCommand, readOwnCommand, sameCommand } from "./own-command.ts";
import type { Note, Problem } from "./problem.ts";

export type HookFacts = Pick<Hook, "name" | "events" | "matcher" | "kind" | "rewritesInput">;

/** What one settings file is to hold. */
export interface Wanted {
  readonly harness: Harness;
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
  const notes = notesOf(settled.document, wanted);
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
  const notes = notesOf(settled.document, { ...wanted, names: [] });
  if (settled.text === body) return { kind: "unchanged", notes };
  const { root, tokens } = settled.document;
  // Two tokens are the braces: no key, and no comment either.
  if (made?.file === true && root.children?.length === 0 && tokens.length === 2)
    return { kind: "remove", notes };
  return { kind: "write", text: bom + settled.text, notes };
}

/** What exists in `after` and not in `before`, for the record. */
export function madeBy(before: string | undefined, after: string, wanted: Wanted): Made {
  const had = containersOf(before, wanted.harness);
  const has = containersOf(after, wanted.harness);
  return {
    file: before === undefined,
    containers: [...has.paths].filter((path) => !had.paths.has(path)),
    rule: wanted.rule !== undefined && has.rules.has(wanted.rule) && !had.rules.has(wanted.rule),
  };
}

/** Names of our hooks that a file registers; empty for a file that cannot be read. */
export function registeredIn(
  text: string | undefined,
  harness: Harness,
  ownership: Ownership,
): readonly string[] {
  const reading = read(withoutBom(text ?? "").body);
  if (reading.kind !== "document") return [];
  const found = entriesOf(reading.document, harness, ownership);
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
  const found = entriesOf(document, wanted.harness, ownershipOf(wanted));
  if (found.kind === "misshape") return found;
  const own = found.entries.filter((entry) => entry.own !== undefined);
  for (const entry of own) {
    const names = namesFor(entry, own, wanted);
    const edits = names.length === 0 ? removeEntry(document, entry) : correct(document, entry, names, wanted);
    if (edits !== undefined) return edits;
  }
  for (const hook of hooksOf(wanted)) {
    for (const event of hook.events) {
      if (wanted.harness.events[event] === undefined) continue;
      const isRegistered = own.some((entry) => entry.event === event && entry.own?.names.includes(hook.name));
      if (!isRegistered) return addEntry(document, hook, event, wanted);
    }
  }
  return wanted.rule === undefined ? undefined : addRule(document, wanted.rule);
}

function hooksOf(wanted: Wanted): readonly HookFacts[] {
  return wanted.catalogue.filter(({ name }) => wanted.names.includes(name));
}

/** The names that one of our entries should run; none for an entry that another one takes over. */
function namesFor(entry: Entry, own: readonly Entry[], wanted: Wanted): readonly string[] {
  const alike = own.filter(
    (other) => other.event === entry.event && sameMatcher(other.matcher, entry.matcher),
  );
  if (alike[0] !== entry) return [];
  const belonging = hooksOf(wanted).filter(
    (hook) => hook.events.includes(entry.event) && sameMatcher(matcherOf(hook, wanted), entry.matcher),
  );
  const staying = alike.flatMap(({ own }) => own?.names ?? []).filter((name) => !wanted.names.includes(name));
  return inOrder([...belonging.map(({ name }) => name), ...staying], wanted);
}

function inOrder(names: readonly string[], wanted: Wanted): readonly string[] {
  const known = wanted.catalogue.map(({ name }) => name).filter((name) => names.includes(name));
  return [...new Set([...known, ...names])];
}

function matcherOf(hook: HookFacts, { harness }: Wanted): string | undefined {
  return harness.registration({ matcher: hook.matcher, command: "", guard: false }).matcher;
}

function sameMatcher(a: string | undefined, b: string | undefined): boolean {
  const every = (matcher: string | undefined) => (matcher === undefined || matcher === "*" ? "" : matcher);
  return every(a) === every(b);
}

/** Keys that would switch a guard off or bring it out of our form; `if` and `async` lose its verdict. */
const FOREIGN_KEYS = ["args", "async", "asyncRewake", "if", "once", "shell"];

/** Brings one of our entries to what it should say, with the smallest edit; undefined when it says so already. */
function correct(document: Document, entry: Entry, names: readonly string[], wanted: Wanted): Step {
  const { handler, own } = entry;
  const fields = handlerFor(names, entry.matcher, wanted);
  const isForeign = FOREIGN_KEYS.some((key) => properties(handler, key).length > 0);
  const isDoubled = Object.keys(fields).some((key) => properties(handler, key).length > 1);
  const [type] = properties(handler, "type");
  if (isForeign || isDoubled || type === undefined || propertyValue(type)?.value !== fields.type) {
    return replaceValue(document, handler, fields);
  }
  const right = readOwnCommand(fields.command as string);
  if (own === undefined || right === undefined || !sameCommand(own, right)) {
    return replaceValue(document, entry.commandNode, fields.command as string);
  }
  for (const [key, value] of Object.entries(fields)) {
    if (key === "type" || key === "command") continue;
    const [property] = properties(handler, key);
    const node = property === undefined ? undefined : propertyValue(property);
    if (node === undefined) return addProperty(document, handler, key, value);
    // A person may give an entry more time; what is no time at all would lose the whole file.
    const isFine =
      key === "timeout" ? typeof node.value === "number" && node.value > 0 : node.value === value;
    if (!isFine) return replaceValue(document, node, value);
  }
  return undefined;
}

function handlerFor(
  names: readonly string[],
  matcher: string | undefined,
  { harness, program, catalogue }: Wanted,
): Readonly<Record<string, Json>> {
  const guard = catalogue.some(({ name, kind }) => kind === "guard" && names.includes(name));
  return harness.registration({ matcher: matcher ?? "", command: ownCommand(program, names), guard }).handler;
}

function addEntry(document: Document, hook: HookFacts, event: HookEvent, wanted: Wanted): Step {
  const key = wanted.harness.events[event] as string;
  const matcher = matcherOf(hook, wanted);
  const handler = handlerFor([hook.name], matcher, wanted);
  const group: Json = { ...(matcher !== undefined && { matcher }), hooks: [handler] };
  return addInto(document, ["hooks", key], group);
}

function addRule(document: Document, rule: string): Step {
  const allowed = at(document, ["permissions", "allow"]);
  if (allowed !== undefined && "says" in allowed) return allowed;
  if (allowed?.children?.some(({ value }) => value === rule)) return undefined;
  return addInto(document, ["permissions", "allow"], rule);
}

/** Adds an item to the list under two keys, making what is missing on the way. */
function addInto(document: Document, [outer, inner]: readonly [string, string], item: Json): Step {
  const object = single(document.root, outer, "object");
  if (object === undefined) return addProperty(document, document.root, outer, { [inner]: [item] });
  if ("says" in object) return object;
  const list = single(object, inner, "array");
  if (list === undefined) return addProperty(document, object, inner, [item]);
  return "says" in list ? list : addItem(document, list, item);
}

function at(document: Document, path: readonly string[]): Node | Misshape | undefined {
  let node: Node = document.root;
  for (const [index, key] of path.entries()) {
    const next = single(node, key, index === path.length - 1 && path.length > 1 ? "array" : "object");
    if (next === undefined || "says" in next) return next;
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
  const found = entriesOf(document, wanted.harness, ownershipOf(wanted));
  if (found.kind === "misshape") return found;
  const own = found.entries.filter((entry) => entry.own !== undefined);
  for (const entry of own) {
    const names = entry.own?.names ?? [];
    const left = names.filter((name) => !wanted.names.includes(name));
    if (left.length === names.length) continue;
    if (left.length > 0) return dropNames(document, entry, wanted);
    vacated.add(`hooks.${wanted.harness.events[entry.event]}`).add("hooks");
    return removeEntry(document, entry);
  }
  const rewriters = wanted.catalogue.filter(({ rewritesInput }) => rewritesInput).map(({ name }) => name);
  const isRuleNeeded = own.some((entry) => entry.own?.names.some((name) => rewriters.includes(name)));
  const isRuleOurs = wanted.rule !== undefined && (made === undefined || made.rule);
  if (isRuleOurs && !isRuleNeeded && !vacated.has("permissions")) {
    vacated.add("permissions.allow").add("permissions");
    const allowed = at(document, ["permissions", "allow"]);
    const items = allowed === undefined || "says" in allowed ? [] : (allowed.children ?? []);
    const item = items.findLast(({ value }) => value === wanted.rule);
    if (item !== undefined) return removeChild(document, item);
  }
  for (const path of [...vacated].sort((a, b) => b.length - a.length)) {
    if (made !== undefined && !made.containers.includes(path)) continue;
    const node = at(document, path.split("."));
    // Without a record only what our own removal has emptied is taken, and a comment makes it somebody's.
    if (node === undefined || "says" in node || !isEmpty(document, node)) continue;
    return removeChild(document, node.parent as Node);
  }
  return undefined;
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
    return replaceValue(document, entry.handler, handlerFor(left, entry.matcher, wanted));
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
  harness: Harness,
): { readonly paths: ReadonlySet<string>; readonly rules: ReadonlySet<unknown> } {
  const paths = new Set<string>();
  const reading = read(withoutBom(text ?? "").body);
  if (reading.kind !== "document") return { paths, rules: new Set() };
  const { document } = reading;
  const events = Object.values(harness.events).map((event) => ["hooks", event]);
  for (const path of [["hooks"], ...events, ["permissions"], ["permissions", "allow"]]) {
    const node = at(document, path);
    if (node !== undefined && !("says" in node)) paths.add(path.join("."));
  }
  const allowed = at(document, ["permissions", "allow"]);
  const rules = allowed === undefined || "says" in allowed ? [] : (allowed.children ?? []);
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
