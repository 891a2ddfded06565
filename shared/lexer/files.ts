/** Files that the text writes, copies and links: it may run them later. */

import { basename, exactText } from "./field.ts";
import { outputOfNode, textOf } from "./inputs.ts";
import type { Job } from "./job.ts";
import type { Field } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Command } from "./script.ts";
import { fieldsOf } from "./value.ts";
import type { Walk } from "./walk.ts";

/** Redirections that put standard output into a file. */
const OUTPUTS: readonly string[] = [">", ">>", ">|", "&>", "&>>"];

/** Files the command writes, as far as the text knows what into: they may be run later in the same text. */
export function noteFiles(walk: Walk, job: Job, scope: Scope, rest: readonly Field[]): void {
  for (const redirection of job.command.redirections) {
    if (!OUTPUTS.includes(redirection.operator) || redirection.target === undefined) continue;
    if (redirection.descriptor !== undefined && redirection.descriptor !== "1") continue;
    const target = fieldsOf(redirection.target, scope)[0];
    const path = target === undefined ? undefined : exactText(target);
    if (path === undefined || path.startsWith("/dev/")) continue;
    const output = outputOfNode(
      walk,
      { kind: "command", command: withoutOutput(job.command) },
      job.frame,
      job.at,
      job.stdin,
    );
    const key = walk.pathOf(path, job.folders);
    const before = redirection.operator.endsWith(">>") ? walk.written.get(key) : [];
    walk.written.set(key, before === undefined || output === undefined ? undefined : [...before, ...output]);
  }
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
      const path = exactText(field);
      if (path !== undefined && !path.startsWith("-"))
        walk.written.set(walk.pathOf(path, job.folders), textOf(walk, job.stdin));
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

function withoutOutput(command: Command): Command {
  return {
    ...command,
    redirections: command.redirections.filter((redirection) => redirection.operator.startsWith("<")),
  };
}

function literalVerb(command: Command): string | undefined {
  const pieces = command.words[0]?.pieces ?? [];
  const piece = pieces[0];
  return pieces.length === 1 && piece?.kind === "literal" ? piece.text : undefined;
}
