import { type Bytes, fromArray, raw } from "./bytes.ts";
import type { Disk, FileKind, Moment, Named, OpenHow, Space, Stat } from "./disk.ts";
import { codeOf, Fault } from "./fault.ts";
import type { LinuxCalls } from "./linux-calls.ts";

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_REMOVEDIR = 0x200;
const AT_EACCESS = 0x200;
const AT_EMPTY_PATH = 0x1000;
const RENAME_NOREPLACE = 1;
const STATX_BASIC_AND_MOUNT = 0x17ff;
const STATX_MNT_ID = 0x1000;
const STATX_ATTR_MOUNT_ROOT = 0x2000;
const TCGETS = 0x5401;
const SYNC_FILE_RANGE_WRITE = 2;
const W_OK = 2;
const O_WRONLY = 0o1;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
const O_APPEND = 0o2000;
const O_CLOEXEC = 0o2000000;
const O_PATH = 0o10000000;
/** With the closing NUL: the kernel's PATH_MAX. */
const PATH_MAX = 4096;
const CHUNK = 65536;
/** The answer of `statx` lies at the start. */
const PATH_A_AT = 256;
const PATH_B_AT = PATH_A_AT + PATH_MAX;
const SMALL_AT = PATH_B_AT + PATH_MAX;
/** Room for a path from the kernel, and for most of what is written. */
const SMALL = 4096;

/** By the upper four bits of the mode, and by the type in a folder's listing: they are the same numbers. */
const KINDS: readonly (FileKind | "")[] = [
  "",
  "fifo",
  "char",
  "",
  "folder",
  "",
  "block",
  "",
  "file",
  "",
  "link",
  "",
  "socket",
];

function kindOf(type: number): FileKind | undefined {
  return KINDS[type] || undefined;
}

/** The upper of two 32-bit words counts this. */
const HIGH = 0x100000000;

/** The 32-bit words of an answer of `statx` or `statfs` that are read, by their place. */
type Words = Readonly<
  Record<
    | 0
    | 2
    | 3
    | 4
    | 5
    | 6
    | 7
    | 8
    | 9
    | 10
    | 11
    | 12
    | 13
    | 16
    | 17
    | 18
    | 24
    | 25
    | 26
    | 28
    | 29
    | 30
    | 34
    | 35
    | 36,
    number
  >
>;

function moment(low: number, high: number, nanos: number): Moment {
  // The upper half is signed: times before 1970 are negative.
  return { seconds: low + (high | 0) * HIGH, nanos };
}

