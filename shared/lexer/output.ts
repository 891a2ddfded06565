/** What a command prints, when the text decides it: `echo`, `printf`, `cat` of a here-document, look-ups of programs. */
import { exactText } from "./field.ts";
import type { Field, Folder, Segment } from "./run.ts";

/** What a printer needs to know besides its words. */
export interface PrintContext {
  readonly folders: readonly Folder[];
  /** What standard input holds, when known. */
  readonly input: readonly Segment[] | undefined;
}

/** The output of one command, or undefined when the text does not decide it. */
export function printed(words: readonly Field[], context: PrintContext): readonly Segment[] | undefined {
  const verb = words[0];
  const name = verb === undefined ? undefined : exactText(verb);
  if (name === undefined) return undefined;
  switch (name) {
    case "echo":
      return printedByEcho(words);
    case "printf":
      return printedByPrintf(words);
    case "cat":
    case "tee":
      return words.length === 1 || (words.length === 2 && isText(words[1], "-")) ? context.input : undefined;
    case "pwd":
      return printedFolder(context.folders);
    case "which":
      return lookedUp(words.slice(1).filter((word) => !isText(word, "-a")));
    case "type":
      return isText(words[1], "-P") || isText(words[1], "-p") ? lookedUp(words.slice(2)) : undefined;
    case "command":
      return isText(words[1], "-v") ? lookedUp(words.slice(2)) : undefined;
    case "hash":
      return isText(words[1], "-t") ? lookedUp(words.slice(2)) : undefined;
    case "whereis":
      return undefined;
    case "true":
    case ":":
    case "false":
      return [];
    default:
      return undefined;
  }
}

function isText(field: Field | undefined, text: string): boolean {
  return field !== undefined && exactText(field) === text;
}

function printedFolder(folders: readonly Folder[]): readonly Segment[] | undefined {
  const folder = folders[0];
  if (folders.length !== 1 || folder?.kind !== "known") return undefined;
  return [{ kind: "text", text: folder.path }];
}

/** A program that is looked up has its name as the last component of an unknown path. */
function lookedUp(names: readonly Field[]): readonly Segment[] | undefined {
  const name = names.length === 1 && names[0] !== undefined ? exactText(names[0]) : undefined;
  if (name === undefined || name === "") return undefined;
  if (name.includes("/")) return [{ kind: "text", text: name }];
  return [
    { kind: "unknown", name: undefined, quoted: true },
    { kind: "text", text: `/${name}` },
  ];
}

function printedByEcho(words: readonly Field[]): readonly Segment[] {
  const segments: Segment[] = [];
  let index = 1;
  let escapes = false;
  let newline = true;
  for (; index < words.length; index += 1) {
    const word = words[index];
    const option = word === undefined ? undefined : exactText(word);
    if (option === undefined || !/^-[neE]+$/.test(option)) break;
    for (const letter of option.slice(1)) {
      if (letter === "n") newline = false;
      else escapes = letter === "e";
    }
  }
  for (let at = index; at < words.length; at += 1) {
    if (at > index) segments.push({ kind: "text", text: " " });
    for (const segment of words[at]?.segments ?? []) {
      if (segment.kind !== "text") segments.push({ kind: "unknown", name: nameOf(segment), quoted: true });
      else segments.push({ kind: "text", text: escapes ? decodeEscapes(segment.text) : segment.text });
    }
  }
  if (newline) segments.push({ kind: "text", text: "\n" });
  return segments;
}

function nameOf(segment: Segment): string | undefined {
  return segment.kind === "unknown" ? segment.name : undefined;
}

/** `%s`, `%b`, `%q`, `%d`, `%%` and escapes; any other conversion is an unknown. */
function printedByPrintf(words: readonly Field[]): readonly Segment[] | undefined {
  let first = 1;
  if (isText(words[1], "--")) first = 2;
  const written = words[first];
  const format = written === undefined ? undefined : exactText(written);
  if (format === undefined || format.startsWith("-v")) return undefined;
  const args = words.slice(first + 1);
  if (args.some((arg) => arg.maySplit || arg.mayVanish)) return undefined;
  const segments: Segment[] = [];
  let used = 0;
  let rounds = 0;
  do {
    const before = used;
    used = printRound(format, args, used, segments);
    rounds += 1;
    if (used === before || rounds > 256) break;
  } while (used < args.length);
  return rounds > 256 ? undefined : segments;
}

function printRound(format: string, args: readonly Field[], start: number, segments: Segment[]): number {
  let used = start;
  let from = 0;
  const pattern = /%(-?[0-9.]*)([a-zA-Z%])/g;
  for (let match = pattern.exec(format); match !== null; match = pattern.exec(format)) {
    segments.push({ kind: "text", text: decodeEscapes(format.slice(from, match.index)) });
    from = match.index + match[0].length;
    if (match[2] === "%") {
      segments.push({ kind: "text", text: "%" });
      continue;
    }
    const arg = args[used];
    used += 1;
    if (arg === undefined) continue;
    const width = match[1] !== "";
    for (const segment of arg.segments) {
      if (segment.kind !== "text" || width)
        segments.push({ kind: "unknown", name: nameOf(segment), quoted: true });
      else if (match[2] === "b") segments.push({ kind: "text", text: decodeEscapes(segment.text) });
      else if (match[2] === "s" || match[2] === "d") segments.push(segment);
      else segments.push({ kind: "unknown", name: undefined, quoted: true });
    }
  }
  segments.push({ kind: "text", text: decodeEscapes(format.slice(from)) });
  return used;
}

/** The escapes that `echo -e` and `printf` decode. */
function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([abefnrtv\\"']))/g,
    (whole: string, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return codePoint(Number.parseInt(digits, 16), whole);
      // Three octal digits can say more than a byte holds; the shells keep its low eight bits.
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8) & 0xff, whole);
      const at = "abefnrtv".indexOf(letter ?? "");
      return at >= 0 && letter !== undefined ? "\x07\b\x1b\f\n\r\t\v".charAt(at) : (letter ?? whole);
    },
  );
}

function codePoint(value: number, otherwise: string): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : otherwise;
}
