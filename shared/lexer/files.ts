/** Files that the text writes, copies and links: it may run them later. */

import { basename, exactText } from "./field.ts";
import type { Whereabouts } from "./folders.ts";
import { outputOfNode, outputOfNodes, textOf } from "./inputs.ts";
import type { Frame, Job } from "./job.ts";
import { commandFields } from "./read-word.ts";
import type { Field, Folder, Segment } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Command, Redirection } from "./script.ts";
import type { ContextNode } from "./tree.ts";
import { fieldsOf } from "./value.ts";
import type { Walk } from "./walk.ts";

/** Redirections that put standard output into a file. */
const OUTPUTS: readonly string[] = [">", ">>", ">|", "&>", "&>>", ">&"];
/** Folders that a relative path may mean, at most: more say that nothing is known. */
const MOST_FOLDERS = 16;
/** What a file held before something was added to it. */
const BEFORE: readonly Segment[] = [
  { kind: "unknown", name: undefined, quoted: true },
  { kind: "text", text: "\n" },
];

/**
 * The name under which a file that the text writes is kept: its path, or the word that stands for it (`$tmp`,
 * `$dir/run.sh`); undefined when the word can not be told from another.
 */
export function fileKey(walk: Walk, field: Field, folders: readonly Folder[]): string | undefined {
  const path = exactText(field);
  if (path === "") return undefined;
  if (path !== undefined) {
    if (walk.written.size > 0 && folders.length > 1) {
      for (const folder of folders.slice(0, MOST_FOLDERS)) {
        const candidate = walk.pathOf(path, [folder]);
        if (walk.written.has(candidate)) return candidate;
      }
    }
    return walk.pathOf(path, folders);
  }
  let key = "";
  for (const segment of field.segments) {
    if (segment.kind === "text") key += segment.text;
    else if (segment.kind === "unknown" && segment.name !== undefined) key += `\${${segment.name}}`;
    else return undefined;
  }
  return key;
}

/** Files the command writes, as far as the text knows what into: they may be run later in the same text. */
export function noteFiles(walk: Walk, job: Job, scope: Scope, rest: readonly Field[]): void {
  noteOutputs(walk, job.command.redirections, scope, job.folders, () =>
    outputOfNode(
      walk,
      { kind: "command", command: withoutOutput(job.command) },
      job.frame,
      job.at,
      job.stdin,
    ),
  );
  let verb = literalVerb(job.command);
  let operands = rest;
  // `sudo tee f`, `sudo -u x cp a b`: the program is the first word that is one of those that matter.
  if (verb === "sudo" || verb === "doas" || verb === "command" || verb === "env") {
    const at = rest.findIndex((field) => /^(?:tee|cp|ln|mv|install)$/.test(exactText(field) ?? ""));
    if (at < 0) return;
    const program = rest[at];
    verb = program === undefined ? undefined : exactText(program);
    operands = rest.slice(at + 1);
  }
  if (verb === "tee") {
    for (const field of operands) {
      const key = exactText(field)?.startsWith("-") === true ? undefined : fileKey(walk, field, job.folders);
      if (key !== undefined) walk.written.set(key, textOf(walk, job.stdin));
    }
  }
  if (verb === "cp" || verb === "ln" || verb === "mv" || verb === "install") {
    const names = operands
      .map((field) => exactText(field))
      .filter((text) => text !== undefined && !text.startsWith("-"));
    const [from, to] = names;
    if (from === undefined || to === undefined || names.length !== 2) return;
    walk.copies.set(walk.pathOf(to, job.folders), basename(from));
    walk.copies.set(walk.pathOf(`${to}/${basename(from)}`, job.folders), basename(from));
  }
}

/** Files that a construct writes as a whole: `{ …; } > file`. */
export function noteConstructFiles(walk: Walk, node: ContextNode, frame: Frame, at: Whereabouts): void {
  const { kind, redirections } = node.context;
  if (redirections.length === 0) return;
  noteOutputs(walk, redirections, walk.scope(frame, at), at.folders, () =>
    kind === "group" || kind === "subshell" ? outputOfNodes(walk, node.children, frame, at) : undefined,
  );
}

function noteOutputs(
  walk: Walk,
  redirections: readonly Redirection[],
  scope: Scope,
  folders: readonly Folder[],
  outputOnce: () => readonly Segment[] | undefined,
): void {
  let made: { readonly output: readonly Segment[] | undefined } | undefined;
  // Each file of `f > a > b` would have the whole command read again.
  const output = (): readonly Segment[] | undefined => {
    made ??= { output: outputOnce() };
    return made.output;
  };
  for (const { operator, descriptor, target } of redirections) {
    if (!OUTPUTS.includes(operator) || target === undefined) continue;
    if (descriptor !== undefined && descriptor !== "1") continue;
    const field = fieldsOf(target, scope)[0];
    if (field === undefined || exactText(field)?.startsWith("/dev/") === true) continue;
    const path = exactText(field);
    // `>&2` is a descriptor, `>& log` a file.
    if (operator === ">&" && (path === undefined || /^(?:\d+-?|-)$/.test(path))) continue;
    const adds = operator.endsWith(">>");
    if (folders.length > 1 && path !== undefined && !path.startsWith("/")) {
      for (const folder of folders.slice(0, MOST_FOLDERS)) {
        const key = walk.pathOf(path, [folder]);
        // Only one of the folders is the one: what another holds may stay.
        walk.written.set(key, walk.written.has(key) || adds ? undefined : output());
      }
      continue;
    }
    const key = fileKey(walk, field, folders);
    if (key === undefined) continue;
    const before = !adds ? [] : walk.written.has(key) ? walk.written.get(key) : BEFORE;
    const after = output();
    walk.written.set(key, before === undefined || after === undefined ? undefined : [...before, ...after]);
  }
}

function withoutOutput(command: Command): Command {
  return {
    ...commandFields(command),
    redirections: command.redirections.filter((redirection) => redirection.operator.startsWith("<")),
  };
}

function literalVerb(command: Command): string | undefined {
  const pieces = command.words[0]?.pieces ?? [];
  const piece = pieces[0];
  return pieces.length === 1 && piece?.kind === "literal" ? piece.text : undefined;
}
