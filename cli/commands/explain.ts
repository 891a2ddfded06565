/** `hooks explain`: what hooks would answer to a command, by the same path as `hooks run`, without running it. */
import { bundledHooks } from "hooks:bundled";
import { resolve } from "node:path";
import { type Harness, harnessById, harnesses } from "@hasna/hooks-harness";
import type { Edit, Hook, HookInput, Shell, Span, Verdict, World } from "@hasna/hooks-registry";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { type Background, backgroundOf } from "../explain/parts.ts";
import { readableBackground } from "../explain/readable.ts";
import { watchCommands } from "../explain/watch.ts";
import { nearest } from "../nearest.ts";
import { loadHooks, readRun, settingProblem } from "../run/command.ts";
import { judge } from "../run/judge.ts";
import { realWorld } from "../run/world.ts";
import { underline } from "./underline.ts";

const shells: readonly Shell[] = ["bash", "zsh", "sh", "unknown"];

/** One line of `explain --jsonl`, and the document of `explain --json`. Offsets are UTF-16 units of the command. */
interface Explanation {
  readonly verdict: Verdict["kind"];
  readonly rule: string | null;
  readonly reason: string | null;
  readonly next: string | null;
  readonly rewritten: string | null;
  /** Whether the rewrite also skips the user's prompt; null when it is no rewrite. */
  readonly approves: boolean | null;
  readonly edits: readonly Edit[];
  readonly spans: readonly Span[];
}

interface Question {
  readonly command: string;
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  readonly shell: Shell;
  readonly hooks: readonly string[];
}

export async function explain(call: Call, context: Context): Promise<number> {
  const { options, words, rest } = call;
  const shell = options.shell ?? "unknown";
  if (!isShell(shell)) {
    context.err(`hooks explain: --shell must be one of ${shells.join(", ")}, got "${shell}"\n`);
    return EXIT_USAGE;
  }
  const defaults = {
    cwd: text(options.cwd) ?? context.cwd,
    home: text(options.home) ?? context.home,
    shell,
    hooks: words.length > 0 ? words : bundledHooks.map(({ name }) => name),
  };
  const failOn = readFailOn(text(options["fail-on"]));
  const harness = harnessById(text(options.harness) ?? "claude-code");
  const misuse =
    typeof failOn === "string" ? failOn : harness === undefined ? noHarness(options.harness) : undefined;
  if (misuse !== undefined || typeof failOn === "string" || harness === undefined) {
    context.err(`hooks explain: ${misuse}\n`);
    return EXIT_USAGE;
  }
  if (options.jsonl === true) return explainLines(defaults, call, context, failOn);
  const file = text(options.watch);
  if (file !== undefined) return watch(resolve(context.cwd, file), defaults, call, context);
  if (rest === undefined || rest.length === 0) {
    context.err("hooks explain: put the command after --, as in: hooks explain -- 'rm -rf build'\n");
    return EXIT_USAGE;
  }
  const question = { ...defaults, command: rest.join(" ") };
  const explainer = new Explainer(context, call);
  const answer = await explainer.answer(question);
  if ("problem" in answer) {
    context.err(`hooks explain: ${answer.problem}\n`);
    // Not 1: to a script with --fail-on a mistyped name would look like a refusal.
    return EXIT_USAGE;
  }
  const background = await explainer.background(question, harness);
  context.out(
    options.json === true
      ? `${JSON.stringify({ ...answer, ...background })}\n`
      : readable(question.command, answer) + readableBackground(background),
  );
  return failOn.includes(answer.verdict) ? EXIT_FAILED : EXIT_OK;
}

const KINDS: readonly string[] = ["deny", "ask", "rewrite", "allow", "context", "none"];

/** The verdicts that `--fail-on` names, or what is wrong with it. */
function readFailOn(list: string | undefined): readonly string[] | string {
  const kinds = list === undefined ? [] : list.split(",").map((kind) => kind.trim());
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  return unknown === undefined
    ? kinds
    : `--fail-on takes ${KINDS.join(", ")}, separated by commas, got "${unknown}".`;
}