export function linuxDisk(calls: LinuxCalls): Disk {
  const { call, table } = calls;
  // One piece of memory for everything that goes to and comes from the kernel: each view costs at start.
  const bytes = new Uint8Array(SMALL_AT + SMALL);
  // Indexed, not asked for through a function: twenty fields of one answer would make a function hot, and the engine
  // would begin to compile it in the middle of a short program (1.5 ms).
  const words = new Uint32Array(bytes.buffer) as unknown as Words;
  const encoder = new TextEncoder();
  const statPointer = calls.pointer(bytes);
  const pointerA = statPointer + PATH_A_AT;
  const pointerB = statPointer + PATH_B_AT;
  const smallPointer = statPointer + SMALL_AT;
  let largePiece: { readonly chunk: Uint8Array; readonly pointer: number } | undefined;
  const folderFlags = table.O_DIRECTORY | O_CLOEXEC;
  const flags: Readonly<Record<OpenHow, number>> = {
    read: O_CLOEXEC,
    new: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
    append: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
    folder: folderFlags,
    "folder-itself": folderFlags | table.O_NOFOLLOW,
    "folder-place": folderFlags | O_PATH,
  };

  function large(): { readonly chunk: Uint8Array; readonly pointer: number } {
    if (largePiece === undefined) {
      const chunk = new Uint8Array(CHUNK);
      largePiece = { chunk, pointer: calls.pointer(chunk) };
    }
    return largePiece;
  }

  /** Byte strings beyond ASCII would come out of the encoder as other bytes: those go one by one. */
  function copyInto(target: Uint8Array, data: Bytes): void {
    const { read, written } = encoder.encodeInto(data, target);
    if (read === data.length && written === read) return;
    for (let i = 0; i < data.length; i++) target[i] = data.charCodeAt(i);
  }

  function put(start: number, path: Bytes, name: string): void {
    const size = path.length;
    if (size >= PATH_MAX) throw new Fault("ENAMETOOLONG", name, path);
    if (path.includes("\0")) throw new Fault("EINVAL", name, path);
    copyInto(bytes.subarray(start, start + PATH_MAX), path);
    bytes[start + size] = 0;
  }

  function must(result: number, name: string, path: Bytes | undefined): number {
    if (result < 0) throw new Fault(codeOf(-result), name, path);
    return result;
  }

  function statx(path: Bytes, at: number, how: number): Stat {
    put(PATH_A_AT, path, "lstat");
    must(call(table.statx, at, pointerA, how, STATX_BASIC_AND_MOUNT, statPointer), "lstat", path);
    const mode = words[7] & 0xffff;
    return {
      kind: kindOf(mode >> 12) ?? "file",
      mode: mode & 0o7777,
      links: words[4],
      uid: words[5],
      gid: words[6],
      inodeLow: words[8],
      inodeHigh: words[9],
      size: words[10] + words[11] * HIGH,
      space: (words[12] + words[13] * HIGH) * 512,
      device: words[34] * 0x100000 + words[35],
      mount: (words[0] & STATX_MNT_ID) === 0 ? undefined : words[36],
      mountRoot: (words[2] & STATX_ATTR_MOUNT_ROOT) !== 0,
      accessed: moment(words[16], words[17], words[18]),
      changed: moment(words[24], words[25], words[26]),
      modified: moment(words[28], words[29], words[30]),
    };
  }

  function small(length: number): Bytes {
    return fromArray(bytes.subarray(SMALL_AT, SMALL_AT + length));
  }

  function readLink(path: Bytes, at: number): Bytes {
    put(PATH_A_AT, path, "readlink");
    return small(must(call(table.readlinkat, at, pointerA, smallPointer, SMALL), "readlink", path));
  }

  function write(fd: number, data: Bytes): void {
    const size = data.length;
    const isLong = size > SMALL;
    const buffer = isLong ? new Uint8Array(size) : bytes.subarray(SMALL_AT, SMALL_AT + SMALL);
    copyInto(buffer, data);
    const start = isLong ? calls.pointer(buffer) : smallPointer;
    for (let done = 0; done < size; )
      done += must(call(table.write, fd, start + done, size - done), "write", undefined);
  }

  function copyAttributes(from: Bytes, to: Bytes): void {
    put(PATH_A_AT, from, "listxattr");
    put(PATH_B_AT, to, "setxattr");
    const { chunk, pointer } = large();
    const total = call(table.llistxattr, pointerA, pointer, CHUNK);
    if (total <= 0) return;
    const names = fromArray(chunk.subarray(0, total)).split("\0");
    const nameBuffer = new Uint8Array(256);
    const namePointer = calls.pointer(nameBuffer);
    for (const name of names) {
      if (name === "" || name.length > 255) continue;
      for (let i = 0; i < name.length; i++) nameBuffer[i] = name.charCodeAt(i);
      nameBuffer[name.length] = 0;
      const size = call(table.lgetxattr, pointerA, namePointer, pointer, CHUNK);
      // A name space that only root may write stays behind, as with `cp -a`.
      if (size >= 0) call(table.lsetxattr, pointerB, namePointer, pointer, size, 0);
    }
  }

  return {
    lstat: (path, at = AT_FDCWD) => statx(path, at, AT_SYMLINK_NOFOLLOW),
    statFollowing: (path) => statx(path, AT_FDCWD, 0),
    identityOf(path) {
      put(PATH_A_AT, path, "stat");
      if (!calls.succeeds(table.statx, AT_FDCWD, pointerA, 0, STATX_BASIC_AND_MOUNT, statPointer))
        return undefined;
      const device = words[34] * 0x100000 + words[35];
      return `${device}:${words[9]}:${words[8]}`;
    },
    fstat: (fd) => statx(raw(""), fd, AT_EMPTY_PATH),
    writeRefusal(path) {
      put(PATH_A_AT, path, "access");
      const result = call(table.faccessat, AT_FDCWD, pointerA, W_OK, AT_EACCESS);
      return result === 0 ? undefined : codeOf(-result);
    },
    open(path, how, at = AT_FDCWD) {
      put(PATH_A_AT, path, "open");
      return must(call(table.openat, at, pointerA, flags[how], 0o600), "open", path);
    },
    close: (fd) => void call(table.close, fd),
    write,
    read(fd) {
      const { chunk, pointer } = large();
      return fromArray(chunk.subarray(0, must(call(table.read, fd, pointer, CHUNK), "read", undefined)));
    },
    list: (fd) => listFolder(fd),
    readLink: (path, at = AT_FDCWD) => readLink(path, at),
    makeFolder(path, mode, at = AT_FDCWD) {
      put(PATH_A_AT, path, "mkdir");
      must(call(table.mkdirat, at, pointerA, mode), "mkdir", path);
    },
    removeFolder(path, at = AT_FDCWD) {
      put(PATH_A_AT, path, "rmdir");
      must(call(table.unlinkat, at, pointerA, AT_REMOVEDIR), "rmdir", path);
    },
    unlink(path, at = AT_FDCWD) {
      put(PATH_A_AT, path, "unlink");
      must(call(table.unlinkat, at, pointerA, 0), "unlink", path);
    },
    renameNew(from, to, at = AT_FDCWD, toAt = AT_FDCWD) {
      put(PATH_A_AT, from, "rename");
      put(PATH_B_AT, to, "rename");
      const result = call(table.renameat2, at, pointerA, toAt, pointerB, RENAME_NOREPLACE);
      if (result >= 0) return;
      const code = codeOf(-result);
      // NFS and some others know no NOREPLACE; our names are random, so looking first is as good there.
      if (code !== "EINVAL" && code !== "ENOSYS") throw new Fault(code, "rename", from);
      if (call(table.statx, toAt, pointerB, AT_SYMLINK_NOFOLLOW, STATX_BASIC_AND_MOUNT, statPointer) >= 0)
        throw new Fault("EEXIST", "rename", to);
      must(call(table.renameat2, at, pointerA, toAt, pointerB, 0), "rename", from);
    },
    renameOver(from, to) {
      put(PATH_A_AT, from, "rename");
      put(PATH_B_AT, to, "rename");
      must(call(table.renameat2, AT_FDCWD, pointerA, AT_FDCWD, pointerB, 0), "rename", from);
    },
    chmod(path, mode, at = AT_FDCWD) {
      put(PATH_A_AT, path, "chmod");
      must(call(table.fchmodat, at, pointerA, mode), "chmod", path);
    },
    chown(path, uid, gid) {
      put(PATH_A_AT, path, "chown");
      must(call(table.fchownat, AT_FDCWD, pointerA, uid, gid, AT_SYMLINK_NOFOLLOW), "chown", path);
    },
    setTimes(path, accessed, modified) {
      put(PATH_A_AT, path, "utimes");
      const times = new BigInt64Array([
        BigInt(accessed.seconds),
        BigInt(accessed.nanos),
        BigInt(modified.seconds),
        BigInt(modified.nanos),
      ]);
      const pointer = calls.pointer(times);
      must(call(table.utimensat, AT_FDCWD, pointerA, pointer, AT_SYMLINK_NOFOLLOW), "utimes", path);
    },
    copyAttributes,
    sameContent,
    startWriting: (fd) => void call(table.syncFileRange, fd, 0, 0, SYNC_FILE_RANGE_WRITE),
    flush: (fd) => void must(call(table.fdatasync, fd), "fdatasync", undefined),
    space,
    currentFolder() {
      const length = must(call(table.getcwd, smallPointer, SMALL), "getcwd", undefined);
      const path = small(length - 1);
      // The kernel's word for a folder outside of what this process can reach.
      if (!path.startsWith("/")) throw new Fault("ENOENT", "getcwd", undefined);
      return path;
    },
    pathOf: (fd) => readLink(raw(`/proc/self/fd/${fd}`), AT_FDCWD),
    isTerminal: (fd) => call(table.ioctl, fd, TCGETS, smallPointer) >= 0,
  };

  function sameContent(a: Bytes, b: Bytes): boolean {
    const pieces = [new Uint8Array(CHUNK), new Uint8Array(CHUNK)] as const;
    const open = (path: Bytes): number => {
      put(PATH_A_AT, path, "open");
      return must(call(table.openat, AT_FDCWD, pointerA, O_CLOEXEC | table.O_NOFOLLOW), "open", path);
    };
    const files = [open(a), -1];
    try {
      files[1] = open(b);
      for (;;) {
        const [sizeA = 0, sizeB = 0] = pieces.map((piece, i) => fill(files[i] ?? -1, piece));
        if (
          sizeA !== sizeB ||
          Buffer.compare(pieces[0].subarray(0, sizeA), pieces[1].subarray(0, sizeB)) !== 0
        )
          return false;
        if (sizeA === 0) return true;
      }
    } finally {
      for (const fd of files) if (fd >= 0) call(table.close, fd);
    }
  }

  /** Reads until the piece is full or the file ends: two files may come in unequal portions. */
  function fill(fd: number, piece: Uint8Array): number {
    const start = calls.pointer(piece);
    let size = 0;
    while (size < piece.length) {
      const part = must(call(table.read, fd, start + size, piece.length - size), "read", undefined);
      if (part === 0) break;
      size += part;
    }
    return size;
  }

  function space(path: Bytes): Space {
    put(PATH_A_AT, path, "statfs");
    must(call(table.statfs, pointerA, statPointer), "statfs", path);
    const block = words[2] + words[3] * HIGH;
    return {
      magic: words[0],
      total: (words[4] + words[5] * HIGH) * block,
      available: (words[8] + words[9] * HIGH) * block,
      freeFiles: words[12] + words[13] * HIGH,
    };
  }

  function listFolder(fd: number): readonly Named[] {
    const out: Named[] = [];
    const { chunk, pointer } = large();
    for (;;) {
      const size = must(call(table.getdents64, fd, pointer, CHUNK), "readdir", undefined);
      if (size === 0) return out;
      for (let at = 0; at < size; ) {
        const next = at + (chunk[at + 16] ?? 0) + (chunk[at + 17] ?? 0) * 256;
        const start = at + 19;
        const name = fromArray(chunk.subarray(start, chunk.indexOf(0, start)));
        if (name !== "." && name !== "..") out.push({ name, kind: kindOf(chunk[at + 18] ?? 0) });
        at = next;
      }
    }
  }
}
