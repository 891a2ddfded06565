import { type Bytes, fromText, raw } from "./bytes.ts";
import { readFileIfThere } from "./files.ts";
import type { Machine } from "./machine.ts";
import { under } from "./path.ts";

/** The folders that the environment decides, by the XDG base directory rules: a relative value counts as unset. */
export interface Places {
  /** Undefined when neither HOME nor the user database names one. */
  readonly home: Bytes | undefined;
  /** The FreeDesktop home trash. */
  readonly trash: Bytes | undefined;
  /** Where our own records live. */
  readonly state: Bytes | undefined;
  /** The user's settings file. */
  readonly settings: Bytes | undefined;
}

export function placesOf(machine: Machine): Places {
  const home = absolute(machine.env.HOME) ?? homeFromUserDatabase(machine);
  const data = absolute(machine.env.XDG_DATA_HOME) ?? (home && under(home, ".local/share"));
  const state = absolute(machine.env.XDG_STATE_HOME) ?? (home && under(home, ".local/state"));
  const config = absolute(machine.env.XDG_CONFIG_HOME) ?? (home && under(home, ".config"));
  return {
    home,
    trash: data && under(data, "Trash"),
    state: state && under(state, "hasna/trash"),
    settings: config && under(config, "hasna/trash/config.json"),
  };
}

function absolute(value: string | undefined): Bytes | undefined {
  return value?.startsWith("/") ? fromText(value) : undefined;
}

/** The home folder that the system knows for the effective user, whatever HOME says. */
export function homeFromUserDatabase({ disk, uid }: Machine): Bytes | undefined {
  const text = readFileIfThere(disk, raw("/etc/passwd"));
  if (text === undefined) return undefined;
  // name:password:uid:gid:comment:home:shell; the lines before the right one are not taken apart.
  for (let at = text.indexOf(`:${uid}:`); at >= 0; at = text.indexOf(`:${uid}:`, at + 1)) {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const fields = text.slice(start, end < 0 ? text.length : end).split(":");
    if (fields[2] === String(uid) && fields[5]?.startsWith("/")) return raw(fields[5]);
  }
  return undefined;
}
