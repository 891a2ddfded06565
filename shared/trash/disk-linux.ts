import { type Bytes, raw } from "./bytes.ts";
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
const CHUNK_AT = PATH_B_AT + PATH_MAX;

const KIND_OF_MODE: Readonly<Record<number, FileKind>> = {
  1: "fifo",
  2: "char",
  4: "folder",
  6: "block",
  8: "file",
  10: "link",
  12: "socket",
};

export function linuxDisk(calls: LinuxCalls): Disk {
  const { call, table } = calls;
  // One piece of memory for everything that goes to and comes from the kernel: each view costs at start.
  const memory = new ArrayBuffer(CHUNK_AT + CHUNK);
  const bytes = new Uint8Array(memory);
  const words = new Uint32Array(memory);
  const statPointer = calls.pointer(bytes);
  const pointerA = statPointer + PATH_A_AT;
  const pointerB = statPointer + PATH_B_AT;
  const chunkPointer = statPointer + CHUNK_AT;
  const folderFlags = table.O_DIRECTORY | O_CLOEXEC;
  const flags: Readonly<Record<OpenHow, number>> = {
    read: O_CLOEXEC,
    new: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
    append: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
    folder: folderFlags,
    "folder-itself": folderFlags | table.O_NOFOLLOW,
    "folder-place": folderFlags | O_PATH,
  };

  function put(start: number, path: Bytes, name: string): void {
    const size = path.length;
    if (size >= PATH_MAX) throw new Fault("ENAMETOOLONG", name, path);
    for (let i = 0; i < size; i++) {
      const byte = path.charCodeAt(i);
      if (byte === 0) throw new Fault("EINVAL", name, path);
      bytes[start + i] = byte;
    }
    bytes[start + size] = 0;
  }

  function must(result: number, name: string, path: Bytes | undefined): number {
    if (result < 0) throw new Fault(codeOf(-result), name, path);
    return result;
  }

  function moment(word: number): Moment {
    return {
      // The upper half is signed: times before 1970 are negative.
      seconds: (words[word] ?? 0) + ((words[word + 1] ?? 0) | 0) * 0x100000000,
      nanos: words[word + 2] ?? 0,
    };
  }

  function wide(word: number): number {
    return (words[word] ?? 0) + (words[word + 1] ?? 0) * 0x100000000;
  }

  function statx(path: Bytes, at: number, how: number): Stat {
    put(PATH_A_AT, path, "lstat");
    must(call(table.statx, at, pointerA, how, STATX_BASIC_AND_MOUNT, statPointer), "lstat", path);
    const mode = (words[7] ?? 0) & 0xffff;
    return {
      kind: KIND_OF_MODE[mode >> 12] ?? "file",
      mode: mode & 0o7777,
      links: words[4] ?? 0,
      uid: words[5] ?? 0,
      gid: words[6] ?? 0,
      inodeLow: words[8] ?? 0,
      inodeHigh: words[9] ?? 0,
      size: wide(10),
      space: wide(12) * 512,
      device: (words[34] ?? 0) * 0x100000 + (words[35] ?? 0),
      mount: ((words[0] ?? 0) & STATX_MNT_ID) === 0 ? undefined : words[36],
      mountRoot: ((words[2] ?? 0) & STATX_ATTR_MOUNT_ROOT) !== 0,
      accessed: moment(16),
      changed: moment(24),
      modified: moment(28),
    };
  }

  function text(length: number): Bytes {
    let out = "";
    for (let i = 0; i < length; i++) out += String.fromCharCode(bytes[CHUNK_AT + i] ?? 0);
    return raw(out);
  }

  function readLink(path: Bytes, at: number): Bytes {
    put(PATH_A_AT, path, "readlink");
    return text(must(call(table.readlinkat, at, pointerA, chunkPointer, CHUNK), "readlink", path));
  }

  function write(fd: number, data: Bytes): void {
    const size = data.length;
    const isLong = size > CHUNK;
    const buffer = isLong ? new Uint8Array(size) : bytes;
    const at = isLong ? 0 : CHUNK_AT;
    for (let i = 0; i < size; i++) buffer[at + i] = data.charCodeAt(i);
    const start = isLong ? calls.pointer(buffer) : chunkPointer;
    for (let done = 0; done < size; )
      done += must(call(table.write, fd, start + done, size - done), "write", undefined);
  }

  function copyAttributes(from: Bytes, to: Bytes): void {
    put(PATH_A_AT, from, "listxattr");
    put(PATH_B_AT, to, "setxattr");
    const total = call(table.llistxattr, pointerA, chunkPointer, CHUNK);
    if (total <= 0) return;
    const names = text(total).split("\0");
    const nameBuffer = new Uint8Array(256);
    const namePointer = calls.pointer(nameBuffer);
    for (const name of names) {
      if (name === "" || name.length > 255) continue;
      for (let i = 0; i < name.length; i++) nameBuffer[i] = name.charCodeAt(i);
      nameBuffer[name.length] = 0;
      const size = call(table.lgetxattr, pointerA, namePointer, chunkPointer, CHUNK);
      // A name space that only root may write stays behind, as with `cp -a`.
      if (size >= 0) call(table.lsetxattr, pointerB, namePointer, chunkPointer, size, 0);
    }
  }

  return {
    lstat: (path, at = AT_FDCWD) => statx(path, at, AT_SYMLINK_NOFOLLOW),
    statFollowing: (path) => statx(path, AT_FDCWD, 0),
    identityOf(path) {
      put(PATH_A_AT, path, "stat");
      if (call(table.statx, AT_FDCWD, pointerA, 0, STATX_BASIC_AND_MOUNT, statPointer) < 0) return undefined;
      const device = (words[34] ?? 0) * 0x100000 + (words[35] ?? 0);
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
    read: (fd) => text(must(call(table.read, fd, chunkPointer, CHUNK), "read", undefined)),
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
      const length = must(call(table.getcwd, chunkPointer, CHUNK), "getcwd", undefined);
      const path = text(length - 1);
      // The kernel's word for a folder outside of what this process can reach.
      if (!path.startsWith("/")) throw new Fault("ENOENT", "getcwd", undefined);
      return path;
    },
    pathOf: (fd) => readLink(raw(`/proc/self/fd/${fd}`), AT_FDCWD),
    isTerminal: (fd) => call(table.ioctl, fd, TCGETS, chunkPointer) >= 0,
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
    const block = wide(2);
    return {
      magic: words[0] ?? 0,
      total: wide(4) * block,
      available: wide(8) * block,
      freeFiles: wide(12),
    };
  }

  function listFolder(fd: number): readonly Named[] {
    const out: Named[] = [];
    for (;;) {
      const size = must(call(table.getdents64, fd, chunkPointer, CHUNK), "readdir", undefined);
      if (size === 0) return out;
      for (let at = CHUNK_AT, end = CHUNK_AT + size; at < end; ) {
        const next = at + (bytes[at + 16] ?? 0) + (bytes[at + 17] ?? 0) * 256;
        let name = "";
        for (let i = at + 19; i < next && bytes[i] !== 0; i++) name += String.fromCharCode(bytes[i] ?? 0);
        if (name !== "." && name !== "..")
          out.push({ name: raw(name), kind: KIND_OF_MODE[bytes[at + 18] ?? 0] });
        at = next;
      }
    }
  }
}
