/** What git deletes in a working tree. */
import type { Field, Folder } from "@hasna/hooks-lexer";
import { fieldOf, headOf, sketchOf, tailOf, textOf } from "./field.ts";
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
  /** `-c` values as written, name and value. */
  readonly settings: readonly Field[];
}

export const git: Reader = (call) => {
  const invocation = readGlobals(call.args, call.folders);
  if (invocation === undefined) return [];
  return [...settingFindings(call, invocation), ...commandFindings(call, invocation, 0)];
};

/** `git-rm` and its kin, as they stand in git's own exec path. */
export const gitCommand: Reader = (call) =>
  commandFindings(
    call,
    { command: call.name.slice(4), args: call.args, folders: call.folders, settings: [] },
    0,
  );

function readGlobals(args: readonly Field[], start: readonly Folder[]): Invocation | undefined {
  const settings: Field[] = [];
  let folders = start;
  for (let at = 0; at < args.length; at += 1) {
    const field = args[at];
    if (field === undefined) return undefined;
    const head = headOf(field);
    if (!head.startsWith("-")) {
      const command = textOf(field);
      return command === undefined
        ? { command: "", args: args.slice(at + 1), folders, settings }
        : { command, args: args.slice(at + 1), folders, settings };
    }
    const equals = head.indexOf("=");
    const name = equals === -1 ? head : head.slice(0, equals);
    let value: Field | undefined;
    if (valuedGlobals.includes(name)) {
      if (equals !== -1) value = tailOf(field, equals + 1);
      else {
        at += 1;
        value = args[at];
      }
    } else if (name === "--help" || name === "--version" || name === "-h" || name === "-v") return undefined;
    if (value === undefined) continue;
    if (name === "-C" || name === "--work-tree") folders = changed(folders, value);
    else if (name === "-c") settings.push(value);
  }
  return { command: "", args: [], folders, settings };
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

function commandFindings(call: Call, invocation: Invocation, depth: number): readonly Finding[] {
  const { command, args, folders } = invocation;
  switch (command) {
    case "clean":
      return clean(call, args, folders);
    case "rm":
      return remove(call, args, folders);
    case "worktree":
      return worktree(args, folders);
    case "bisect":
      return textOf(args[0] ?? fieldOf("", call.run.verb.span)) === "run"
        ? hosted(call, "git bisect run", args.slice(1))
        : [];
    case "submodule": {
      const at = args.findIndex((field) => textOf(field) === "foreach");
      return at === -1 ? [] : hosted(call, "git submodule foreach", args.slice(at + 1));
    }
    case "rebase":
      return valuesOf(args, "x", "exec").flatMap((field) => hosted(call, "git rebase --exec", [field]));
    case "filter-branch":
      return args.flatMap((field) => hosted(call, "git filter-branch", [field]));
    case "difftool":
      return valuesOf(args, "x", "extcmd").flatMap((field) => hosted(call, "git difftool", [field]));
    default:
      return alias(call, invocation, depth);
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

/** Without `--force` git itself refuses a worktree with changes; with it they are gone. */
function worktree(args: readonly Field[], folders: readonly Folder[]): readonly Finding[] {
  const [action, ...rest] = args;
  if (action === undefined || textOf(action) !== "remove") return [];
  const { options, operands } = readWords(rest, { long: ["force", "no-force", "help"], permutes: true });
  if (operands.length === 0 || !options.some(({ name }) => name === "f" || name === "force")) return [];
  return [{ by: "git worktree remove --force", operands, folders }];
}

/** `git clean` and pathspec magic work on the folder git stands in. */
function pathsOf(operands: readonly Field[], call: Call): readonly Field[] {
  const here = fieldOf(".", call.run.verb.span);
  if (operands.length === 0) return [here];
  return operands.map((field) => (headOf(field).startsWith(":") ? here : field));
}

/** Settings name programs (`core.pager`, `alias.x`, `diff.external`): a value that deletes is a delete. */
function settingFindings(call: Call, { settings, command }: Invocation): readonly Finding[] {
  return settings.flatMap((field) => {
    const text = sketchOf(field);
    const equals = text.indexOf("=");
    if (equals === -1) return [];
    const aliased = /^alias\.(.*)$/i.exec(text.slice(0, equals));
    // An alias is read where it is called, with its words behind it.
    if (aliased !== null && aliased[1] !== command) return [];
    if (aliased !== null && !text.slice(equals + 1).startsWith("!")) return [];
    const value = text.slice(equals + 1).replace(/^!/, "");
    return hosted(call, "git -c", [fieldOf(value, field.span)]);
  });
}

function alias(call: Call, invocation: Invocation, depth: number): readonly Finding[] {
  if (depth > 4 || invocation.command === "") return [];
  for (const setting of invocation.settings) {
    const text = textOf(setting);
    const prefix = `alias.${invocation.command}=`;
    if (text === undefined || text.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase()) continue;
    const value = text.slice(prefix.length);
    if (value.startsWith("!")) continue;
    const words = value.split(/\s+/).filter((word) => word !== "");
    const [command = "", ...rest] = words;
    const args = [...rest.map((word) => fieldOf(word, setting.span)), ...invocation.args];
    return commandFindings(call, { ...invocation, command, args }, depth + 1);
  }
  return [];
}

function valuesOf(args: readonly Field[], letter: string, long: string): readonly Field[] {
  const { options } = readWords(args, { valued: letter, longValued: [long], permutes: true });
  return options.flatMap(({ name, value }) =>
    value !== undefined && (name === letter || name === long) ? [value] : [],
  );
}

/** Words that git hands to a shell. */
function hosted(call: Call, by: string, words: readonly Field[]): readonly Finding[] {
  if (words.length === 0) return [];
  return call.deletes(words.map(sketchOf).join(" ")) ? [{ by, operands: [], open: true }] : [];
}
