/** The system call that swaps two files in one step, which the file functions of the runtime do not have. */

/** Swaps what two paths name, at once; false where that cannot be done, or where one of them is not there. */
export type Exchange = (a: string, b: string) => boolean;

/** Of the C library, by system: file, function, and its arguments besides the two paths. */
const LIBRARIES = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
} as const;

const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;
const RENAME_SWAP = 2;

let known: Exchange | undefined;

/** Loaded once, when the first file is written. */
export async function exchanger(): Promise<Exchange> {
  known ??= (await load()) ?? (() => false);
  return known;
}

async function load(): Promise<Exchange | undefined> {
  const { platform } = process;
  if (platform !== "linux" && platform !== "darwin") return undefined;
  for (const library of LIBRARIES[platform]) {
    try {
      return platform === "linux" ? await onLinux(library) : await onMac(library);
    } catch {
      // Another C library, or one without this function: then there is the plain rename.
    }
  }
  return undefined;
}

async function onLinux(library: string): Promise<Exchange> {
  const { dlopen } = await import("bun:ffi");
  const { symbols } = dlopen(library, {
    renameat2: { args: ["i32", "cstring", "i32", "cstring", "u32"], returns: "i32" },
  });
  return (a, b) => symbols.renameat2(AT_FDCWD, ended(a), AT_FDCWD, ended(b), RENAME_EXCHANGE) === 0;
}

async function onMac(library: string): Promise<Exchange> {
  const { dlopen } = await import("bun:ffi");
  const { symbols } = dlopen(library, {
    renamex_np: { args: ["cstring", "cstring", "u32"], returns: "i32" },
  });
  return (a, b) => symbols.renamex_np(ended(a), ended(b), RENAME_SWAP) === 0;
}

/** A text as C knows it. */
function ended(path: string): Buffer {
  return Buffer.from(`${path}\0`);
}
