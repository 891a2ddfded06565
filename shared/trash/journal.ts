import { type Bytes, fromText, percentDecode, percentEncode, raw } from "./bytes.ts";
import { faultCode } from "./fault.ts";
import { listIfThere, makeFolders, readFile, withOpen } from "./files.ts";
import type { Machine } from "./machine.ts";
import type { CommandId } from "./names.ts";
import type { Origin } from "./origin.ts";
import { under } from "./path.ts";
import type { Places } from "./places.ts";
import { VERSION } from "./version.ts";

/**
 * What happened, one JSON object a line, in one file a month, only ever appended to. A line is written before the first
 * file moves: payload names carry the command and the number of the operand, so with the line's `cwd` and `argv` even
 * an info file that a power cut emptied can be written again, if the line itself reached the disk (`Durability`).
 */
export interface JournalLine {
  readonly v: 1;
  readonly id: CommandId;
  readonly kind: "guard" | "put" | "undo" | "restore" | "purge" | "refusal";
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly pid: number;
  readonly host: string;
  readonly uid: number;
  readonly version: string;
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  readonly toolUse?: string | undefined;
  /** Percent-encoded, as the names after it. */
  readonly cwd?: string | undefined;
  readonly argv?: readonly string[] | undefined;
  /** What an undo or a restore brought back, or a purge deleted. */
  readonly paths?: readonly string[] | undefined;
  /** The command that an undo undid. */
  readonly of?: CommandId | undefined;
  /** Why a delete was refused. */
  readonly reason?: string | undefined;
}

/** How sure a record is on the disk before files move: not at all; the disk was told to begin; or it is there. */
export type Durability = "none" | "started" | "command";

/** What every line about one call says. */
export interface Call {
  readonly machine: Machine;
  readonly command: CommandId;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly origin: Origin;
}

/** The line for a call in the folder `current`; undefined when that folder is gone. */
export function callLine(
  { machine, command, started, origin }: Call,
  kind: JournalLine["kind"],
  current: Bytes | undefined,
  argv: readonly Bytes[],
): JournalLine {
  return {
    v: 1,
    id: command,
    kind,
    time: started,
    pid: machine.pid,
    host: machine.host,
    uid: machine.uid,
    version: VERSION,
    ...origin,
    cwd: current === undefined ? undefined : percentEncode(current),
    argv: encodeNames(argv),
  };
}

function journalFolder(state: Bytes): Bytes {
  return under(state, "journal");
}

/** Appends one line. A journal that cannot be written never stops a delete: the info files say the same. */
export function appendJournal(
  machine: Machine,
  places: Places,
  line: JournalLine,
  durability: Durability,
): boolean {
  if (places.state === undefined) return false;
  const { disk } = machine;
  const folder = journalFolder(places.state);
  const file = under(folder, `${machine.localTime(line.time).slice(0, 7)}.jsonl`);
  const data = fromText(`${JSON.stringify(line)}\n`);
  const append = (): void =>
    withOpen(disk, file, "append", (fd) => {
      disk.write(fd, data);
      if (durability === "started") disk.startWriting(fd);
      if (durability === "command") disk.flush(fd);
    });
  try {
    append();
    return true;
  } catch (thrown) {
    if (faultCode(thrown) !== "ENOENT") return false;
  }
  try {
    makeFolders(disk, folder);
    append();
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}

/** All lines, oldest first; a line that a crash tore is left out. */
export function readJournal(machine: Machine, places: Places): readonly JournalLine[] {
  if (places.state === undefined) return [];
  const folder = journalFolder(places.state);
  const out: JournalLine[] = [];
  const months = listIfThere(machine.disk, folder)
    .map(({ name }) => name)
    .filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name))
    .sort();
  for (const month of months)
    for (const text of readFile(machine.disk, under(folder, month)).split("\n")) {
      const line = parseLine(text);
      if (line !== undefined) out.push(line);
    }
  return out;
}

function parseLine(bytes: string): JournalLine | undefined {
  if (bytes === "") return undefined;
  try {
    const value: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))),
    );
    if (typeof value !== "object" || value === null) return undefined;
    const line = value as Partial<JournalLine>;
    return typeof line.id === "string" && typeof line.kind === "string" && typeof line.time === "number"
      ? (line as JournalLine)
      : undefined;
  } catch {
    return undefined;
  }
}

function encodeNames(names: readonly Bytes[]): readonly string[] {
  const out: string[] = [];
  for (const name of names) out.push(percentEncode(name));
  return out;
}

export function decodeNames(names: readonly string[] | undefined): readonly Bytes[] {
  return (names ?? []).map((name) => raw(percentDecode(name)));
}
