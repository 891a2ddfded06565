/** Programs whose whole job is to delete what they are given. */
import type { Call, Finding, Reader } from "./finding.ts";
import type { Grammar } from "./options.ts";
import { readWords } from "./options.ts";

const rmGrammar: Grammar = {
  long: [
    "force",
    "interactive",
    "one-file-system",
    "no-preserve-root",
    "preserve-root",
    "recursive",
    "dir",
    "verbose",
    "help",
    "version",
  ],
  permutes: true,
};

/**
 * `rm` in the union of the GNU, BSD and busybox grammars. Help and version end it before anything is removed, when
 * no operand stands in front of them: BSD takes the words behind an operand for names.
 */
export const rm: Reader = (call) => {
  const { options, operands } = readWords(call.args, rmGrammar);
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at];
    if (option?.after === 0 && (option.name === "help" || option.name === "version")) return [];
  }
  const open = call.fed || (operands.length === 0 && mayHaveMore(call));
  if (operands.length === 0 && !open) return [];
  return [{ by: call.name, operands, open, replaceable: call.name === "rm" }];
};

export const rmdir: Reader = (call) => {
  const { options, operands } = readWords(call.args, {
    long: ["ignore-fail-on-non-empty", "parents", "verbose", "help", "version"],
    permutes: true,
  });
  return informs(options) ? [] : found(call, call.name, operands);
};

export const unlink: Reader = (call) => {
  const { options, operands } = readWords(call.args, { long: ["help", "version"], permutes: true });
  return informs(options) ? [] : found(call, "unlink", operands);
};

export const shred: Reader = (call) => {
  const { options, operands } = readWords(call.args, {
    valued: "ns",
    long: ["force", "verbose", "exact", "zero", "help", "version"],
    longValued: ["iterations", "random-source", "size"],
    permutes: true,
  });
  return informs(options) ? [] : found(call, "shred", operands);
};

/** npm's rimraf and del: a recursive rm with its own options, no trash. */
export const rimraf: Reader = (call) => {
  const { options, operands } = readWords(call.args, {
    long: [
      "help",
      "version",
      "verbose",
      "interactive",
      "glob",
      "no-glob",
      "preserve-root",
      "no-preserve-root",
    ],
    longValued: ["tmp", "max-retries", "retry-delay", "backoff", "impl"],
    permutes: true,
  });
  return informs(options) ? [] : found(call, call.name, operands);
};

function informs(options: readonly { readonly name: string }[]): boolean {
  return options.some(({ name }) => name === "help" || name === "version");
}

function found(call: Call, by: string, operands: Finding["operands"]): readonly Finding[] {
  const open = call.fed || (operands.length === 0 && mayHaveMore(call));
  return operands.length === 0 && !open ? [] : [{ by, operands, open }];
}

/**
 * Whether an expansion behind the program was taken for nothing at all. An rm without operands deletes nothing, so that
 * answer must not hang on what an expansion is thought to give.
 */
function mayHaveMore({ run }: Call): boolean {
  if (run.place === "string") return false;
  const { words } = run.command;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at];
    if (word === undefined || word.span.start < run.verb.span.end) return false;
    if (word.pieces.some(({ kind }) => kind === "parameter" || kind === "command")) return true;
  }
  return false;
}
