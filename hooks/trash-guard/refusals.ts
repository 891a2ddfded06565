/** Every way of deleting that is refused, with what to do instead: one row each. */
import type { Deletion } from "@hasna/hooks-deletes";
import { isAppletBox, verbText } from "@hasna/hooks-deletes";
import type { Denial } from "./answers.ts";
import { deny } from "./answers.ts";

interface Row {
  readonly rule: string;
  readonly reason: string;
  readonly next: string;
}

/** By the program that deletes, as `Deletion.by` names it. `{operands}` stands for the operands as written. */
const byProgram: Readonly<Record<string, Row>> = {
  rmdir: {
    rule: "rmdir",
    reason: "`rmdir` removes for good: its options are not rm's, so it cannot be sent to the trash",
    next: "Run `rm -d -- {operands}` instead: it removes empty folders only, and this hook sends them to the trash.",
  },
  unlink: {
    rule: "unlink",
    reason: "`unlink` removes for good and cannot be sent to the trash",
    next: "Run `rm -- {operands}` instead, which this hook sends to the trash.",
  },
  shred: {
    rule: "shred",
    reason: "`shred` destroys what is in the file, so nothing could be kept",
    next: "Run `rm -- {operands}` instead, which this hook sends to the trash; ask the user if it must be destroyed.",
  },
  rimraf: {
    rule: "rimraf",
    reason: "`rimraf` removes whole trees for good and cannot be sent to the trash",
    next: "Run `rm -rf -- {operands}` instead, which this hook sends to the trash.",
  },
  "git rm": {
    rule: "git-rm",
    reason: "`git rm` removes files from the working tree for good",
    next: "Run `git rm --cached -- {operands}` to take them out of the index, then `rm -- {operands}`, which goes to the trash.",
  },
  "git clean": {
    rule: "git-clean",
    reason: "`git clean` removes untracked files for good, and git keeps no copy of them",
    next: "List them with `git clean -nd`, then remove what is to go with `rm -rf -- <path>`, which goes to the trash.",
  },
  "git worktree remove --force": {
    rule: "git-worktree",
    reason: "`git worktree remove --force` removes a worktree with its changes for good",
    next: "Run `rm -rf -- {operands}`, which goes to the trash, then `git worktree prune`.",
  },
  "find -delete": {
    rule: "find-delete",
    reason: "`find -delete` removes what it finds for good",
    next: "Run it with `-print` in place of `-delete`, then remove what it lists with `rm -- <path>`, which goes to the trash.",
  },
  "rsync --delete": {
    rule: "rsync-delete",
    reason: "`rsync --delete` removes for good what the target has and the source has not",
    next: "Add `--backup --backup-dir=<folder outside the target>`, so that what goes is kept.",
  },
  "rsync --remove-source-files": {
    rule: "rsync-delete",
    reason: "`rsync --remove-source-files` removes the source files for good",
    next: "Leave the option out, check the copy, then remove the source with `rm -- <path>`, which goes to the trash.",
  },
  "tar --remove-files": {
    rule: "tar-remove",
    reason: "`tar --remove-files` removes what it packed for good",
    next: "Leave the option out, check the archive, then run `rm -rf -- <path>`, which goes to the trash.",
  },
  "zip -m": {
    rule: "zip-move",
    reason: "`zip -m` removes what it packed for good",
    next: "Leave `-m` out, check the archive, then run `rm -rf -- <path>`, which goes to the trash.",
  },
  "gio remove": {
    rule: "gio-remove",
    reason: "`gio remove` removes for good",
    next: "Run `rm -- {operands}` instead, which this hook sends to the trash.",
  },
};

const inString: Row = {
  rule: "code-string",
  reason: "{by} stands in a text that another program runs as code, where it cannot be sent to the trash",
  next: "Run the command itself, outside the text: `rm -- <path>` goes to the trash.",
};

const inSubstitution: Row = {
  rule: "substitution",
  reason: "{by} stands in a substitution, where it cannot be sent to the trash",
  next: "Run it as a command of its own, before this one: `rm -- <path>` goes to the trash.",
};

