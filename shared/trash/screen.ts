import { type Bytes, fromText, toReadable, toText } from "./bytes.ts";
import { Fault, faultCode } from "./fault.ts";
import type { Entry } from "./listing.ts";
import { kindWord } from "./listing.ts";
import type { Machine } from "./machine.ts";
import { shortId } from "./names.ts";
import { isWithin } from "./path.ts";
import type { Places } from "./places.ts";

/** Where verbs print: stdout for data, stderr for people, one JSON object when asked for. */
export interface Screen {
  readonly json: boolean;
  /** A reader who has seen enough (`trash list | head`) is no error. @throws Fault "print" for any other. */
  print(text: string): void;
  /** Never throws: a complaint that cannot be said must not stop the work. */
  warn(text: string): void;
}

/** The exit codes of every verb but `guard`. */
export const EXIT = { ok: 0, failed: 1, usage: 2, conflict: 3, unconfirmed: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface JsonError {
  readonly message: string;
  readonly path?: string;
}

export function openScreen(machine: Machine, json: boolean): Screen {
  return {
    json,
    print(text) {
      try {
        machine.out(fromText(`${text}\n`));
      } catch (thrown) {
        const code = faultCode(thrown);
        if (code !== "EPIPE") throw new Fault(code, "print", undefined);
      }
    },
    warn: (text) => complain(machine, `trash: ${text}\n`),
  };
}

/** To stderr, come what may. */
export function complain(machine: Machine, text: string): void {
  try {
    machine.err(fromText(text));
  } catch (thrown) {
    faultCode(thrown);
  }
}

/** The one shape of every JSON answer. */
export function answer(
  screen: Screen,
  command: string,
  ok: boolean,
  items: readonly object[],
  errors: readonly JsonError[],
  more: object = {},
): void {
  screen.print(JSON.stringify({ v: 1, ok, command, items, errors, ...more }));
}

/** A path for JSON: text, and the bytes beside it when they spell no text. */
export function pathJson(path: Bytes, key = "path"): Record<string, string> {
  const text = toText(path);
  if (text !== undefined) return { [key]: text };
  return { [key]: toReadable(path), [`${key}Bytes`]: btoa(path) };
}

/** What people see and type for an entry; `isOnly` when it is all that its command left in the trash. */
export function itemId(entry: Entry, isOnly: boolean): string {
  if (entry.command === undefined) return toReadable(entry.name);
  return isOnly ? shortId(entry.command) : `${shortId(entry.command)}:${entry.number}`;
}

export function entryJson(entry: Entry): object {
  return {
    id: entry.command === undefined ? toReadable(entry.name) : `${entry.command}:${entry.number}`,
    ...pathJson(entry.path),
    ...pathJson(entry.name, "name"),
    ...pathJson(entry.store.folder, "trash"),
    kind: kindWord(entry.stat.kind),
    deleted: entry.info.deleted,
    time: entry.time,
    class: entry.keep,
    partial: entry.info.partial,
    command: entry.command,
    session: entry.info.session,
    agent: entry.info.agent,
    toolUse: entry.info.toolUse,
  };
}

/** A path as people read it: `~` for home, control characters escaped, a slash behind a folder. */
export function shownPath(path: Bytes, places: Places, isFolder: boolean): string {
  const home = places.home;
  const short =
    home !== undefined && home !== "/" && isWithin(path, home) ? `~${path.slice(home.length)}` : path;
  const text = toReadable(short as Bytes).replace(
    /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return isFolder ? `${text}/` : text;
}

/** Columns as wide as their widest cell; the last one is not padded. `right` names the columns set flush right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, Bun.stringWidth(cell));
    });
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const gap = " ".repeat((widths[i] ?? 0) - Bun.stringWidth(cell));
          if (right.includes(i)) return gap + cell;
          return i === row.length - 1 ? cell : cell + gap;
        })
        .join("  "),
    )
    .join("\n");
}
