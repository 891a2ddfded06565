/** What git deletes in a working tree. */
import type { Field, Folder } from "@hasna/hooks-lexer";
import { fieldOf, headOf, tailOf, textOf } from "./field.ts";
import type { Call, Finding, Reader } from "./finding.ts";
import { readWords } from "./options.ts";
import { resolve } from "./path.ts";

const valuedGlobals: readonly string[] = [
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
];

interface Invocation {
  readonly command: string;
  readonly args: readonly Field[];
  readonly folders: readonly Folder[];
}

/** Aliases and settings that run code come from the evaluator as runs of their own. */
export const git: Reader = (call) => {
  const invocation = readGlobals(call.args, call.folders);
  return invocation === undefined ? [] : commandFindings(call, invocation);
};

/** `git-rm` and its kin, as they stand in git's own exec path. */
export const gitCommand: Reader = (call) =>
  commandFindings(call, { command: call.name.slice(4), args: call.args, folders: call.folders });

function readGlobals(args: readonly Field[], start: readonly Folder[]): Invocation | undefined {
  let folders = start;
  for (let at = 0; at < args.length; at += 1) {
    const field = args[at];
    if (field === undefined) return undefined;
    const head = headOf(field);
    if (!head.startsWith("-")) {
      const command = textOf(field);
      return command === undefined ? undefined : { command, args: args.slice(at + 1), folders };
    }
    const equals = head.indexOf("=");
    const name = equals === -1 ? head : head.slice(0, equals);
    if (name === "--help" || name === "--version" || name === "-h" || name === "-v") return undefined;
    if (!valuedGlobals.includes(name)) continue;
    let value: Field | undefined;
    if (equals !== -1) value = tailOf(field, equals + 1);
    else {
      at += 1;
      value = args[at];
    }
    if (value !== undefined && (name === "-C" || name === "--work-tree")) folders = changed(folders, value);
  }
  return undefined;
}

function changed(folders: readonly Folder[], to: Field): readonly Folder[] {
  const path = textOf(to);
  if (path === undefined) return [{ kind: "unknown" }];
  if (path === "") return folders;
  return folders.map((folder): Folder => {
    if (path.startsWith("/")) return { kind: "known", path: resolve("/", path) };
    return folder.kind === "known" ? { kind: "known", path: resolve(folder.path, path) } : folder;
  });
}

function commandFindings(call: Call, { command, args, folders }: Invocation): readonly Finding[] {
  switch (command) {
    case "clean":
      return clean(call, args, folders);
    case "rm":
      return remove(call, args, folders);
    case "worktree":
      return worktree(args, folders);
    default:
      return [];
  }
}

function clean(call: Call, args: readonly Field[], folders: readonly Folder[]): readonly Finding[] {
  const { options, operands } = readWords(args, {
    valued: "e",
    long: [
      "dry-run",
      "no-dry-run",
      "force",
      "no-force",
      "quiet",
      "no-quiet",
      "interactive",
      "no-interactive",
      "help",
    ],
    longValued: ["exclude"],
    permutes: true,
  });
  let dry = false;
  for (const { name } of options) {
    if (name === "n" || name === "dry-run") dry = true;
    else if (name === "no-dry-run") dry = false;
    else if (name === "h" || name === "help") return [];
  }
  if (dry) return [];
  return [{ by: "git clean", operands: pathsOf(operands, call), folders, reach: "below", open: call.fed }];
}

function remove(call: Call, args: readonly Field[], folders: readonly Folder[]): readonly Finding[] {
  const { options, operands } = readWords(args, {
    long: [
      "dry-run",
      "no-dry-run",
      "quiet",
      "cached",
      "no-cached",
      "force",
      "no-force",
      "ignore-unmatch",
      "sparse",
      "pathspec-file-nul",
      "help",
    ],
    longValued: ["pathspec-from-file"],
    permutes: true,
  });
  let spared = false;
  let fromFile = false;
  for (const { name } of options) {
    if (name === "n" || name === "dry-run" || name === "cached") spared = true;
    else if (name === "no-dry-run" || name === "no-cached") spared = false;
    else if (name === "h" || name === "help") return [];
    else if (name === "pathspec-from-file") fromFile = true;
  }
  if (spared || (operands.length === 0 && !fromFile && !call.fed)) return [];
  return [{ by: "git rm", operands: pathsOf(operands, call), folders, open: fromFile || call.fed }];
}

/** Without `--force` git itself refuses a worktree with changes, so what goes can be checked out again. */
function worktree(args: readonly Field[], folders: readonly Folder[]): readonly Finding[] {
  const [action, ...rest] = args;
  if (action === undefined || textOf(action) !== "remove") return [];
  const { options, operands } = readWords(rest, { long: ["force", "no-force", "help"], permutes: true });
  if (operands.length === 0 || options.some(({ name }) => name === "help" || name === "h")) return [];
  const forced = options.some(({ name }) => name === "f" || name === "force");
  const by = forced ? "git worktree remove --force" : "git worktree remove";
  return [{ by, operands, folders, recoverable: !forced }];
}

/** `git clean` and pathspec magic work on the folder git stands in. */
function pathsOf(operands: readonly Field[], call: Call): readonly Field[] {
  const here = fieldOf(".", call.run.verb.span);
  if (operands.length === 0) return [here];
  return operands.map((field) => (headOf(field).startsWith(":") ? here : field));
}