const byFeeder: Row = {
  rule: "fed-names",
  reason: "`{by}` removes names that the command does not show",
  next: "List the names first, then remove them with `rm -- <path>`, which goes to the trash.",
};

const byBox: Row = {
  rule: "applet",
  reason: "`{by}` is an applet, not the system's rm, and cannot be sent to the trash",
  next: "Run `rm -- {operands}` without the box in front, which goes to the trash.",
};

const otherRoot: Row = {
  rule: "other-root",
  reason: "{by} runs under another root, where the trash cannot be reached",
  next: "Remove the files from outside, by their full path: `rm -- <path>` goes to the trash.",
};

const foreignVerb: Row = {
  rule: "other-rm",
  reason: "`{verb}` is not written as the system's rm, so what it removes cannot be sent to the trash",
  next: "Write the program as `rm`: `rm -- {operands}` goes to the trash.",
};

const hiddenVerb: Row = {
  rule: "hidden-verb",
  reason:
    "`{by}` comes out of `{word}` and is no word of its own, so what it removes cannot be sent to the trash",
  next: "Write the program as `rm` in a word of its own: `rm -- <path>` goes to the trash.",
};

const byHost: Row = {
  rule: "interpreter",
  reason: "`{by}` runs code that removes files for good",
  next: "Remove them with `rm -- <path>` as a command of its own, which goes to the trash.",
};

/** Programs that run their command under another root of this machine. */
const otherRoots: readonly string[] = [
  "chroot",
  "nsenter",
  "unshare",
  "bwrap",
  "sudo",
  "flatpak",
  "proot",
  "fakechroot",
];

/** Whether a deletion happens on another machine or in a container, whose files are not this machine's. */
export function isElsewhere(deletion: Deletion): boolean {
  for (const { kind, name } of deletion.run.wrappers)
    if (kind === "elsewhere" && !otherRoots.includes(name)) return true;
  return false;
}

/** The refusal of a deletion that cannot be rewritten. */
export function refuseDeletion(deletion: Deletion, source: string): Denial {
  return denial(rowOf(deletion), deletion, source);
}

function rowOf(deletion: Deletion): Row {
  if (deletion.run.wrappers.some(({ kind }) => kind === "elsewhere")) return otherRoot;
  const program = Object.hasOwn(byProgram, deletion.by) ? byProgram[deletion.by] : undefined;
  if (deletion.place === "substitution") return inSubstitution;
  if (deletion.place === "string") return inString;
  if (deletion.run.wrappers.some(({ kind }) => kind === "feeder")) return byFeeder;
  if (deletion.run.wrappers.some(({ name }) => isAppletBox(name))) return byBox;
  if (program !== undefined) return program;
  if (!deletion.run.written && !verbText(deletion.run).includes("/")) return hiddenVerb;
  return deletion.by === "rm" || /^(?:srm|zf_rm|zf_rmdir)$/.test(deletion.by) ? foreignVerb : byHost;
}

function denial(row: Row, deletion: Deletion, source: string): Denial {
  const fill = (text: string): string =>
    text
      .replaceAll("{by}", deletion.by)
      .replaceAll("{word}", source.slice(deletion.verb.start, deletion.verb.end).slice(0, 80))
      .replaceAll("{verb}", verbText(deletion.run))
      .replaceAll("{operands}", operandsOf(deletion, source));
  return deny(row.rule, `${fill(row.reason)}.`, fill(row.next), [deletion.verb]);
}

/** Operands as the agent wrote them, so that the next command can be copied; a placeholder when that is not short. */
function operandsOf(deletion: Deletion, source: string): string {
  if (deletion.place !== "list") return "<path>";
  const spans = new Map(deletion.targets.map(({ span }) => [span.start, span]));
  spans.delete(deletion.verb.start);
  const text = [...spans.values()].map(({ start, end }) => source.slice(start, end)).join(" ");
  return text !== "" && text.length <= 200 && !/[\n`]/.test(text) ? text : "<path>";
}
