import { type Bytes, toReadable } from "./bytes.ts";

/**
 * A file operation that the system refused. `code` is the symbolic name, such as `ENOENT`. Not an `Error`: many are
 * expected answers on the way to a delete, and an `Error` collects a stack each time.
 */
export class Fault {
  /** By this it is known, not by its class: the shipped program holds this module twice (see `scripts/build.ts`). */
  readonly isFault = true;
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

/** Each error that a file operation can give: its Linux number, its name, and the words that `rm` prints for it. */
function errors(): readonly (readonly [number: number, code: string, words: string])[] {
  return [
    [1, "EPERM", "Operation not permitted"],
    [2, "ENOENT", "No such file or directory"],
    [4, "EINTR", "Interrupted system call"],
    [5, "EIO", "Input/output error"],
    [9, "EBADF", "Bad file descriptor"],
    [11, "EAGAIN", "Resource temporarily unavailable"],
    [12, "ENOMEM", "Cannot allocate memory"],
    [13, "EACCES", "Permission denied"],
    [16, "EBUSY", "Device or resource busy"],
    [17, "EEXIST", "File exists"],
    [18, "EXDEV", "Invalid cross-device link"],
    [19, "ENODEV", "No such device"],
    [20, "ENOTDIR", "Not a directory"],
    [21, "EISDIR", "Is a directory"],
    [22, "EINVAL", "Invalid argument"],
    [24, "EMFILE", "Too many open files"],
    [26, "ETXTBSY", "Text file busy"],
    [27, "EFBIG", "File too large"],
    [28, "ENOSPC", "No space left on device"],
    [30, "EROFS", "Read-only file system"],
    [31, "EMLINK", "Too many links"],
    [32, "EPIPE", "Broken pipe"],
    [34, "ERANGE", "Numerical result out of range"],
    [36, "ENAMETOOLONG", "File name too long"],
    [38, "ENOSYS", "Function not implemented"],
    [39, "ENOTEMPTY", "Directory not empty"],
    [40, "ELOOP", "Too many levels of symbolic links"],
    [61, "ENODATA", "No data available"],
    [84, "EILSEQ", "Invalid or incomplete multibyte or wide character"],
    [95, "EOPNOTSUPP", "Operation not supported"],
    [116, "ESTALE", "Stale file handle"],
    [122, "EDQUOT", "Disk quota exceeded"],
  ];
}

/** The symbolic name of a Linux error number. The three that a delete meets every day need no table. */
export function codeOf(errno: number): string {
  if (errno === 2) return "ENOENT";
  if (errno === 17) return "EEXIST";
  if (errno === 13) return "EACCES";
  for (const [number, code] of errors()) if (number === errno) return code;
  return `E${errno}`;
}

/** The words of the C library for an error, as `rm` prints them. */
export function wordsFor(code: string): string {
  for (const [, name, words] of errors()) if (name === code) return words;
  return `Unknown error ${code.slice(1)}`;
}

export function isFault(thrown: unknown): thrown is Fault {
  return typeof thrown === "object" && thrown !== null && "isFault" in thrown;
}

/** The code when this is a `Fault`; anything else is a mistake of ours and goes on up. */
export function faultCode(thrown: unknown): string {
  if (isFault(thrown)) return thrown.code;
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
