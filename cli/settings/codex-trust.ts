/**
 * Codex runs an entry of hooks.json only when the hash of that very entry stands in the user's config.toml. The hash is
 * computed as Codex does (checked against 0.171.0), so that trust can be shown, written and taken back without it.
 */
import { createHash } from "node:crypto";
import { codexSnake, codexTrustIdentity, codexTrustKey, type Harness } from "@hasna/hooks-harness";
import { plain, positionOf, read } from "./document.ts";
import { applyEdits, type Edit } from "./edit.ts";
import { type Ground, type Ownership, ours } from "./entries.ts";
import { type Plan, withoutBom } from "./plan.ts";
import { gapBehind, readToml, type Statement, type TomlDocument, tableCut } from "./toml-document.ts";

/** One entry of ours and whether Codex would run it. */
export interface TrustEntry {
  /** The name under which trust is kept: file, event, places of group and handler. */
  readonly key: string;
  readonly hash: string;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly command: string;
}

/** - `modified`: trusted once, and the entry has changed since. - `off`: switched off by a person. */
export type TrustState = "trusted" | "untrusted" | "modified" | "off";

type Fields = Readonly<Record<string, unknown>>;

/** Our entries in the text of a hooks.json that stands, or will stand, at `path`. */
export function trustEntries(
  text: string | undefined,
  path: string,
  { harness, root }: Ground,
  ownership: Ownership,
): readonly TrustEntry[] {
  const found: TrustEntry[] = [];
  for (const { event, index, place, group, handler } of handlersIn(text, root)) {
    const { command } = handler;
    if (!isKnown(event, harness) || typeof command !== "string") continue;
    if (ours([command], ownership) === undefined) continue;
    const matcher = typeof group.matcher === "string" ? group.matcher : undefined;
    const key = codexTrustKey(path, event, index, place);
    found.push({ key, hash: hashOf(event, matcher, handler), event, matcher, command });
  }
  return found;
}

interface Placed {
  readonly event: string;
  /** Of the group in its event, from 0. */
  readonly index: number;
  /** Of the handler in its group, from 0. */
  readonly place: number;
  readonly group: Fields;
  readonly handler: Fields;
}

function handlersIn(text: string | undefined, root: readonly string[]): readonly Placed[] {
  const reading = read(withoutBom(text ?? "").body);
  let value = reading.kind === "document" ? plain(reading.document.root) : undefined;
  for (const key of root) value = isObject(value) ? value[key] : undefined;
  return Object.entries(isObject(value) ? value : {}).flatMap(([event, groups]) =>
    list(groups).flatMap((group, index) =>
      list(isObject(group) ? group.hooks : []).flatMap((handler, place) =>
        isObject(group) && isObject(handler) ? [{ event, index, place, group, handler }] : [],
      ),
    ),
  );
}

/** Where the entries of others stand, in order: trust is kept by place, so one that moves is skipped from then on. */
export function foreignPlaces(
  text: string | undefined,
  { harness, root }: Ground,
  ownership: Ownership,
): readonly string[] {
  const found: string[] = [];
  for (const { event, index, place, handler } of handlersIn(text, root)) {
    if (!isKnown(event, harness)) continue;
    const isOurs = typeof handler.command === "string" && ours([handler.command], ownership) !== undefined;
    if (!isOurs) found.push(`${codexSnake(event)}:${index}:${place}`);
  }
  return found;
}

/** What a config.toml says of an entry; a file that cannot be read trusts nothing. */
export function trustState(config: string | undefined, { key, hash }: TrustEntry): TrustState {
  const reading = readToml(withoutBom(config ?? "").body);
  const state = reading.kind === "document" ? stateOf(reading.document, key) : undefined;
  if (state === undefined) return "untrusted";
  if (state.enabled === false) return "off";
  return state.trusted_hash === hash ? "trusted" : "modified";
}

