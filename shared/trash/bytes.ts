/**
 * Names as the kernel knows them. A JavaScript string cannot hold a name that is not UTF-8, so inside this package a
 * path is a byte string: one UTF-16 unit (0 to 255) for each byte. It compares, joins and hashes like any string.
 */
declare const byteString: unique symbol;
export type Bytes = string & { readonly [byteString]: true };

/** For ASCII literals and for texts put together from byte strings only; any other text goes through `fromText`. */
export function raw(value: string): Bytes {
  return value as Bytes;
}

function isAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 0x7f) return false;
  return true;
}

let encoder: TextEncoder | undefined;

/** The UTF-8 bytes of a text. */
export function fromText(text: string): Bytes {
  // One native call: a loop over each character would make the engine compile it in the middle of a short program.
  encoder ??= new TextEncoder();
  const array = encoder.encode(text);
  return array.length === text.length ? (text as Bytes) : fromArray(array);
}

/** The text that these bytes spell in UTF-8, or undefined when they spell none. */
export function toText(bytes: Bytes): string | undefined {
  if (isAscii(bytes)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(toArray(bytes));
  } catch {
    return undefined;
  }
}

/** For people: the text, with `\xNN` for each byte of a name that is not UTF-8. */
export function toReadable(bytes: Bytes): string {
  const text = toText(bytes);
  if (text !== undefined) return text;
  return bytes.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

/** The most arguments that one call is given. */
const PIECE = 8192;

export function fromArray(array: Uint8Array): Bytes {
  if (array.length <= PIECE) return raw(String.fromCharCode.apply(null, array as unknown as number[]));
  let out = "";
  for (let at = 0; at < array.length; at += PIECE)
    out += String.fromCharCode.apply(null, array.subarray(at, at + PIECE) as unknown as number[]);
  return raw(out);
}

export function toArray(bytes: Bytes): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) out[i] = bytes.charCodeAt(i);
  return out;
}

const HEX = "0123456789ABCDEF";

/** The value as FreeDesktop trash info files spell paths: every byte outside the unreserved set and `/` as `%XX`. */
export function percentEncode(bytes: Bytes): string {
  let out = "";
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i);
    // Letters, digits and `- . / _ ~`.
    if (
      code >= 0x61
        ? code <= 0x7a || code === 0x7e
        : code >= 0x41
          ? code <= 0x5a || code === 0x5f
          : code >= 0x2d && code <= 0x39
    )
      continue;
    out += `${bytes.slice(start, i)}%${HEX.charAt(code >> 4)}${HEX.charAt(code & 15)}`;
    start = i + 1;
  }
  return start === 0 ? bytes : out + bytes.slice(start);
}

/** The bytes behind `%XX`; a `%` that starts no such pair stands for itself, as other readers have it. */
export function percentDecode(text: string): Bytes {
  return raw(
    fromText(text).replace(/%([0-9A-Fa-f]{2})/g, (_, pair: string) =>
      String.fromCharCode(Number.parseInt(pair, 16)),
    ),
  );
}
