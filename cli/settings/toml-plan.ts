/** Our `[[hooks]]` tables in a TOML file: put at the end, taken out whole, everything else byte for byte as it was. */
import type { Slot } from "@hasna/hooks-harness";
import { positionOf } from "./document.ts";
import { applyEdits, type Edit } from "./edit.ts";
import { type Ground, type Misshape, type Ownership, ours } from "./entries.ts";
import { type OwnCommand, ownCommand } from "./own-command.ts";
import { type HookFacts, type Made, ownershipOf, type Plan, type Wanted, withoutBom } from "./plan.ts";
import {
  gapBehind,
  readToml,
  type Statement,
  type TomlDocument,
  tableCut,
  tomlString,
} from "./toml-document.ts";

/** One `[[hooks]]` table of ours. */
interface Table extends Slot {
  readonly own: OwnCommand;
  readonly start: number;
  readonly end: number;
}

export function planTomlInstall(text: string | undefined, wanted: Wanted): Plan {
  const { bom, body } = withoutBom(text ?? "");
  const reading = readToml(body);
  if (reading.kind === "problem") return refuse(body, reading);
  const { document } = reading;
  const misshape = misshapeOf(document);
  if (misshape !== undefined) return refuse(body, misshape);
  const tables = ownTables(document, ownershipOf(wanted));
  const slots = slotsWanted(tables, wanted);
  const right = slots.map(({ slot, names }) => render(slot, names, wanted, document.eol));
  // Right and in order already: the tables as they would be written, each where it stands.
  const stand = tables.map(({ start, end }) => body.slice(start, end).trimEnd());
  if (tables.length === right.length && right.every((table, index) => table.trimEnd() === stand[index])) {
    return { kind: "unchanged", notes: [] };
  }
  const rest = applyEdits(body, cutsOf(body, tables));
  const gap = gapBehind({ text: rest, eol: document.eol });
  const after = rest + gap + right.join(document.eol);
  assertNothingLost(body, after, wanted);
  return { kind: "write", text: bom + after, notes: [] };
}

export function planTomlUninstall(text: string | undefined, wanted: Wanted, made: Made | undefined): Plan {
  if (text === undefined) return { kind: "unchanged", notes: [] };
  const { bom, body } = withoutBom(text);
  const reading = readToml(body);
  if (reading.kind === "problem") return refuse(body, reading);
  const { document } = reading;
  const tables = ownTables(document, ownershipOf(wanted));
  const leftOf = ({ own }: Table) => own.names.filter((name) => !wanted.names.includes(name));
  const gone = tables.filter((table) => leftOf(table).length === 0);
  const shrunk = tables.flatMap((table): readonly Edit[] => {
    const left = leftOf(table);
    if (left.length === 0 || left.length === table.own.names.length) return [];
    return [{ start: table.start, end: table.end, text: render(table, left, wanted, document.eol) }];
  });
  const edits = [...cutsOf(body, gone), ...shrunk].sort((a, b) => a.start - b.start);
  if (edits.length === 0) return { kind: "unchanged", notes: [] };
  const after = applyEdits(body, edits);
  assertNothingLost(body, after, wanted);
  if (after.trim() === "" && made?.file === true) return { kind: "remove", notes: [] };
  return { kind: "write", text: bom + after, notes: [] };
}

/** Names of our hooks that a TOML file registers; empty for a file that cannot be read. */
export function registeredInToml(text: string | undefined, ownership: Ownership): readonly string[] {
  const reading = readToml(withoutBom(text ?? "").body);
  if (reading.kind === "problem") return [];
  return [...new Set(ownTables(reading.document, ownership).flatMap(({ own }) => own.names))];
}

/** `hooks` spelled as a list in one line cannot be added to by tables. */
function misshapeOf({ value, statements }: TomlDocument): Misshape | undefined {
  const inline = statements.find(
    ({ kind, path }) => path[0] === "hooks" && path.length === 1 && kind !== "array-table",
  );
  if (value.hooks === undefined || inline === undefined) return undefined;
  return {
    offset: inline.start,
    says: '"hooks" is written in a form that no table can be added to; write each entry as [[hooks]]',
  };
}

