import { type Bytes, raw } from "./bytes.ts";
import type { Entry } from "./listing.ts";
import { type CommandId, isCommandId, shortId } from "./names.ts";
import { normalised, under } from "./path.ts";
import type { Session } from "./session.ts";

/** The entries that a word on the command line means. */
export type Found =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | { readonly kind: "none" }
  /** The beginning or end of more than one command's name. */
  | { readonly kind: "ambiguous"; readonly commands: readonly CommandId[] };

/**
 * A word means, in this order: the name of a payload; a command or `COMMAND:NUMBER`, where any unique beginning or end
 * of the command's name will do; a path, for the newest entry that was there.
 */
export function findEntries(session: Session, entries: readonly Entry[], word: Bytes): Found {
  const byName = entries.filter(({ name }) => name === word);
  if (byName.length > 0) return { kind: "entries", entries: byName };
  const colon = /^([0-9a-z]{3,15})(?::(\d+))?$/.exec(word);
  if (colon?.[1] !== undefined) {
    const found = findCommand(entries, colon[1]);
    if (found.length > 1) return { kind: "ambiguous", commands: found };
    if (found[0] !== undefined) {
      const number = colon[2];
      const chosen = entries.filter(
        (entry) => entry.command === found[0] && (number === undefined || entry.number === Number(number)),
      );
      return chosen.length === 0 ? { kind: "none" } : { kind: "entries", entries: chosen };
    }
  }
  const path = absolutePath(session, word);
  const byPath = path === undefined ? undefined : entries.find((entry) => entry.path === path);
  return byPath === undefined ? { kind: "none" } : { kind: "entries", entries: [byPath] };
}

function findCommand(entries: readonly Entry[], text: string): readonly CommandId[] {
  const commands = new Set<CommandId>();
  for (const { command } of entries)
    if (command !== undefined && matchesCommand(command, text)) commands.add(command);
  return [...commands];
}

export function matchesCommand(command: CommandId, text: string): boolean {
  if (isCommandId(text)) return command === text;
  return shortId(command).startsWith(text) || command.startsWith(text) || command.endsWith(text);
}

export function absolutePath(session: Session, word: Bytes): Bytes | undefined {
  if (word.startsWith("/")) return normalised(word);
  const current = session.currentFolder();
  return current === undefined ? undefined : normalised(under(current, raw(word)));
}
