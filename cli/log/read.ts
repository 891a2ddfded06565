/** The log as values: what `hooks log`, `hooks stats`, doctor and the page read. */
import { readFile, stat } from "node:fs/promises";
import { failuresElsewhere, logPlaces } from "./places.ts";
import type { LogRecord } from "./record.ts";
import { KEPT } from "./rotate.ts";

export interface LogFilter {
  readonly harness?: string | undefined;
  readonly hook?: string | undefined;
  readonly rule?: string | undefined;
  readonly verdict?: string | undefined;
  /** The start of a session's id. */
  readonly session?: string | undefined;
  /** Calls in this folder and below. */
  readonly folder?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  /** A text that the record must hold somewhere. */
  readonly text?: string | undefined;
}

/** Every record that can be read, the oldest first. A line that is cut or damaged is passed over. */
export async function readLog(home: string, filter: LogFilter = {}): Promise<readonly LogRecord[]> {
  const { file } = logPlaces(home);
  const records: LogRecord[] = [];
  for (let number = KEPT; number >= 0; number -= 1) {
    const text = await readFile(number === 0 ? file : `${file}.${number}`, "utf8").catch(() => "");
    for (const line of text.split("\n")) {
      const record = parseRecord(line);
      if (record !== undefined && fits(record, filter)) records.push(record);
    }
  }
  return records;
}

export function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value = JSON.parse(line) as LogRecord;
    const isWhole =
      value.v === 1 &&
      typeof value.at === "string" &&
      typeof value.rule === "string" &&
      typeof value.verdict === "string";
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

export function fits(record: LogRecord, filter: LogFilter): boolean {
  const { harness, hook, rule, verdict, session, folder, since, text } = filter;
  if (harness !== undefined && record.harness !== harness) return false;
  if (hook !== undefined && record.hook !== hook) return false;
  if (rule !== undefined && record.rule !== rule) return false;
  if (verdict !== undefined && record.verdict !== verdict) return false;
  if (session !== undefined && record.session?.startsWith(session) !== true) return false;
  if (folder !== undefined && record.cwd !== folder && record.cwd?.startsWith(`${folder}/`) !== true)
    return false;
  if (since !== undefined && Date.parse(record.at) < since) return false;
  return text === undefined || JSON.stringify(record).includes(text);
}

/** A line that could not be logged. */
interface LogFailure {
  readonly at: string;
  readonly file: string;
  readonly code: string;
  readonly says: string;
}

/** The failures on record, the oldest first. */
export async function readFailures(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly (LogFailure & { readonly from: string })[]> {
  const found: (LogFailure & { readonly from: string })[] = [];
  for (const from of [logPlaces(home).failures, failuresElsewhere(env)]) {
    if (from === undefined) continue;
    for (const line of (await readFile(from, "utf8").catch(() => "")).split("\n")) {
      try {
        if (line !== "") found.push({ ...(JSON.parse(line) as LogFailure), from });
      } catch {
        // A cut line says nothing.
      }
    }
  }
  return found;
}

/** Milliseconds between two looks at a log that is followed. */
const LOOK_MS = 250;

/** New records as they are written, rotations included, until `isOver` says so. */
export async function* followLog(
  home: string,
  isOver: () => boolean = () => false,
): AsyncIterable<LogRecord> {
  const { file } = logPlaces(home);
  let { ino = 0, size: at = 0 } = (await stat(file).catch(() => undefined)) ?? {};
  let rest = "";
  while (!isOver()) {
    await Bun.sleep(LOOK_MS);
    const now = await stat(file).catch(() => undefined);
    if (now === undefined) continue;
    if (now.ino !== ino || now.size < at) {
      ino = now.ino;
      at = 0;
      rest = "";
    }
    if (now.size === at) continue;
    const part = await Bun.file(file).slice(at, now.size).text();
    at = now.size;
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const record = parseRecord(line);
      if (record !== undefined) yield record;
    }
  }
}
