/** unbash, the best parser of its kind, as a second reader: every difference is on record or a fault of ours. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { CASES } from "./cases.ts";
import { shellCommand } from "./generate.ts";
import { lex } from "./lex.ts";
import type { Script, Word } from "./script.ts";

/** The verbs that are plain text, sorted, and whether the peer reports an error anywhere. */
function peerVerbs(source: string): { verbs: string[]; failed: boolean } {
  const verbs: string[] = [];
  let failed = false;
  const visit = (node: SyntaxNode): void => {
    if ("errors" in node && Array.isArray(node.errors) && node.errors.length > 0) failed = true;
    if (node.type === "Command" && node.name !== undefined && isPlain(node.name.value))
      verbs.push(node.name.value);
    forEachChild(node, visit);
  };
  visit(parse(source));
  return { verbs: verbs.sort(), failed };
}

function ownVerbs(script: Script): string[] {
  const verbs: string[] = [];
  for (const { words } of script.commands) {
    const verb = words[0] === undefined ? undefined : literal(words[0]);
    if (verb !== undefined && isPlain(verb)) verbs.push(verb);
  }
  return verbs.sort();
}

function literal(word: Word): string | undefined {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "literal") return undefined;
    text += piece.text;
  }
  return text;
}

/** Verbs with a `$` or a backtick cannot be told from expansions in the peer's text. */
function isPlain(verb: string): boolean {
  return !/[$`]/.test(verb);
}

for (const row of CASES) {
  if (row.dialect !== "bash" || row.lost !== undefined) continue;
  test(`${row.group}: ${row.name}${row.peer === undefined ? "" : ` (unbash ${row.peer})`}`, () => {
    const peer = peerVerbs(row.source);
    const agrees = !peer.failed && Bun.deepEquals(peer.verbs, ownVerbs(lex(row.source)));
    expect(agrees).toBe(row.peer === undefined);
  });
}

test("generated commands", () => {
  fc.assert(
    fc.property(shellCommand, (source) => {
      const script = lex(source);
      const peer = peerVerbs(source);
      // It also takes a process substitution in an assignment for the word of a command.
      if (script.lost !== undefined || peer.failed || source.includes("=<(")) return;
      // The peer takes single quotes inside arithmetic and subscripts for real ones, and so sees fewer commands there.
      const own = ownVerbs(script);
      if (/\(\( '|\[/.test(source)) expect(own).toEqual(expect.arrayContaining(peer.verbs));
      else expect(own).toEqual(peer.verbs);
    }),
    { numRuns: 300, seed: 4 },
  );
});