function noHarness(given: string | boolean | undefined): string {
  const ids = harnesses.map(({ id }) => id);
  const close = nearest(String(given), ids);
  return `there is no harness "${given}".${close === undefined ? "" : ` Did you mean "${close}"?`} Known are ${ids.join(", ")}.`;
}

async function watch(
  file: string,
  defaults: Omit<Question, "command">,
  call: Call,
  context: Context,
): Promise<number> {
  const explainer = new Explainer(context, call);
  let isOver = false;
  const stop = (): void => {
    isOver = true;
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    await watchCommands({
      file,
      answer: async (command) => {
        const answer = await explainer.answer({ ...defaults, command });
        return "problem" in answer ? { verdict: "error", rule: answer.problem } : answer;
      },
      out: context.out,
      isOver: () => isOver,
    });
    return EXIT_OK;
  } catch (error) {
    context.err(
      `hooks explain: ${file} cannot be read (${error instanceof Error ? error.message : String(error)}).\n`,
    );
    return EXIT_FAILED;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}

async function explainLines(
  defaults: Omit<Question, "command">,
  call: Call,
  context: Context,
  failOn: readonly string[],
): Promise<number> {
  const explainer = new Explainer(context, call);
  let isFailed = false;
  let isUnread = false;
  let pending = "";
  const answerLine = async (line: string): Promise<string> => {
    const question = readQuestion(line, defaults);
    const answer = "problem" in question ? question : await explainer.answer(question);
    if ("problem" in answer) {
      isUnread = true;
      return `${JSON.stringify({ verdict: "error", reason: answer.problem })}\n`;
    }
    isFailed ||= failOn.includes(answer.verdict);
    return `${JSON.stringify(answer)}\n`;
  };
  for await (const chunk of context.input()) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    let answers = "";
    for (const line of lines) answers += await answerLine(line);
    if (answers !== "") context.out(answers);
  }
  if (pending !== "") context.out(await answerLine(pending));
  // A linter that could not read a line has not found it clean.
  if (failOn.length > 0 && isUnread) return EXIT_USAGE;
  return isFailed ? EXIT_FAILED : EXIT_OK;
}

