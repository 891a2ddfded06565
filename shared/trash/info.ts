import { type Bytes, fromText, percentDecode, percentEncode, raw, toText } from "./bytes.ts";
import type { CommandId } from "./names.ts";

/** How long an entry is kept, decided when it is trashed. */
export type KeepClass = "disposable" | "temporary" | "normal" | "pinned";

/** The content of a `.trashinfo` file: two keys of the FreeDesktop specification, and ours, which readers must skip. */
export interface Info {
  /** Absolute in the home trash, relative to the top folder of the mount elsewhere. */
  readonly path: Bytes;
  /** `YYYY-MM-DDThh:mm:ss`, local time; undefined when missing or unreadable. */
  readonly deleted: string | undefined;
  readonly command: CommandId | undefined;
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly toolUse: string | undefined;
  readonly keep: KeepClass | undefined;
  /** The payload holds only some of what the folder held: the rest could not be moved, or the move was cut short. */
  readonly partial: boolean;
}

const HEAD = "[Trash Info]";

export function formatInfo(info: Info): Bytes {
  let out = `${HEAD}\nPath=${percentEncode(info.path)}\n`;
  if (info.deleted !== undefined) out += `DeletionDate=${info.deleted}\n`;
  if (info.command !== undefined) out += `X-Trash-Command=${info.command}\n`;
  if (info.session !== undefined) out += `X-Trash-Session=${percentEncode(fromText(info.session))}\n`;
  if (info.agent !== undefined) out += `X-Trash-Agent=${percentEncode(fromText(info.agent))}\n`;
  if (info.toolUse !== undefined) out += `X-Trash-ToolUse=${percentEncode(fromText(info.toolUse))}\n`;
  if (info.keep !== undefined) out += `X-Trash-Class=${info.keep}\n`;
  if (info.partial) out += "X-Trash-Partial=1\n";
  return raw(out);
}

/** Undefined when it has no head or no usable path: such a file says nothing about its payload. */
export function parseInfo(text: Bytes): Info | undefined {
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== HEAD) return undefined;
  const keys = new Map<string, string>();
  for (const line of lines.slice(1)) {
    const equals = line.indexOf("=");
    if (equals < 1) continue;
    const key = line.slice(0, equals).trim();
    // The specification: of a key given twice the first counts.
    if (!keys.has(key)) keys.set(key, line.slice(equals + 1).trimEnd());
  }
  const written = keys.get("Path");
  if (written === undefined || written === "") return undefined;
  // Values are bytes already: decoding must not encode them a second time.
  const path = raw(
    written.replace(/%([0-9A-Fa-f]{2})/g, (_, pair: string) =>
      String.fromCharCode(Number.parseInt(pair, 16)),
    ),
  );
  if (path.includes("\0")) return undefined;
  // Forbidden by the specification: such a path would be restored outside of where its trash is.
  if (`/${path}/`.includes("/../")) return undefined;
  return {
    path,
    deleted: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(keys.get("DeletionDate") ?? "")?.[0],
    command: keys.get("X-Trash-Command"),
    session: textOf(keys.get("X-Trash-Session")),
    agent: textOf(keys.get("X-Trash-Agent")),
    toolUse: textOf(keys.get("X-Trash-ToolUse")),
    keep: classOf(keys.get("X-Trash-Class")),
    partial: keys.get("X-Trash-Partial") === "1",
  };
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : toText(percentDecode(value));
}

function classOf(value: string | undefined): KeepClass | undefined {
  return value === "disposable" || value === "temporary" || value === "normal" || value === "pinned"
    ? value
    : undefined;
}
