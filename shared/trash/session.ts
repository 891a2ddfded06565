import type { Bytes } from "./bytes.ts";
import { faultCode } from "./fault.ts";
import type { Machine } from "./machine.ts";
import { type Mount, readMounts } from "./mounts.ts";
import { type CommandId, newCommandId } from "./names.ts";
import { type Places, placesOf } from "./places.ts";
import { readSettings, type Settings } from "./settings.ts";

/** What one call of `trash` works with; everything that costs a look at the disk is looked up once, when needed. */
export interface Session {
  readonly machine: Machine;
  readonly places: Places;
  /** When the call began, in milliseconds since 1970. */
  readonly started: number;
  readonly command: CommandId;
  settings(): Settings;
  mounts(): readonly Mount[] | undefined;
  currentFolder(): Bytes | undefined;
}

export function openSession(machine: Machine): Session {
  const places = placesOf(machine);
  const started = machine.now();
  let settings: Settings | undefined;
  let mounts: { readonly table: readonly Mount[] | undefined } | undefined;
  let current: { readonly folder: Bytes | undefined } | undefined;
  return {
    machine,
    places,
    started,
    command: newCommandId(started, machine.random),
    settings() {
      settings ??= readSettings(machine, places).settings;
      return settings;
    },
    mounts() {
      mounts ??= { table: readMounts(machine.disk) };
      return mounts.table;
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
