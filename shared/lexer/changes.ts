/** What a stretch of text may change: variables and the folder. */
import type { Command } from "./script.ts";
import type { Node } from "./tree.ts";

/** Names that a command gives a value to, as far as its words are literal. */
export function assignedNames(command: Command): readonly string[] {
  const names = command.assignments.map((assignment) => assignment.name);
  const verb = literal(command, 0);
  if (verb === undefined || verb === "") return names;
  if (!/^(read|mapfile|readarray|getopts|printf|export|declare|typeset|local|readonly|unset|let)$/.test(verb))
    return names;
  for (let index = 1; index < command.words.length; index += 1) {
    const match = /^([A-Za-z_]\w*)(?:$|\+?=|\[)/.exec(literal(command, index) ?? "");
    if (match?.[1] !== undefined) names.push(match[1]);
  }
  return names;
}

function literal(command: Command, index: number): string | undefined {
  const piece = command.words[index]?.pieces[0];
  return piece?.kind === "literal" ? piece.text : undefined;
}

/** Variables that the nodes may set, and whether they may move. */
export function changesOf(nodes: readonly Node[]): {
  readonly names: ReadonlySet<string>;
  readonly moves: boolean;
} {
  const names = new Set<string>();
  let moves = false;
  const visit = (list: readonly Node[]): void => {
    for (const node of list) {
      if (node.kind === "context") {
        if (node.context.kind === "function") continue;
        if (node.context.name !== undefined && node.context.kind !== "coproc") names.add(node.context.name);
        visit(node.children);
        continue;
      }
      for (const name of assignedNames(node.command)) names.add(name);
      const verb = literal(node.command, 0) ?? "";
      if (verb === "shift" || verb === "set") names.add("@");
      // A function or a code string may move too; what can not is nearly everything else.
      if (/^(cd|pushd|popd|builtin|command|eval|source|\.|chdir)$/.test(verb)) moves = true;
    }
  };
  visit(nodes);
  return { names, moves };
}

export function countNodes(nodes: readonly Node[], most: number): number {
  let count = 0;
  for (const node of nodes) {
    count += node.kind === "command" ? 1 : countNodes(node.children, most - count);
    if (count > most) break;
  }
  return count;
}
