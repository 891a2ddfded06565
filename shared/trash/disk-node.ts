import * as fs from "node:fs";
import * as os from "node:os";
import { isatty } from "node:tty";
import { type Bytes, fromArray, fromText, raw, toArray } from "./bytes.ts";
import type { Disk, FileKind, Moment, Named, OpenHow, Stat } from "./disk.ts";
import { Fault, faultCode, isFault } from "./fault.ts";
import type { System } from "./host.ts";
import { under } from "./path.ts";

const CHUNK = 65536;

/** The portable way into the system, for where there is no other: slower to load, and not atomic in `renameNew`. */
export function nodeSystem(): System {
  return {
    disk: nodeDisk(),
    uid: userId(),
    host: fromText(os.hostname()),
    localTime(milliseconds) {
      const date = new Date(milliseconds);
      const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
      const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
      return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
    },
  };
}

function userId(): number {
  return os.userInfo().uid;
}

function nodeDisk(): Disk {
  /** Paths of open folders: Node has no calls that start from one. */
  const folders = new Map<number, Bytes>();

  function buffer(path: Bytes, at: number | undefined): Buffer<ArrayBuffer> {
    // Node takes an empty path for a mistake of the program; the kernel has an answer.
    if (path === "") throw new Fault("ENOENT", "path", path);
    const folder = at === undefined || path.startsWith("/") ? undefined : folders.get(at);
    return Buffer.from(toArray(folder === undefined ? path : under(folder, path)).buffer);
  }

  function run<T>(call: string, path: Bytes | undefined, work: () => T): T {
    for (;;) {
      try {
        return work();
      } catch (thrown) {
        if (isFault(thrown)) throw thrown;
        const { code } = thrown as { readonly code?: unknown };
        if (code === "EINTR") continue;
        if (typeof code !== "string" || !/^E[A-Z0-9]+$/.test(code)) throw thrown;
        throw new Fault(code === "ENOTSUP" ? "EOPNOTSUPP" : code, call, path);
      }
    }
  }

  const lstat = (path: Bytes, at?: number): Stat =>
    run("lstat", path, () => statOf(fs.lstatSync(buffer(path, at), { bigint: true })));

  return {
    lstat,
    statFollowing: (path) =>
      run("stat", path, () => statOf(fs.statSync(buffer(path, undefined), { bigint: true }))),
    identityOf(path) {
      try {
        const stat = fs.statSync(buffer(path, undefined), { bigint: true });
        return `${stat.dev}:${stat.ino >> 32n}:${stat.ino & 0xffffffffn}`;
      } catch {
        return undefined;
      }
    },
    fstat: (fd) => run("fstat", undefined, () => statOf(fs.fstatSync(fd, { bigint: true }))),
    writeRefusal(path) {
      try {
        run("access", path, () => fs.accessSync(buffer(path, undefined), fs.constants.W_OK));
        return undefined;
      } catch (thrown) {
        return faultCode(thrown);
      }
    },
    open(path, how, at) {
      const fd = run("open", path, () => fs.openSync(buffer(path, at), FLAGS[how], 0o600));
      if (how === "folder" || how === "folder-itself" || how === "folder-place")
        folders.set(
          fd,
          run("realpath", path, () => fromArray(fs.realpathSync.native(buffer(path, at), "buffer"))),
        );
      return fd;
    },
    close(fd) {
      folders.delete(fd);
      fs.closeSync(fd);
    },
    write(fd, data) {
      const bytes = toArray(data);
      for (let done = 0; done < bytes.length; )
        done += run("write", undefined, () => fs.writeSync(fd, bytes, done, bytes.length - done));
    },
    read(fd) {
      const piece = new Uint8Array(CHUNK);
      for (;;) {
        try {
          return fromArray(
            piece.subarray(
              0,
              run("read", undefined, () => fs.readSync(fd, piece, 0, CHUNK, null)),
            ),
          );
        } catch (thrown) {
          if (isFault(thrown) && thrown.code === "EOF") return raw("");
          if (!(isFault(thrown) && thrown.code === "EAGAIN")) throw thrown;
        }
      }
    },
    list(fd) {
      const folder = folders.get(fd) ?? raw(".");
      const names = run("readdir", folder, () =>
        fs.readdirSync(buffer(folder, undefined), { encoding: "buffer" }),
      );
      return names.map((name): Named => ({ name: fromArray(name), kind: undefined }));
    },
    readLink: (path, at) =>
      run("readlink", path, () => fromArray(fs.readlinkSync(buffer(path, at), { encoding: "buffer" }))),
    makeFolder: (path, mode, at) => void run("mkdir", path, () => fs.mkdirSync(buffer(path, at), { mode })),
    removeFolder: (path, at) => run("rmdir", path, () => fs.rmdirSync(buffer(path, at))),
    unlink: (path, at) => run("unlink", path, () => fs.unlinkSync(buffer(path, at))),
    renameNew(from, to, at, toAt) {
      run("rename", from, () => {
        const target = buffer(to, toAt);
        // Our names are random, so looking first is enough: nobody else makes that name in between.
        if (fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined)
          throw new Fault("EEXIST", "rename", to);
        fs.renameSync(buffer(from, at), target);
      });
    },
    renameOver: (from, to) =>
      run("rename", from, () => fs.renameSync(buffer(from, undefined), buffer(to, undefined))),
    chmod: (path, mode, at) => run("chmod", path, () => fs.chmodSync(buffer(path, at), mode)),
    chown: (path, uid, gid) => run("chown", path, () => fs.lchownSync(buffer(path, undefined), uid, gid)),
    setTimes: (path, accessed, modified) =>
      run("utimes", path, () =>
        fs.lutimesSync(buffer(path, undefined), seconds(accessed), seconds(modified)),
      ),
    // Node has no call for extended attributes: a folder that had to be taken apart loses them here.
    copyAttributes: () => undefined,
    sameContent: (a, b) => run("read", a, () => sameContent(buffer(a, undefined), buffer(b, undefined))),
    startWriting: () => undefined,
    flush: (fd) => run("fsync", undefined, () => fs.fsyncSync(fd)),
    space(path) {
      const stat = run("statfs", path, () => fs.statfsSync(buffer(path, undefined)));
      return {
        total: stat.blocks * stat.bsize,
        available: stat.bavail * stat.bsize,
        freeFiles: stat.ffree,
        magic: stat.type,
      };
    },
    currentFolder: () =>
      run("getcwd", undefined, () => fromArray(fs.realpathSync.native(Buffer.from("."), "buffer"))),
    pathOf: (fd) => folders.get(fd) ?? raw("."),
    isTerminal: (fd) => isatty(fd),
  };
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW } = fs.constants;

