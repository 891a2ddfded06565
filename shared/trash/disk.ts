import type { Bytes } from "./bytes.ts";

export type FileKind = "file" | "folder" | "link" | "fifo" | "socket" | "block" | "char";

/** What is known about a file without opening it. */
export interface Stat {
  readonly kind: FileKind;
  /** Permission bits, set-id and sticky included (07777). */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** In bytes. */
  readonly size: number;
  /** Space on disk in bytes. */
  readonly space: number;
  readonly links: number;
  readonly device: number;
  /** The inode number in two halves: overlay file systems use all 64 bits, which a JavaScript number cannot hold. */
  readonly inodeLow: number;
  readonly inodeHigh: number;
  /** The mount this was reached through; undefined where the system does not tell. */
  readonly mount: number | undefined;
  /** True for the root of a mount. */
  readonly mountRoot: boolean;
  /** Seconds since 1970, and nanoseconds beyond. */
  readonly modified: Moment;
  readonly accessed: Moment;
  readonly changed: Moment;
}

export interface Moment {
  readonly seconds: number;
  readonly nanos: number;
}

export interface Space {
  /** All in bytes. */
  readonly total: number;
  readonly available: number;
  readonly freeFiles: number;
  /** The kind of file system by its magic number (Linux), 0 where unknown. */
  readonly magic: number;
}

export interface Named {
  readonly name: Bytes;
  /** Undefined when the folder does not tell. */
  readonly kind: FileKind | undefined;
}

/**
 * The one seam to the file system: each method is one system call (or as few as the platform allows), throws `Fault`,
 * never follows a link in the last component unless its name says so, and takes paths of any bytes. `at` is an open
 * folder that a relative path starts from.
 */
export interface Disk {
  lstat(path: Bytes, at?: number): Stat;
  statFollowing(path: Bytes): Stat;
  /** What stays equal for the same file only, through links; undefined when nothing can be reached. */
  identityOf(path: Bytes): string | undefined;
  /** Of an open file. */
  fstat(fd: number): Stat;
  /** Why the effective user may not write to it (EACCES, EROFS …); undefined when it may. */
  writeRefusal(path: Bytes): string | undefined;
  open(path: Bytes, how: OpenHow, at?: number): number;
  close(fd: number): void;
  /** Writes all of it or throws. */
  write(fd: number, data: Bytes): void;
  /** At most 64 KiB; empty at the end. */
  read(fd: number): Bytes;
  list(fd: number): readonly Named[];
  readLink(path: Bytes, at?: number): Bytes;
  makeFolder(path: Bytes, mode: number, at?: number): void;
  removeFolder(path: Bytes, at?: number): void;
  unlink(path: Bytes, at?: number): void;
  /** Fails with EEXIST when the new name is taken; atomic where the system can do that. */
  renameNew(from: Bytes, to: Bytes, at?: number, toAt?: number): void;
  /** Takes the place of what has the new name. */
  renameOver(from: Bytes, to: Bytes): void;
  chmod(path: Bytes, mode: number, at?: number): void;
  chown(path: Bytes, uid: number, gid: number): void;
  setTimes(path: Bytes, accessed: Moment, modified: Moment): void;
  /** Copies extended attributes, ACLs among them, as far as the user may. */
  copyAttributes(from: Bytes, to: Bytes): void;
  /** Are the contents of two files the same, byte for byte? Links are not followed. */
  sameContent(a: Bytes, b: Bytes): boolean;
  /** Tells the system to start writing this file to the disk, without waiting. */
  startWriting(fd: number): void;
  /** Waits until the data of this file is on the disk. */
  flush(fd: number): void;
  space(path: Bytes): Space;
  /** The absolute, link-free path of the current folder; ENOENT when it is gone. */
  currentFolder(): Bytes;
  /** The absolute, link-free path of an open file or folder. */
  pathOf(fd: number): Bytes;
  isTerminal(fd: number): boolean;
}

/** How a file is opened; nothing is ever truncated, links are followed by `read` and `folder` only. */
export type OpenHow =
  /** For reading. */
  | "read"
  /** A new file of mode 0600 for writing; EEXIST when the name is taken. */
  | "new"
  /** For appending, made with mode 0600 when absent. */
  | "append"
  /** A folder for listing and for `at`. */
  | "folder"
  /** The same, but ELOOP or ENOTDIR for a link. */
  | "folder-itself"
  /** A folder for `pathOf` and `at` only: needs no read permission. */
  | "folder-place";

/** The same file, whatever the name? */
export function isSame(a: Stat, b: Stat): boolean {
  return a.device === b.device && a.inodeLow === b.inodeLow && a.inodeHigh === b.inodeHigh;
}

/** A key that is equal for the same file only. */
export function identity(stat: Stat): string {
  return `${stat.device}:${stat.inodeHigh}:${stat.inodeLow}`;
}
