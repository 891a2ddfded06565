import type { Bytes } from "./bytes.ts";
import { faultCode } from "./fault.ts";
import type { Machine } from "./machine.ts";
import { type Mount, mayHoldMount, mountsWithin, parseMounts, readMountTable } from "./mounts.ts";
import { type CommandId, newCommandId } from "./names.ts";
import { type Places, placesOf } from "./places.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { Begun } from "./single-file.ts";

/** What one call of `trash` works with; everything that costs a look at the disk is looked up once, when needed. */
export interface Session {
  readonly machine: Machine;
  readonly places: Places;
  /** When the call began, in milliseconds since 1970. */
  readonly started: number;
  readonly command: CommandId;
  /** The journal knows of the call already. */
  readonly isRecorded: boolean;
  settings(): Settings;
  mounts(): readonly Mount[] | undefined;
  /** Is a mount at or below the folder? Undefined where the system does not tell. */
  holdsMount(folder: Bytes): boolean | undefined;
  currentFolder(): Bytes | undefined;
}

/** `begun`: what of the call is known and done already. */
export function openSession(machine: Machine, begun?: Begun): Session {
  const places = placesOf(machine);
  const started = begun?.started ?? machine.now();
  let settings: Settings | undefined;
  let table: { readonly text: Bytes | undefined } | undefined;
  let parsed: readonly Mount[] | undefined;
  let current: { readonly folder: Bytes | undefined } | undefined;
  function mountTable(): Bytes | undefined {
    table ??= { text: readMountTable(machine.disk) };
    return table.text;
  }

  function mounts(): readonly Mount[] | undefined {
    const text = mountTable();
    if (text !== undefined) parsed ??= parseMounts(text);
    return parsed;
  }

  return {
    machine,
    places,
    started,
    command: begun?.command ?? newCommandId(started, machine.random),
    isRecorded: begun?.isRecorded ?? false,
    settings() {
      settings ??= readSettings(machine, places).settings;
      return settings;
    },
    mounts,
    holdsMount(folder) {
      const text = mountTable();
      if (text === undefined) return undefined;
      return mayHoldMount(text, folder) && mountsWithin(mounts() ?? [], folder).length > 0;
    },
    currentFolder() {
      current ??= { folder: currentFolderOf(machine) };
      return current.folder;
    },
  };
}

function currentFolderOf({ disk }: Machine): Bytes | undefined {
  try {
    return disk.currentFolder();
  } catch (thrown) {
    faultCode(thrown);
    return undefined;
  }
}
