/**
 * System calls without `node:fs`. Loading that module costs more than everything else a one-file delete does
 * (2.3 of 6.6 ms), decodes names lossily in places, and has neither `renameat2` nor calls relative to an open folder.
 */
type Pointer = number;

interface NativeFfi {
  dlopen(
    library: string,
    symbols: Readonly<Record<string, { readonly args: readonly string[]; readonly returns: string }>>,
  ): { readonly symbols: Readonly<Record<string, (...args: number[]) => number>> };
  ptr(view: ArrayBufferView): Pointer;
  readonly read: {
    i32(pointer: Pointer, offset: number): number;
  };
}

export interface LinuxCalls {
  /** The result of a system call, or the error number below zero. */
  call(number: number, a?: number, b?: number, c?: number, d?: number, e?: number): number;
  /** Did the system call succeed? For those where every refusal means the same. */
  succeeds(number: number, a: number, b: number, c: number, d: number, e: number): boolean;
  pointer(view: ArrayBufferView): Pointer;
  readonly table: CallTable;
  /**
   * Fills six 32-bit fields from the pointer on: second, minute, hour, day, month from 0, year from 1900. The engine's
   * own local time loads a time zone library for 6 ms.
   */
  localTime(secondsPointer: Pointer, fieldsPointer: Pointer): void;
}

interface CallTable {
  readonly read: number;
  readonly write: number;
  readonly close: number;
  readonly ioctl: number;
  readonly fsync: number;
  readonly fdatasync: number;
  readonly getcwd: number;
  readonly fchmodat: number;
  readonly fchownat: number;
  readonly openat: number;
  readonly mkdirat: number;
  readonly unlinkat: number;
  readonly readlinkat: number;
  readonly faccessat: number;
  readonly renameat2: number;
  readonly statx: number;
  readonly utimensat: number;
  readonly getdents64: number;
  readonly statfs: number;
  readonly syncFileRange: number;
  readonly llistxattr: number;
  readonly lgetxattr: number;
  readonly lsetxattr: number;
  readonly geteuid: number;
  readonly uname: number;
  /** Two open flags have other values on other processors. */
  readonly O_DIRECTORY: number;
  readonly O_NOFOLLOW: number;
}

/** Sources: the kernel's syscall_64.tbl and asm-generic/unistd.h. faccessat2 is new enough to have one number. */
function callTable(arch: string): CallTable | undefined {
  if (arch === "x64")
    return {
      read: 0,
      write: 1,
      close: 3,
      ioctl: 16,
      fsync: 74,
      fdatasync: 75,
      getcwd: 79,
      fchmodat: 268,
      fchownat: 260,
      openat: 257,
      mkdirat: 258,
      unlinkat: 263,
      readlinkat: 267,
      faccessat: 439,
      renameat2: 316,
      statx: 332,
      utimensat: 280,
      getdents64: 217,
      statfs: 137,
      syncFileRange: 277,
      llistxattr: 195,
      lgetxattr: 192,
      lsetxattr: 189,
      geteuid: 107,
      uname: 63,
      O_DIRECTORY: 0o200000,
      O_NOFOLLOW: 0o400000,
    };
  if (arch !== "arm64") return undefined;
  return {
    read: 63,
    write: 64,
    close: 57,
    ioctl: 29,
    fsync: 82,
    fdatasync: 83,
    getcwd: 17,
    fchmodat: 53,
    fchownat: 54,
    openat: 56,
    mkdirat: 34,
    unlinkat: 35,
    readlinkat: 78,
    faccessat: 439,
    renameat2: 276,
    statx: 291,
    utimensat: 88,
    getdents64: 61,
    statfs: 43,
    syncFileRange: 84,
    llistxattr: 12,
    lgetxattr: 9,
    lsetxattr: 6,
    geteuid: 175,
    uname: 160,
    O_DIRECTORY: 0o40000,
    O_NOFOLLOW: 0o100000,
  };
}

const EINTR = 4;

/** Undefined where this way does not exist: another system, another processor, another C library. */
export function linuxCalls(platform: string, arch: string): LinuxCalls | undefined {
  const table = callTable(arch);
  const ffi = (Bun as unknown as { readonly FFI?: NativeFfi }).FFI;
  if (platform !== "linux" || table === undefined || ffi === undefined) return undefined;
  for (const library of ["libc.so.6", `libc.musl-${arch === "x64" ? "x86_64" : "aarch64"}.so.1`]) {
    try {
      return bind(ffi, library, table);
    } catch {
      // The other C library, or none: the caller has another way.
    }
  }
  return undefined;
}

function bind(ffi: NativeFfi, library: string, table: CallTable): LinuxCalls {
  const { syscall } = ffi.dlopen(library, {
    syscall: { args: ["i32", "i64", "i64", "i64", "i64", "i64"], returns: "i64_fast" },
  }).symbols;
  if (syscall === undefined) throw new Error("incomplete C library");
  let errno: Pointer | undefined;

  /** Bound at the first refusal: most deletes meet none, and each bound function costs at start. */
  function errnoPlace(): Pointer {
    const { __errno_location: errnoLocation } = ffi.dlopen(library, {
      __errno_location: { args: [], returns: "ptr" },
    }).symbols;
    if (errnoLocation === undefined) throw new Error("incomplete C library");
    return errnoLocation();
  }

  return {
    table,
    succeeds: (number, a, b, c, d, e) => syscall(number, a, b, c, d, e) >= 0,
    pointer: ffi.ptr,
    localTime(seconds, fields) {
      // Bound when needed: each bound function costs at start, and where the zone is UTC nobody asks.
      const { symbols: more } = ffi.dlopen(library, {
        localtime_r: { args: ["ptr", "ptr"], returns: "ptr" },
      });
      more.localtime_r?.(seconds, fields);
    },
    call(number, a = 0, b = 0, c = 0, d = 0, e = 0) {
      for (;;) {
        const result = syscall(number, a, b, c, d, e);
        if (result >= 0) return result;
        if (errno === undefined) {
          errno = errnoPlace();
          // Binding has overwritten the number: the same call gives it again, or succeeds by now.
          continue;
        }
        const code = ffi.read.i32(errno, 0);
        // Also the one value that a signal of the engine's own could leave there: asking again gives the true one.
        if (code !== EINTR) return -code;
      }
    },
  };
}