function readQuestion(
  line: string,
  defaults: Omit<Question, "command">,
): Question | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `this line is not JSON: ${(error as Error).message}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: 'this line must be a JSON object such as {"command":"rm x"}' };
  }
  const {
    command,
    cwd = defaults.cwd,
    home = defaults.home,
    shell = defaults.shell,
    hooks = defaults.hooks,
  } = value as Record<string, unknown>;
  if (typeof command !== "string") return { problem: `"command" must be a string, got ${kindOf(command)}` };
  if (cwd !== undefined && typeof cwd !== "string")
    return { problem: `"cwd" must be a string, got ${kindOf(cwd)}` };
  if (home !== undefined && typeof home !== "string")
    return { problem: `"home" must be a string, got ${kindOf(home)}` };
  if (!isShell(shell)) return { problem: `"shell" must be one of ${shells.join(", ")}` };
  if (!Array.isArray(hooks) || !hooks.every((name): name is string => typeof name === "string")) {
    return { problem: '"hooks" must be an array of hook names' };
  }
  return { command, cwd, home, shell, hooks };
}

interface Asked {
  readonly hooks: readonly Hook[];
  readonly input: HookInput & { readonly toolInput: { readonly command: string } };
  readonly world: World;
}

/** Keeps loaded hooks between lines. */
class Explainer {
  readonly #context: Context;
  readonly #vouchedTrash: string | undefined;
  readonly #set: string | undefined;
  readonly #loaded = new Map<string, readonly Hook[] | string>();
  #lastWorld: { readonly home: string | undefined; readonly world: World } | undefined;

  constructor(context: Context, { options }: Call) {
    this.#context = context;
    this.#vouchedTrash = text(options.trash);
    this.#set = text(options.set);
  }

  async answer(question: Question): Promise<Explanation | { readonly problem: string }> {
    const asked = this.#asked(question);
    return "problem" in asked ? asked : explanation(await judge(asked.hooks, asked.input, asked.world));
  }

  /** Of a question that has an answer. */
  async background(question: Question, harness: Harness): Promise<Background> {
    const asked = this.#asked(question);
    if ("problem" in asked) throw new Error(asked.problem);
    return await backgroundOf(asked.hooks, asked.input, asked.world, harness);
  }

  #asked(question: Question): Asked | { readonly problem: string } {
    const hooks = this.#hooks(question.hooks);
    if (typeof hooks === "string") return { problem: unknownHook(hooks) };
    // By the reader of `hooks run`, so that both take the same for a setting.
    const run = this.#set === undefined ? undefined : readRun(["any", "--set", this.#set]);
    if (run !== undefined && "misuse" in run) return { problem: run.misuse };
    const problem = settingProblem(hooks, run?.settings);
    if (problem !== undefined) return { problem };
    const input = {
      event: "PreToolUse",
      tool: "Bash",
      toolInput: { command: question.command },
      cwd: question.cwd,
      shell: question.shell,
      session: undefined,
    } as const;
    return { hooks, input, world: this.#world(question.home, run?.settings) };
  }

  /** The same world for every line with the same home: what it looked up stays known. */
  #world(home: string | undefined, settings: World["settings"]): World {
    if (this.#lastWorld?.home === home && this.#lastWorld !== undefined) return this.#lastWorld.world;
    const { ownFolder, env, user } = this.#context;
    const vouched = this.#vouchedTrash === undefined ? {} : { vouchedTrash: this.#vouchedTrash };
    const world = realWorld({ env: { ...env, HOME: home }, user, ownFolder, ...vouched }, settings);
    this.#lastWorld = { home, world };
    return world;
  }

  #hooks(names: readonly string[]): readonly Hook[] | string {
    const key = names.join("\n");
    const known = this.#loaded.get(key);
    if (known !== undefined) return known;
    const loaded = loadHooks(names);
    const hooks = loaded.missing ?? loaded.hooks;
    this.#loaded.set(key, hooks);
    return hooks;
  }
}

function unknownHook(name: string): string {
  const known = bundledHooks.map((hook) => hook.name);
  const close = nearest(name, known);
  const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
  return `there is no hook "${name}".${hint} Known are ${known.join(", ")}.`;
}

function explanation(verdict: Verdict): Explanation {
  const silent = {
    verdict: verdict.kind,
    rule: null,
    reason: null,
    next: null,
    rewritten: null,
    approves: null,
    edits: [],
    spans: [],
  };
  switch (verdict.kind) {
    case "none":
    case "context":
      return silent;
    case "allow":
      return { ...silent, reason: verdict.reason };
    case "deny":
    case "ask": {
      const { rule, reason, next, spans } = verdict;
      return { ...silent, rule, reason, next, spans };
    }
    case "rewrite": {
      const { rule, reason, edits, approves, toolInput } = verdict;
      const spans = edits.map(({ start, end }) => ({ start, end }));
      return { ...silent, rule, reason, rewritten: String(toolInput.command), approves, edits, spans };
    }
  }
}

function readable(
  command: string,
  { verdict, rule, reason, next, rewritten, approves, spans }: Explanation,
): string {
  const lines = [`verdict  ${verdict}`];
  if (rule !== null) lines.push(`rule     ${rule}`);
  if (reason !== null) lines.push(`reason   ${reason}`);
  if (next !== null) lines.push(`next     ${next}`);
  lines.push("", underline(command, spans));
  if (rewritten !== null) {
    lines.push("", "becomes", underline(rewritten, []));
    lines.push(
      "",
      approves
        ? "The harness runs it without asking."
        : "The harness still asks by its own permission rules.",
    );
  }
  if (verdict === "none") lines.push("", "No hook objects: the harness goes by its own permission rules.");
  return `${lines.join("\n")}\n`;
}

function isShell(value: unknown): value is Shell {
  return shells.includes(value as Shell);
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
