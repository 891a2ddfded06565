/** What a registered command starts, by its text alone. Nothing is run here. */
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { lex, staticText } from "@hasna/hooks-lexer";
import type { RawEntry } from "./raw-entries.ts";

/** The search path of a program that a desktop starts, without the user's shell profiles. */
export const DESKTOP_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

/** Words that shells carry out themselves. */
const BUILTINS: ReadonlySet<string> = new Set(
  ". : [ alias bg break builtin cd command continue declare do done echo elif else esac eval exec exit export false fi for if kill local printf pwd read return set shift source test then time times trap true type typeset ulimit umask unalias unset until wait while [[ { } ! case in function let pushd popd".split(
    " ",
  ),
);

/** Programs that read another file and run it: the file is what must be there. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  "bash sh zsh dash ksh fish python python3 node bun deno ruby perl php tsx uv npx bunx".split(" "),
);

export interface Step {
  /** As it is written, quotes read. */
  readonly program: string;
  /** The words behind it that are known without running anything. */
  readonly words: readonly string[];
}

/** The programs that a command starts directly, in order; without those whose name only running would tell. */
export function stepsOf({ command, args }: Pick<RawEntry, "command" | "args">): readonly Step[] {
  if (args.length > 0) return [{ program: command, words: args }];
  const steps: Step[] = [];
  for (const { words, context } of lex(command, { dialect: "sh" }).commands) {
    const [first, ...rest] = words;
    if (context.kind !== "top" || first === undefined) continue;
    const program = staticText(first);
    if (program === undefined || BUILTINS.has(program)) continue;
    steps.push({ program, words: rest.flatMap((word) => staticText(word) ?? []) });
  }
  return steps;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The file that an interpreter is told to run; undefined for another program. */
export function scriptOf({ program, words }: Step): string | undefined {
  if (!INTERPRETERS.has(baseName(program))) return undefined;
  const [first] = words.filter((word) => !word.startsWith("-"));
  if (first === undefined || words.includes("-c") || words.includes("-e") || words.includes("-m"))
    return undefined;
  return /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php)$/.test(first) ? first : undefined;
}

/** Where a bare or whole name leads along a search path; undefined for nowhere. */
export async function resolveProgram(
  program: string,
  path: string,
  cwd: string,
): Promise<string | undefined> {
  if (program.includes("/")) {
    const whole = isAbsolute(program) ? program : join(cwd, program);
    return (await isProgram(whole)) ? whole : undefined;
  }
  for (const folder of path.split(":")) {
    if (folder.startsWith("/") && (await isProgram(join(folder, program)))) return join(folder, program);
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true && (facts.mode & 0o111) !== 0;
}

/** Bytes: a hook script is small, and a compiled program says nothing to a reader of text. */
const MOST_SCRIPT = 262_144;

/** What a command says and what the scripts that it starts say, as one text to look through. */
export async function textBehind(entry: Pick<RawEntry, "command" | "args">, cwd: string): Promise<string> {
  const parts = [entry.command, ...entry.args];
  for (const step of stepsOf(entry)) {
    const file = scriptOf(step) ?? (step.program.includes("/") ? step.program : undefined);
    if (file === undefined) continue;
    const path = isAbsolute(file) ? file : join(cwd, file);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() !== true || facts.size > MOST_SCRIPT) continue;
    const text = await readFile(path, "utf8").catch(() => "");
    if (!text.includes("\0")) parts.push(text);
  }
  return parts.join("\n");
}
