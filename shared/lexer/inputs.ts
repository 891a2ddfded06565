/** What standard input is and holds, and what lists of commands print. */
import { exactText } from "./field.ts";
import type { Whereabouts } from "./folders.ts";
import type { Frame, Input } from "./job.ts";
import { printed } from "./output.ts";
import type { Segment } from "./run.ts";
import type { Redirection } from "./script.ts";
import { asSubstitution, type Node } from "./tree.ts";
import { fieldsOf, segmentsOf } from "./value.ts";
import type { Walk } from "./walk.ts";

/** What a list prints, when the text decides it. */
export function outputOfNodes(
  walk: Walk,
  nodes: readonly Node[],
  frame: Frame,
  at: Whereabouts,
): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  let previous: Node | undefined;
  for (const node of nodes) {
    if (asSubstitution(node) !== undefined) continue;
    const joint = node.kind === "command" ? node.command.joint : node.context.joint;
    const pipe = node.kind === "command" ? node.command.pipe : node.context.pipe;
    if (joint === "or" || joint === "background") return undefined;
    const input: Input | undefined = pipe.in ? { kind: "pipe", from: previous, frame, at } : undefined;
    previous = node;
    if (pipe.out) continue;
    const part = outputOfNode(walk, node, frame, at, input);
    if (part === undefined || segments.length > 256) return undefined;
    segments.push(...part);
  }
  return segments;
}

export function outputOfNode(
  walk: Walk,
  node: Node,
  frame: Frame,
  at: Whereabouts,
  input: Input | undefined,
): readonly Segment[] | undefined {
  if (node.kind === "context") {
    const kind = node.context.kind;
    if (kind !== "group" && kind !== "subshell") return undefined;
    if (node.context.redirections.some((redirection) => !isQuiet(redirection))) return undefined;
    return outputOfNodes(walk, node.children, frame, at);
  }
  const { command } = node;
  if (command.words.length === 0) return command.redirections.length === 0 ? [] : undefined;
  if (command.redirections.some((redirection) => !isQuiet(redirection))) return undefined;
  const scope = walk.scope(frame, at);
  const first = command.words[0];
  const verb =
    first === undefined
      ? undefined
      : exactText(
          fieldsOf(first, scope)[0] ?? {
            segments: [],
            span: command.span,
            mayVanish: true,
            maySplit: false,
          },
        );
  if (verb === undefined || walk.functions.has(verb)) return undefined;
  const words = command.words.flatMap((word) => fieldsOf(word, scope));
  const own = inputOf(command.redirections, frame, at) ?? input;
  return printed(words, {
    folders: at.folders,
    input: verb === "cat" || verb === "tee" ? textOf(walk, own) : undefined,
  });
}

/** What standard input holds, when the text decides it. */
export function textOf(walk: Walk, input: Input | undefined): readonly Segment[] | undefined {
  if (input === undefined) return undefined;
  switch (input.kind) {
    case "here-document":
      return segmentsOf(input.word, walk.scope(input.frame, input.at));
    case "here-string":
      return [...segmentsOf(input.word, walk.scope(input.frame, input.at)), { kind: "text", text: "\n" }];
    case "pipe": {
      if (input.from === undefined) return undefined;
      const from = input.from;
      const pipe = from.kind === "command" ? from.command.pipe : from.context.pipe;
      // Only the first member of a pipeline prints what it says; the others pass on or change what they read.
      if (pipe.in) return undefined;
      return outputOfNode(walk, from, input.frame, input.at, undefined);
    }
    case "file": {
      const piece = input.target?.pieces.find((candidate) => candidate.kind === "command");
      if (piece?.kind === "command" && piece.style === "process-in") {
        return walk.scope(input.frame, input.at).output(piece.context);
      }
      const path = fileOf(walk, input);
      return path === undefined ? undefined : walk.written.get(path);
    }
    default:
      return undefined;
  }
}

function fileOf(walk: Walk, input: Extract<Input, { kind: "file" }>): string | undefined {
  if (input.target === undefined) return undefined;
  const field = fieldsOf(input.target, walk.scope(input.frame, input.at))[0];
  const text = field === undefined ? undefined : exactText(field);
  return text === undefined ? undefined : walk.pathOf(text, input.at.folders);
}

/** The redirection of standard input that counts, the last one. */
export function inputOf(
  redirections: readonly Redirection[],
  frame: Frame,
  at: Whereabouts,
): Input | undefined {
  let input: Input | undefined;
  for (const redirection of redirections) {
    if (redirection.descriptor !== undefined && redirection.descriptor !== "0") continue;
    const { operator, target, hereDocument } = redirection;
    if (hereDocument !== undefined) input = { kind: "here-document", word: hereDocument.word, frame, at };
    else if (operator === "<<<" && target !== undefined)
      input = { kind: "here-string", word: target, frame, at };
    else if (operator === "<" || operator === "<>" || operator === "<&")
      input = { kind: "file", target, frame, at };
  }
  return input;
}

/** A redirection that leaves standard output alone. */
function isQuiet(redirection: Redirection): boolean {
  if (redirection.operator.startsWith("<")) return true;
  return redirection.descriptor === "2" && redirection.operator !== ">&"
    ? true
    : redirection.descriptor === "2";
}
