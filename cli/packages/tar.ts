/**
 * Tar archives, read with suspicion and written always the same: regular files and folders only, no path that leaves the
 * archive, no two entries for one path. What npm, git archive, GNU tar and bsdtar write of a package is read.
 */
import { gunzipSync } from "node:zlib";
import { Trouble } from "./trouble.ts";

export interface TarFile {
  /** Relative, with forward slashes, no `.` or `..` in it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

const BLOCK = 512;
/** Bytes unpacked and files at most: a small archive can hold a very large one. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 20_000;

/** The archive without its gzip, where it has one. */
function withoutGzip(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const isBomb = (error as { readonly code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw odd(isBomb ? "it unpacks to more than a hook may hold" : "its gzip is damaged");
  }
}

/** Every file of an archive, gzipped or not, in its order. @throws Trouble for what no honest package holds. */
export function readTar(archive: Uint8Array): readonly TarFile[] {
  const bytes = withoutGzip(archive);
  const files: TarFile[] = [];
  const seen = new Map<string, "file" | "folder">();
  let at = 0;
  let longName: string | undefined;
  let isEnded = false;
  while (at + BLOCK <= bytes.length) {
    const header = bytes.subarray(at, at + BLOCK);
    at += BLOCK;
    if (header.every((byte) => byte === 0)) {
      isEnded = true;
      break;
    }
    checkSum(header);
    const size = octal(header.subarray(124, 136));
    const end = at + size;
    if (end > bytes.length) throw odd("it ends in the middle of a file");
    const body = bytes.subarray(at, end);
    at = end + ((BLOCK - (size % BLOCK)) % BLOCK);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "x") {
      longName = paxPath(body) ?? longName;
      continue;
    }
    // What git archive says of the whole archive: the commit.
    if (type === "g") {
      if (paxPath(body) !== undefined) throw odd("it gives one path to all its files");
      continue;
    }
    if (type === "L") {
      longName = text(body);
      continue;
    }
    const path = safePath(longName ?? nameIn(header));
    longName = undefined;
    if (type === "5") {
      if (path !== "") note(seen, path, "folder");
      continue;
    }
    if (type === "1" || type === "2") throw odd(`"${path}" is a link`);
    if (type !== "0" && type !== "\0" && type !== "7") throw odd(`"${path}" is neither a file nor a folder`);
    if (path === "" || path.endsWith("/")) throw odd("it holds a file without a name");
    note(seen, path, "file");
    if (files.length >= MOST_FILES) throw odd(`it holds more than ${MOST_FILES} files`);
    files.push({ path, bytes: body, isExecutable: (octal(header.subarray(100, 108)) & 0o111) !== 0 });
  }
  if (!isEnded) throw odd("it has no end");
  return files;
}

/** A file where a folder stands already, a name in two spellings of case or twice: which one counts would be chance. */
function note(seen: Map<string, "file" | "folder">, path: string, kind: "file" | "folder"): void {
  const key = path.normalize("NFC").toLowerCase();
  const known = seen.get(key);
  if (known !== undefined && (kind === "file" || known === "file")) throw odd(`it holds "${path}" twice`);
  seen.set(key, kind);
  for (let cut = key.lastIndexOf("/"); cut > 0; cut = key.lastIndexOf("/", cut - 1)) {
    const above = key.slice(0, cut);
    if (seen.get(above) === "file") throw odd(`it holds "${path}" below a file`);
    seen.set(above, "folder");
  }
}

function safePath(path: string): string {
  if (/[\0-\x1f\x7f\\]/.test(path))
    throw odd("it holds a path with a character that no file of a package has");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) throw odd(`it holds the absolute path "${path}"`);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw odd(`it holds the path "${path}", which leads out of it`);
  return parts.join("/");
}

function nameIn(header: Uint8Array): string {
  const isUstar = text(header.subarray(257, 262)) === "ustar";
  const prefix = isUstar ? text(header.subarray(345, 500)) : "";
  const name = text(header.subarray(0, 100));
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** The path in a pax header's records, `LENGTH path=VALUE\n`. */
function paxPath(body: Uint8Array): string | undefined {
  let path: string | undefined;
  let at = 0;
  while (at < body.length) {
    const blank = body.indexOf(0x20, at);
    const length = blank === -1 ? Number.NaN : Number(text(body.subarray(at, blank)));
    if (!Number.isInteger(length) || length <= blank - at || at + length > body.length)
      throw odd("it has a damaged header");
    const record = text(body.subarray(blank + 1, at + length - 1));
    const [key, value] = [record.slice(0, record.indexOf("=")), record.slice(record.indexOf("=") + 1)];
    if (key === "path") path = value;
    if (key === "linkpath") throw odd("it holds a link");
    if (key === "size") throw odd("it holds a file of more than eight gigabytes");
    at += length;
  }
  return path;
}

function checkSum(header: Uint8Array): void {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  if (sum !== octal(header.subarray(148, 156))) throw odd("it is damaged, or no tar archive");
}

function octal(field: Uint8Array): number {
  const digits = text(field).trim();
  if (!/^[0-7]*$/.test(digits)) throw odd("it has a damaged header");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function text(field: Uint8Array): string {
  const end = field.indexOf(0);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(end === -1 ? field : field.subarray(0, end));
  } catch {
    throw odd("it holds a name that is not UTF-8");
  }
}

function odd(says: string): Trouble {
  return new Trouble(`the archive was turned away: ${says}`, "Nothing of it was kept. Tell its publisher.");
}

/** An archive of these files: sorted, no dates, no owners, so that the same files are the same bytes. */
export function writeTar(files: readonly TarFile[]): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const { path, bytes, isExecutable } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = new TextEncoder().encode(path);
    if (name.length > 100) {
      const record = paxRecord(path);
      blocks.push(header("PaxHeader", record.length, "x", false), padded(record));
    }
    blocks.push(header(path, bytes.length, "0", isExecutable), padded(bytes));
  }
  blocks.push(new Uint8Array(2 * BLOCK));
  return Buffer.concat(blocks);
}

function paxRecord(path: string): Uint8Array {
  const rest = new TextEncoder().encode(` path=${path}\n`);
  // The length counts its own digits.
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([new TextEncoder().encode(String(length)), rest]);
}

function header(path: string, size: number, type: string, isExecutable: boolean): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, value: string) => block.set(new TextEncoder().encode(value), at);
  block.set(new TextEncoder().encode(path).subarray(0, 100), 0);
  put(100, isExecutable ? "0000755\0" : "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, type);
  put(257, "ustar\x0000");
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

function padded(bytes: Uint8Array): Uint8Array {
  const rest = (BLOCK - (bytes.length % BLOCK)) % BLOCK;
  return rest === 0 ? bytes : Buffer.concat([bytes, new Uint8Array(rest)]);
}
