/** What must hold of every text, whatever it is. */
import { couldDelete, freshDeletions } from "@hasna/hooks-deletes";
import { type Dialect, lex, runs, type Script, type Span } from "@hasna/hooks-lexer";
import type { Edit, Hook, HookInput, Shell, Verdict, World } from "@hasna/hooks-registry";
import { part } from "./parts.ts";

const home = "/home/u";
const trash = "/opt/guard/trash";
const dialects: readonly Dialect[] = ["bash", "sh", "zsh"];
/** Asked in turn: each verdict reads the text again. */
const shells: readonly Shell[] = ["bash", "zsh", "sh", "unknown"];

/** Refusals without a delete in sight: a text that cannot hold the name is let pass before they are asked. */
const doubts: ReadonlySet<string> = new Set([
  "trash-guard/unknown-program",
  "trash-guard/unknown-code",
  "trash-guard/unreadable",
]);

const world: World = {
  home,
  user: 1000,
  path: ["/usr/bin", "/bin"],
  ownFolder: undefined,
  vouchedTrash: trash,
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  head: async () => undefined,
};

/** What is asked. */
export interface Subjects {
  readonly guards: readonly Hook[];
  readonly checkSpans: (script: Script) => void;
  /** What trash-guard says of a text when its quick look is left out. */
  readonly decide: (command: string, input: HookInput, world: World) => Promise<Verdict>;
}

export async function loadSubjects(): Promise<Subjects> {
  const checkSpans = await part<Subjects["checkSpans"]>("shared/lexer/testing/spans.ts", "checkSpans");
  const guards: Hook[] = [];
  for (const name of ["trash-guard", "workspace-repos-guard"])
    guards.push(await part<Hook>(`hooks/${name}/hook.ts`, "hook"));
  const decide = await part<Subjects["decide"]>("hooks/trash-guard/decision.ts", "decide");
  return { guards, checkSpans, decide };
}

const redirecting: World = { ...world, settings: { nested: "redirect" } };

export interface Examined {
  /** What does not hold, undefined when everything does. */
  readonly problem: string | undefined;
  /** The kind of answer: texts that give a new one are worth changing further. */
  readonly feature: string;
}

/** Reads the text in every dialect and asks the guards in one shell, the next one at each turn. Never throws. */
export async function examine(
  text: string,
  turn: number,
  { guards, checkSpans, decide }: Subjects,
): Promise<Examined> {
  const features: string[] = [];
  try {
    for (const dialect of dialects) features.push(examineReading(text, dialect, checkSpans));
    const shell = shells[turn % shells.length] ?? "unknown";
    for (const guard of guards) features.push(await examineVerdict(text, shell, guard, turn));
    // The quick look decides whether the text is read at all: narrower than the reading, it would open the guard.
    if (isReadable(text) && !couldDelete(text)) {
      const verdict = await decide(text, inputOf(text, shell), world);
      const rule = "rule" in verdict ? verdict.rule : verdict.kind;
      if (rule !== "none" && !doubts.has(rule)) throw new Error(`the quick look lets pass what gets ${rule}`);
    }
    return { problem: undefined, feature: features.join(" ") };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { problem, feature: "" };
  }
}

function examineReading(text: string, dialect: Dialect, checkSpans: Subjects["checkSpans"]): string {
  const script = lex(text, { dialect });
  checkSpans(script);
  const read = runs(text, { home, cwd: "/w/p", dialect });
  for (const { verb, args, wrappers, folders } of read.runs) {
    for (const { span } of [verb, ...args, ...wrappers]) inside(span, text, "a word of a run");
    if (folders.length === 0) throw new Error("a run has no folder");
  }
  for (const { span } of read.doubts) inside(span, text, "a doubt");
  const found = freshDeletions(text, { home, cwd: "/w/p", dialect });
  for (const { verb, span, targets } of found.deletions)
    for (const each of [verb, span, ...targets.map((target) => target.span)])
      inside(each, text, "a deletion");
  const kinds = new Set(read.script.commands.map(({ context }) => context.kind));
  const doubts = new Set(read.doubts.map(({ kind, detail }) => `${kind}:${detail.replace(/[`'"].*/, "")}`));
  const deleters = new Set(found.deletions.map(({ by, place }) => `${by}@${place}`));
  return [script.lost?.reason.replace(/[`'"].*/, ""), ...kinds, ...doubts, ...deleters].join(",");
}

async function examineVerdict(text: string, shell: Shell, guard: Hook, turn: number): Promise<string> {
  const verdict = await ask(text, shell, guard, turn);
  if (verdict.kind === "none" || verdict.kind === "context") return verdict.kind;
  if (verdict.kind === "allow") throw new Error("a guard allowed a call");
  if (verdict.kind !== "rewrite") {
    for (const span of verdict.spans) inside(span, text, `a span of ${verdict.rule}`);
    return verdict.rule;
  }
  const { command } = verdict.toolInput;
  if (typeof command !== "string" || applied(text, verdict.edits) !== command)
    throw new Error("the edits do not give the rewritten command");
  const again = await ask(command, shell, guard, turn);
  if (again.kind !== "none") throw new Error(`the rewritten command gets ${again.kind}: ${command}`);
  return verdict.rule;
}

async function ask(command: string, shell: Shell, guard: Hook, turn: number): Promise<Verdict> {
  return guard.run(inputOf(command, shell), turn % 8 < 4 ? world : redirecting);
}

function inputOf(command: string, shell: Shell): HookInput {
  return {
    event: "PreToolUse",
    tool: "Bash",
    toolInput: { command },
    cwd: "/w/p",
    shell,
    session: undefined,
  };
}

/** What a shell could be given, and short enough to be read in any case. */
function isReadable(text: string): boolean {
  return text.length < 100_000 && !text.includes("\0") && text.isWellFormed();
}

function inside({ start, end }: Span, text: string, what: string): void {
  if (start >= 0 && start <= end && end <= text.length) return;
  throw new Error(`${what} is at ${start}-${end} of ${text.length}`);
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    inside(edit, text, "an edit");
    if (edit.start < at) throw new Error("edits overlap or are out of order");
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