function ownTables({ value, statements, text }: TomlDocument, ownership: Ownership): readonly Table[] {
  const items: readonly unknown[] = Array.isArray(value.hooks) ? value.hooks : [];
  const found: Table[] = [];
  let count = -1;
  for (const [index, statement] of statements.entries()) {
    if (statement.kind !== "array-table" || statement.path.join(".") !== "hooks") continue;
    const item = items[++count];
    if (typeof item !== "object" || item === null) continue;
    const { event, matcher, command } = item as Readonly<Record<string, unknown>>;
    const own = typeof command === "string" ? ours([command], ownership) : undefined;
    if (own === undefined || typeof event !== "string") continue;
    const end = endOf(statements, index, text);
    found.push({
      key: event,
      matcher: typeof matcher === "string" ? matcher : undefined,
      own,
      start: statement.start,
      end,
    });
  }
  return found;
}

/** Behind the last pair of a table: comments and blank lines in front of the next header belong to that one. */
function endOf(statements: readonly Statement[], from: number, text: string): number {
  let end = (statements[from] as Statement).end;
  for (const statement of statements.slice(from + 1)) {
    if (statement.kind !== "pair") return end;
    end = statement.end;
  }
  return Math.min(end, text.length);
}

/** The cuts that take tables out, those in a row as one. */
function cutsOf(text: string, tables: readonly Table[]): readonly Edit[] {
  const rows: { start: number; end: number }[] = [];
  for (const { start, end } of tables) {
    const last = rows.at(-1);
    if (last !== undefined && text.slice(last.end, start).trim() === "") last.end = end;
    else rows.push({ start, end });
  }
  return rows.map(({ start, end }) => ({ ...tableCut(text, start, end), text: "" }));
}

interface SlotNames {
  readonly slot: Slot;
  readonly names: readonly string[];
}

function slotsWanted(tables: readonly Table[], wanted: Wanted): readonly SlotNames[] {
  const hooks = wanted.catalogue.filter(({ name }) => wanted.names.includes(name));
  const slots: { slot: Slot; names: string[] }[] = [];
  const put = (slot: Slot, name: string) => {
    const same = slots.find(({ slot: other }) => other.key === slot.key && other.matcher === slot.matcher);
    if (same === undefined) slots.push({ slot: { key: slot.key, matcher: slot.matcher }, names: [name] });
    else if (!same.names.includes(name)) same.names.push(name);
  };
  for (const table of tables) {
    for (const name of table.own.names) if (!wanted.names.includes(name)) put(table, name);
  }
  for (const hook of hooks) for (const slot of slotsOf(hook, wanted)) put(slot, hook.name);
  const order = wanted.catalogue.map(({ name }) => name);
  for (const { names } of slots) names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return slots;
}

function slotsOf(hook: HookFacts, { harness }: Ground): readonly Slot[] {
  return hook.events.flatMap((event) => harness.slots(event, hook.matcher));
}

function render({ key, matcher }: Slot, names: readonly string[], wanted: Wanted, eol: string): string {
  const command = ownCommand(wanted.program, names, wanted.harness.id);
  const fields = wanted.harness.handler({ key, matcher, command, guard: false });
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name} = ${typeof value === "string" ? tomlString(value) : String(value)}`,
  );
  return ["[[hooks]]", ...lines, ""].join(eol);
}

/** What is not ours must mean the same before and after, and the text must still be TOML. */
function assertNothingLost(before: string, after: string, wanted: Wanted): void {
  const foreign = (text: string) => {
    const reading = readToml(text);
    if (reading.kind === "problem") throw new Error("an edit broke the settings text; nothing was written");
    const { hooks, ...rest } = reading.document.value;
    const items: readonly unknown[] = Array.isArray(hooks) ? hooks : [];
    const left = items.filter((item) => {
      const { command } = item as { readonly command?: unknown };
      return typeof command !== "string" || ours([command], ownershipOf(wanted)) === undefined;
    });
    return JSON.stringify([rest, left], (_, value) => (typeof value === "bigint" ? String(value) : value));
  };
  if (foreign(before) !== foreign(after)) {
    throw new Error("the planned text would change settings that are not ours; nothing was written");
  }
}

function refuse(text: string, { offset, says }: Misshape): Plan {
  return { kind: "refuse", problem: { ...positionOf(text, offset), says } };
}
