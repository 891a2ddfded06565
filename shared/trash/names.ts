import { type Bytes, raw } from "./bytes.ts";

/** Base 32 without the letters that look like digits; sorts as the numbers do. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 6;
/** A file name has at most 255 bytes, and the info file's is ten longer than the payload's. */
const LONGEST_STEM = 255 - ".trashinfo".length;

/** Names one call: nine digits of the time in milliseconds, six at random. Later calls sort after earlier ones. */
export type CommandId = string;

export function newCommandId(milliseconds: number, random: () => number): CommandId {
  let time = "";
  for (let rest = milliseconds, i = 0; i < TIME_DIGITS; i++, rest = Math.floor(rest / 32))
    time = DIGITS.charAt(rest % 32) + time;
  let tail = "";
  for (let i = 0; i < RANDOM_DIGITS; i++) tail += DIGITS.charAt(Math.floor(random() * 32));
  return time + tail;
}

export function timeOfCommand(id: CommandId): number {
  let time = 0;
  for (const digit of id.slice(0, TIME_DIGITS)) time = time * 32 + DIGITS.indexOf(digit);
  return time;
}

/** The part that people see and type: the random end. */
export function shortId(id: CommandId): string {
  return id.slice(TIME_DIGITS);
}

export function isCommandId(text: string): boolean {
  return text.length === TIME_DIGITS + RANDOM_DIGITS && [...text].every((digit) => DIGITS.includes(digit));
}

/** `<base, cut>.<command>-<number>`: what the payload is called in the trash; `x<attempt>` after it when that was taken. */
export function payloadName(base: Bytes, command: CommandId, number: number, attempt: number): Bytes {
  const tail = `.${bareName(command, number, attempt)}`;
  const room = LONGEST_STEM - tail.length;
  return raw((base.length <= room ? base : cutAtCharacter(base, room)) + tail);
}

/** Where even a cut name is too long (eCryptfs): the identity alone. */
export function bareName(command: CommandId, number: number, attempt: number): Bytes {
  return raw(`${command}-${number}${attempt === 0 ? "" : `x${attempt}`}`);
}

/** Not in the middle of a UTF-8 character: some file systems refuse the half, and readers show it badly. */
function cutAtCharacter(base: Bytes, length: number): string {
  let end = length;
  while (end > 0 && (base.charCodeAt(end) & 0xc0) === 0x80) end--;
  return base.slice(0, end > length - 4 ? end : length);
}

/** Reads the command and number out of a payload name of ours. */
export function readPayloadName(
  name: Bytes,
): { readonly command: CommandId; readonly number: number } | undefined {
  const match = /(?:^|\.)([0-9a-z]{15})-(\d+)(?:x\d+)?$/.exec(name);
  if (match?.[1] === undefined || !isCommandId(match[1])) return undefined;
  return { command: match[1], number: Number(match[2]) };
}
