import { type Bytes, toReadable } from "./bytes.ts";

/** Linux and macOS numbers of the errors that a file operation can give, with the words that `rm` prints for them. */
const ERRORS: Readonly<Record<string, readonly [linux: number, words: string]>> = {
  EPERM: [1, "Operation not permitted"],
  ENOENT: [2, "No such file or directory"],
  EINTR: [4, "Interrupted system call"],
  EIO: [5, "Input/output error"],
  EBADF: [9, "Bad file descriptor"],
  EAGAIN: [11, "Resource temporarily unavailable"],
  ENOMEM: [12, "Cannot allocate memory"],
  EACCES: [13, "Permission denied"],
  EBUSY: [16, "Device or resource busy"],
  EEXIST: [17, "File exists"],
  EXDEV: [18, "Invalid cross-device link"],
  ENODEV: [19, "No such device"],
  ENOTDIR: [20, "Not a directory"],
  EISDIR: [21, "Is a directory"],
  EINVAL: [22, "Invalid argument"],
  EMFILE: [24, "Too many open files"],
  ETXTBSY: [26, "Text file busy"],
  EFBIG: [27, "File too large"],
  ENOSPC: [28, "No space left on device"],
  EROFS: [30, "Read-only file system"],
  EMLINK: [31, "Too many links"],
  EPIPE: [32, "Broken pipe"],
  ERANGE: [34, "Numerical result out of range"],
  ENAMETOOLONG: [36, "File name too long"],
  ENOSYS: [38, "Function not implemented"],
  ENOTEMPTY: [39, "Directory not empty"],
  ELOOP: [40, "Too many levels of symbolic links"],
  ENODATA: [61, "No data available"],
  EILSEQ: [84, "Invalid or incomplete multibyte or wide character"],
  EOPNOTSUPP: [95, "Operation not supported"],
  ESTALE: [116, "Stale file handle"],
  EDQUOT: [122, "Disk quota exceeded"],
};

/**
 * A file operation that the system refused. `code` is the symbolic name, such as `ENOENT`. Not an `Error`: many are
 * expected answers on the way to a delete, and an `Error` collects a stack each time.
 */
export class Fault {
  readonly code: string;
  readonly call: string;
  readonly path: Bytes | undefined;
  constructor(code: string, call: string, path: Bytes | undefined) {
    this.code = code;
    this.call = call;
    this.path = path;
  }
  get message(): string {
    return `${this.call}${this.path === undefined ? "" : ` ${toReadable(this.path)}`}: ${wordsFor(this.code)}`;
  }
}

/** The symbolic name of a Linux error number. */
export function codeOf(errno: number): string {
  for (const code in ERRORS) if (ERRORS[code]?.[0] === errno) return code;
  return `E${errno}`;
}

/** The words of the C library for an error, as `rm` prints them. */
export function wordsFor(code: string): string {
  return ERRORS[code]?.[1] ?? `Unknown error ${code.slice(1)}`;
}

/** The code when this is a `Fault`; anything else is a mistake of ours and goes on up. */
export function faultCode(thrown: unknown): string {
  if (thrown instanceof Fault) return thrown.code;
  throw thrown;
}

/** Runs `work`; undefined when it met one of these errors, which the caller expects. */
export function unless<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    if (codes.includes(faultCode(thrown))) return undefined;
    throw thrown;
  }
}