/** Plans a config.toml in which these entries are trusted. */
export function planTrust(config: string | undefined, entries: readonly TrustEntry[]): Plan {
  const { bom, body } = withoutBom(config ?? "");
  let text = body;
  for (const entry of entries) {
    const reading = readToml(text);
    if (reading.kind === "problem") return refuse(text, reading.offset, reading.says);
    const { document } = reading;
    const table = tableOf(document, entry.key);
    if (table === undefined && stateOf(document, entry.key) !== undefined) {
      return refuse(
        text,
        0,
        `trust for ${entry.key} is written in a form that cannot be edited; trust it with /hooks`,
      );
    }
    text =
      table === undefined ? append(document, entry) : applyEdits(text, corrections(document, table, entry));
    const after = readToml(text);
    if (after.kind === "problem") return refuse(body, 0, `no table can be added to it (${after.says})`);
  }
  return text === body ? { kind: "unchanged", notes: [] } : { kind: "write", text: bom + text, notes: [] };
}

/** Plans a config.toml without the trust for these entries; trust for an entry that has changed is not ours to take. */
export function planDistrust(config: string | undefined, entries: readonly TrustEntry[]): Plan {
  if (config === undefined) return { kind: "unchanged", notes: [] };
  const { bom, body } = withoutBom(config);
  const reading = readToml(body);
  if (reading.kind === "problem") return refuse(body, reading.offset, reading.says);
  const { document } = reading;
  const edits = entries
    .flatMap((entry): Edit[] => {
      const table = tableOf(document, entry.key);
      if (table === undefined || stateOf(document, entry.key)?.trusted_hash !== entry.hash) return [];
      const end = endOf(document, table);
      return [{ ...tableCut(body, table.start, end), text: "" }];
    })
    .sort((a, b) => a.start - b.start);
  if (edits.length === 0) return { kind: "unchanged", notes: [] };
  const text = applyEdits(body, edits);
  return text === "" ? { kind: "remove", notes: [] } : { kind: "write", text: bom + text, notes: [] };
}

function hashOf(event: string, matcher: string | undefined, handler: Fields): string {
  const identity = codexTrustIdentity(event, matcher, handler);
  return `sha256:${createHash("sha256").update(identity).digest("hex")}`;
}

function isKnown(event: string, { events }: Harness): boolean {
  return Object.values(events).includes(event);
}

function stateOf({ value }: TomlDocument, key: string): Fields | undefined {
  const hooks = isObject(value.hooks) ? value.hooks : {};
  const state = isObject(hooks.state) ? hooks.state : {};
  const one = Object.hasOwn(state, key) ? state[key] : undefined;
  return isObject(one) ? one : undefined;
}

function tableOf({ statements }: TomlDocument, key: string): Statement | undefined {
  return statements.find(
    ({ kind, path }) =>
      kind === "table" && path.length === 3 && path[0] === "hooks" && path[1] === "state" && path[2] === key,
  );
}

function pairsOf({ statements }: TomlDocument, table: Statement): readonly Statement[] {
  const from = statements.indexOf(table) + 1;
  const next = statements.findIndex(({ kind }, index) => index >= from && kind !== "pair");
  return statements.slice(from, next === -1 ? undefined : next);
}

function endOf(document: TomlDocument, table: Statement): number {
  return pairsOf(document, table).at(-1)?.end ?? table.end;
}

function corrections(document: TomlDocument, table: Statement, { hash }: TrustEntry): readonly Edit[] {
  const { text, eol } = document;
  const wanted = { enabled: "true", trusted_hash: JSON.stringify(hash) };
  const pairs = pairsOf(document, table);
  const edits: Edit[] = [];
  let missing = "";
  for (const [name, value] of Object.entries(wanted)) {
    const pair = pairs.find(({ path }) => path.join(".") === name);
    if (pair === undefined) missing += `${name} = ${value}${eol}`;
    else if (text.slice(pair.valueStart, pair.valueEnd) !== value)
      edits.push({ start: pair.valueStart, end: pair.valueEnd, text: value });
  }
  if (missing !== "") {
    const lead = text.slice(0, table.end).endsWith("\n") ? "" : eol;
    edits.push({ start: table.end, end: table.end, text: lead + missing });
  }
  return edits.sort((a, b) => a.start - b.start);
}

function append({ text, eol }: TomlDocument, { key, hash }: TrustEntry): string {
  const lines = [
    `[hooks.state.${JSON.stringify(key)}]`,
    "enabled = true",
    `trusted_hash = ${JSON.stringify(hash)}`,
    "",
  ];
  return text + gapBehind({ text, eol }) + lines.join(eol);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(text: string, offset: number, says: string): Plan {
  return { kind: "refuse", problem: { ...positionOf(text, offset), says } };
}
