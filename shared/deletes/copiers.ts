/** Programs that copy or pack, and delete when an option says so. */
import type { Field } from "@hasna/hooks-lexer";
import { headOf, textOf } from "./field.ts";
import type { Reader } from "./finding.ts";
import { readWords } from "./options.ts";

/** `--delete*` empties what the target has and the source has not; `--remove-source-files` empties the source. */
export const rsync: Reader = (call) => {
  const { options, operands } = readWords(call.args, {
    valued: "efTBM",
    longValued: [
      "rsh",
      "rsync-path",
      "exclude",
      "include",
      "filter",
      "exclude-from",
      "include-from",
      "files-from",
      "backup-dir",
      "suffix",
      "max-delete",
      "block-size",
      "temp-dir",
      "partial-dir",
      "log-file",
      "out-format",
      "password-file",
      "bwlimit",
      "port",
      "compress-level",
      "chmod",
      "chown",
      "info",
      "debug",
      "timeout",
      "contimeout",
    ],
    whole: true,
    permutes: true,
  });
  // With a backup what would go is renamed and stays.
  const keeps = ["n", "dry-run", "list-only", "help", "version", "b", "backup"];
  if (options.some(({ name }) => keeps.includes(name))) return [];
  const deletes = options.some(({ name }) => name === "del" || name.startsWith("delete"));
  const moves = options.some(({ name }) => name === "remove-source-files" || name === "remove-sent-files");
  const target = operands.at(-1);
  const local = (field: Field): boolean => !/^[^/]*:/.test(headOf(field));
  if (deletes && target !== undefined && operands.length > 1) {
    // A target on another machine is not ours to keep.
    if (local(target)) return [{ by: "rsync --delete", operands: [target], reach: "below" }];
  }
  if (moves) {
    const sources = operands.slice(0, -1).filter(local);
    if (sources.length > 0) return [{ by: "rsync --remove-source-files", operands: sources, reach: "below" }];
  }
  return [];
};

/** `--remove-files` deletes what went into the archive. */
export const tar: Reader = (call) => {
  if (!call.args.some((field) => /^--remov/.test(headOf(field)) || textOf(field) === "--rem")) return [];
  const { options, operands } = readWords(call.args, {
    valued: "fCTXbgHLNVKFI",
    long: ["remove-files"],
    longValued: [
      "file",
      "directory",
      "files-from",
      "exclude",
      "exclude-from",
      "transform",
      "use-compress-program",
      "mode",
      "owner",
      "group",
      "mtime",
      "format",
      "newer",
    ],
    permutes: true,
  });
  if (!options.some(({ name }) => name === "remove-files")) return [];
  const old = call.args[0] !== undefined && /^[a-zA-Z]+$/.test(headOf(call.args[0]));
  const names = old ? operands.slice(1) : operands;
  return [{ by: "tar --remove-files", operands: names, open: true }];
};

/** `-m` moves files into the archive. */
export const zip: Reader = (call) => {
  const { options, operands } = readWords(call.args, {
    valued: "bnt",
    long: ["move"],
    longValued: ["temp-path", "suffixes"],
    permutes: true,
  });
  if (!options.some(({ name }) => name === "m" || name === "move")) return [];
  return [{ by: "zip -m", operands: operands.slice(1), open: true }];
};

/** Programs that keep what they take away. Their own emptying is another matter: see `purges`. */
export const trash: Reader = (call) => {
  const [first, ...rest] = call.args;
  const verb = first === undefined ? "" : (textOf(first) ?? "");
  if (keepsAll(verb)) return [];
  const args = verb === "put" || verb === "guard" ? rest : call.args;
  const { operands } = readWords(args, { permutes: true });
  return operands.length === 0 && !call.fed
    ? []
    : [{ by: call.name, operands, recoverable: true, open: call.fed }];
};

/** The trash's own verbs that put nothing into it. */
function keepsAll(verb: string): boolean {
  switch (verb) {
    case "empty":
    case "purge":
    case "sweep":
    case "list":
    case "ls":
    case "restore":
    case "undo":
    case "status":
    case "info":
    case "doctor":
    case "config":
    case "help":
    case "--help":
    case "--version":
      return true;
    default:
      return false;
  }
}

export const gio: Reader = (call) => {
  const [first, ...rest] = call.args;
  const verb = first === undefined ? "" : textOf(first);
  if (verb === "remove") {
    const { operands } = readWords(rest, { permutes: true });
    return operands.length === 0 && !call.fed ? [] : [{ by: "gio remove", operands, open: call.fed }];
  }
  if (verb !== "trash") return [];
  const { options, operands } = readWords(rest, { permutes: true, longValued: ["restore"] });
  if (options.some(({ name }) => name === "empty" || name === "list" || name === "restore")) return [];
  return operands.length === 0 && !call.fed
    ? []
    : [{ by: "gio trash", operands, recoverable: true, open: call.fed }];
};

/** Whether a call empties a trash for good. */
export function purges(name: string, args: readonly Field[]): boolean {
  if (name === "trash-empty" || name === "trash-rm") return true;
  if (name !== "trash" && name !== "gio") return false;
  const words = args.map(textOf);
  // Behind `guard` stand the words of an rm: `--empty` is none of its options.
  if (name === "trash" && words[0] === "guard") return false;
  if (name === "trash") return words[0] === "empty" || words[0] === "purge" || words.includes("--empty");
  return name === "gio" && words[0] === "trash" && words.includes("--empty");
}
