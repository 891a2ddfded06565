/** The flat list of commands as a tree of the constructs they stand in. */
import type { Command, Context, Script } from "./script.ts";

export type Node = CommandNode | ContextNode;

interface CommandNode {
  readonly kind: "command";
  readonly command: Command;
}

export interface ContextNode {
  readonly kind: "context";
  readonly context: Context;
  readonly children: Node[];
}

/** The nodes of the top list. A construct without a command in it has no node. */
export function treeOf(script: Script): readonly Node[] {
  const top: Node[] = [];
  const open: ContextNode[] = [];
  for (const command of script.commands) {
    const list = openTo(command.context, open, top);
    list.push({ kind: "command", command });
  }
  return top;
}

/** Closes and opens construct nodes until `context` is the innermost, and gives its children. */
function openTo(context: Context, open: ContextNode[], top: Node[]): Node[] {
  const innermost = open[open.length - 1];
  if (innermost?.context === context) return innermost.children;
  const missing: Context[] = [];
  let at: Context | undefined = context;
  let depth = -1;
  while (at !== undefined && at.parent !== undefined) {
    depth = lastIndexOfContext(open, at);
    if (depth >= 0) break;
    missing.push(at);
    at = at.parent;
  }
  open.length = depth + 1;
  let list = open[open.length - 1]?.children ?? top;
  for (let index = missing.length - 1; index >= 0; index -= 1) {
    const next = missing[index];
    if (next === undefined) continue;
    const node: ContextNode = { kind: "context", context: next, children: [] };
    list.push(node);
    open.push(node);
    list = node.children;
  }
  return list;
}

function lastIndexOfContext(open: readonly ContextNode[], context: Context): number {
  for (let index = open.length - 1; index >= 0; index -= 1)
    if (open[index]?.context === context) return index;
  return -1;
}

/** The node when it is a substitution inside a word of the command that follows it. */
export function asSubstitution(node: Node): ContextNode | undefined {
  if (node.kind === "command") return undefined;
  return node.context.kind === "substitution" || node.context.kind === "process-substitution"
    ? node
    : undefined;
}