const FLAGS: Readonly<Record<OpenHow, number>> = {
  read: O_RDONLY,
  new: O_WRONLY | O_CREAT | O_EXCL,
  append: O_WRONLY | O_CREAT | O_APPEND,
  folder: O_RDONLY | O_DIRECTORY,
  "folder-itself": O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
  "folder-place": O_RDONLY | O_DIRECTORY,
};

function seconds({ seconds: whole, nanos }: Moment): number {
  return whole + nanos / 1e9;
}

function statOf(stat: fs.BigIntStats): Stat {
  return {
    kind: kindOf(stat),
    mode: Number(stat.mode & 0o7777n),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    size: Number(stat.size),
    space: Number(stat.blocks) * 512,
    links: Number(stat.nlink),
    device: Number(stat.dev),
    inodeLow: Number(stat.ino & 0xffffffffn),
    inodeHigh: Number(stat.ino >> 32n),
    mount: undefined,
    mountRoot: false,
    modified: momentOf(stat.mtimeNs),
    accessed: momentOf(stat.atimeNs),
    changed: momentOf(stat.ctimeNs),
  };
}

function momentOf(nanos: bigint): Moment {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return { seconds: Number((nanos - rest) / 1_000_000_000n), nanos: Number(rest) };
}

function kindOf(stat: fs.BigIntStats): FileKind {
  if (stat.isDirectory()) return "folder";
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFIFO()) return "fifo";
  if (stat.isSocket()) return "socket";
  if (stat.isBlockDevice()) return "block";
  return stat.isCharacterDevice() ? "char" : "file";
}

function sameContent(a: Buffer, b: Buffer): boolean {
  const files = [fs.openSync(a, O_RDONLY | O_NOFOLLOW)];
  try {
    files.push(fs.openSync(b, O_RDONLY | O_NOFOLLOW));
    const pieces = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)] as const;
    for (;;) {
      const [sizeA = 0, sizeB = 0] = pieces.map((piece, i) => fill(files[i] ?? -1, piece));
      if (sizeA !== sizeB || pieces[0].compare(pieces[1], 0, sizeB, 0, sizeA) !== 0) return false;
      if (sizeA === 0) return true;
    }
  } finally {
    for (const fd of files) fs.closeSync(fd);
  }
}

function fill(fd: number, piece: Buffer): number {
  let size = 0;
  while (size < piece.length) {
    const part = fs.readSync(fd, piece, size, piece.length - size, null);
    if (part === 0) break;
    size += part;
  }
  return size;
}
