import type { Bytes } from "./bytes.ts";
import { under } from "./path.ts";

/** One FreeDesktop trash folder. */
export interface Store {
  readonly folder: Bytes;
  readonly files: Bytes;
  readonly info: Bytes;
  /** Where payloads wait to be deleted; GNOME uses the same name. */
  readonly expunged: Bytes;
  /** The top folder of the mount, which info paths are relative to; undefined for the home trash. */
  readonly top: Bytes | undefined;
  /** Named by the settings: like the home trash it holds absolute paths, like one on a mount it is checked each time. */
  readonly isFurther?: boolean;
}

export function storeAt(folder: Bytes, top: Bytes | undefined): Store {
  return {
    folder,
    top,
    files: under(folder, "files"),
    info: under(folder, "info"),
    expunged: under(folder, "expunged"),
  };
}

export function furtherStoreAt(folder: Bytes): Store {
  return { ...storeAt(folder, undefined), isFurther: true };
}
