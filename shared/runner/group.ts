/** The processes of one run: a session of its own, led by the command. */
import { readdirSync, readFileSync } from "node:fs";

/** Between two looks at whether a group is gone, in milliseconds. */
const POLL_MS = 15;
/** How long a process may take to vanish after KILL; one that waits for a disk takes longer, and is reported. */
const VANISH_MS = 3000;

export class Group {
  /** Process id of the leader, which is the id of its group and session as well. */
  readonly id: number;
  /** A table of processes that is older than the group says nothing about it. */
  readonly #born: number = performance.now();
  /** Once seen empty, the id may belong to strangers: never signalled again. */
  #gone = false;

  constructor(id: number) {
    this.id = id;
  }

  /** Whether a process of the group is there. Cheap: one system call; one more look where it says yes. */
  alive(): boolean {
    return signalled(-this.id, 0) && !this.#empty();
  }

  /** Running processes of the group and of the leader's session: a shell with job control puts its jobs in other groups. */
  members(): readonly number[] {
    if (this.#gone) return [];
    const table = processTable(this.#born);
    if (table === undefined) return signalled(-this.id, 0) ? [this.id] : [];
    return table.filter((row) => this.#has(row)).map(({ id }) => id);
  }

  /** The members as they are now, however old the table is. */
  left(): readonly number[] {
    return this.members().filter((id) => {
      const row = processRow(String(id));
      return row === undefined ? !hasProcessTable() : this.#has(row);
    });
  }

  #has(row: ProcessRow): boolean {
    return row.group === this.id || row.session === this.id;
  }

  /** Who is gone stays gone: every process of the group descends from one of the group. */
  #empty(): boolean {
    if (this.#gone) return true;
    if (this.members().length > 0) return false;
    // One that forked and ended while the table was read is missed, and so is its child: looked at once more.
    if (signalled(-this.id, 0)) {
      tableExpires = 0;
      if (this.members().length > 0) return false;
    }
    this.#gone = true;
    return true;
  }

  /** Running descendants of the leader that are in a session of their own, as long as their parents live. */
  escaped(): readonly number[] {
    const table = processTable(performance.now()) ?? [];
    const family = new Set([this.id]);
    for (let grew = true; grew; ) {
      const before = family.size;
      for (const { id, parent } of table) if (family.has(parent)) family.add(id);
      grew = family.size > before;
    }
    return table.filter(({ id, session }) => family.has(id) && session !== this.id).map(({ id }) => id);
  }

  signal(name: "SIGTERM" | "SIGKILL"): void {
    if (this.#gone) return;
    signalled(-this.id, name);
    for (const { id, group, session } of processTable(this.#born) ?? []) {
      if (session !== this.id || group === this.id) continue;
      // The table may be some milliseconds old: the id is signalled only while it still is of this session.
      if (processRow(String(id))?.session === this.id) signalled(id, name);
    }
  }

  /** Waits until no process of the group and of the session is left; false when the time is over first. */
  async emptied(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (!this.#empty()) {
      if (performance.now() >= end) return false;
      await Bun.sleep(Math.min(POLL_MS, Math.max(1, end - performance.now())));
    }
    return true;
  }

  /** KILL for what is left, and the ids of those that are still there some seconds later. */
  async killed(): Promise<readonly number[]> {
    this.signal("SIGKILL");
    return (await this.emptied(VANISH_MS)) ? [] : this.left();
  }
}

interface ProcessRow {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

let lastTable: readonly ProcessRow[] | undefined;
let tableBegan = 0;
let tableExpires = 0;

/**
 * Every running process, zombies left out: they hold nothing and wait for their parent. Undefined without /proc. Shared
 * by all runs for some milliseconds: 200 runs that end at once must not read /proc 200 times over.
 */
function processTable(notBefore: number): readonly ProcessRow[] | undefined {
  const began = performance.now();
  if (began < tableExpires && tableBegan >= notBefore) return lastTable;
  tableBegan = began;
  lastTable = readProcessTable();
  const ended = performance.now();
  tableExpires = ended + Math.max(POLL_MS - 5, 2 * (ended - began));
  return lastTable;
}

function hasProcessTable(): boolean {
  return lastTable !== undefined;
}

function readProcessTable(): readonly ProcessRow[] | undefined {
  let names: readonly string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  const rows: ProcessRow[] = [];
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const row = processRow(name);
    if (row !== undefined) rows.push(row);
  }
  return rows.length === 0 ? undefined : rows;
}

function processRow(name: string): ProcessRow | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${name}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The program's name stands in parentheses and may hold blanks and parentheses itself.
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === undefined || state === "Z" || state === "X") return undefined;
  return { id: Number(name), parent: Number(parent), group: Number(group), session: Number(session) };
}

/** Whether the signal found somebody. */
function signalled(target: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    // Somebody is there, of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
