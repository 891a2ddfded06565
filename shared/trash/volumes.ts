import { faultCode } from "./fault.ts";
import type { Machine } from "./machine.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store-place.ts";

export interface Volume {
  /** Bytes. */
  readonly total: number;
  readonly available: number;
  /** A file system in memory. */
  readonly isMemory: boolean;
}

/** Below this much free space a volume is in an emergency; a tenth of a small one is enough. */
export function emergencyFloor({ total }: Volume, { emergency }: Settings): number {
  return Math.min(Math.max(emergency.freeBytes, (total * emergency.freePercent) / 100), total / 10);
}

export function isEmergency(volume: Volume, settings: Settings): boolean {
  return volume.available < emergencyFloor(volume, settings);
}

/** Magic numbers of tmpfs and ramfs (statfs(2)). */
const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6];

/** The volume that a trash is on; undefined when the system does not tell. */
export function volumeOf(
  { disk }: Machine,
  store: Store,
): (Volume & { readonly freeFiles: number }) | undefined {
  try {
    const space = disk.space(store.folder);
    return {
      total: space.total,
      available: space.available,
      isMemory: IN_MEMORY.includes(space.magic),
      freeFiles: space.freeFiles,
    };
  } catch (thrown) {
    faultCode(thrown);
    return undefined;
  }
}
