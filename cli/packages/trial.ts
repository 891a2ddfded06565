/** `hooks test` as a value: what a hook's folder promises, tried on its bundle in a process with its limits up. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookCase, HookInput, HookInputCase } from "@hasna/hooks-registry";
import { createRunner } from "@hasna/hooks-runner";
import type { Context } from "../context.ts";
import { readAnswer } from "../isolation/answer.ts";
import { bundleHook } from "../isolation/bundle.ts";
import type { ChildRequest, TimedAnswer } from "../isolation/exchange.ts";
import { refuseUndeclared } from "../isolation/made.ts";
import { answerIn, scrubbed } from "../isolation/run.ts";
import { type Packed, packHook } from "./pack.ts";
import { Trouble } from "./trouble.ts";

export interface Trial {
  readonly packed: Packed;
  readonly cases: number;
  readonly fuzzed: number;
  /** Milliseconds of the middle one of all calls. */
  readonly median: number;
  /** What is wrong, a sentence each; empty for a hook that may be published. */
  readonly faults: readonly string[];
}

/** Milliseconds that the middle call may take: it is paid on every tool call. */
const BUDGET_MS = 5;
const FUZZED = 400;
const WHOLE_MS = 30_000;

/** @throws Trouble for what cannot be tried at all. */
export async function tryHook(
  folder: string,
  context: Context,
  self: readonly [string, ...string[]],
): Promise<Trial> {
  const packed = await packHook(folder);
  const { manifest, files } = packed;
  const what = `${manifest.package} ${manifest.version}`;
  const { code, imports, isOpen } = await bundleHook(files, manifest);
  refuseUndeclared(what, imports, manifest.capabilities);
  const text = (name: string): string =>
    new TextDecoder().decode(files.find(({ path }) => path === name)?.bytes);
  const { cases, inputs } = await casesIn(text(manifest.cases.slice("./".length)), what);
  const rows = [
    ...cases.map((row) => ({ name: row.name, want: row.want, rule: row.rule, input: inputOf(row) })),
    ...inputs.map((row) => ({
      name: row.name,
      want: row.want,
      rule: row.rule,
      input: { ...PLAIN, ...row.input },
    })),
  ];
  const faults = [...readmeFaults(text("README.md"), manifest.name)];
  if (cases.length + inputs.length < 2 || !cases.some(({ want }) => want === "none"))
    faults.push("There are too few cases: give each refusal a neighbour that passes.");
  const fuzz = fuzzOf(cases.map(({ command }) => command));
  const scratch = await mkdtemp(join(tmpdir(), "hooks-test-"));
  try {
    const bundle = join(scratch, "hook.js");
    await writeFile(bundle, code);
    const mark = randomUUID();
    const request: ChildRequest = {
      bundle,
      mark,
      input: PLAIN,
      more: [...rows.map(({ input }) => input), ...fuzz],
      capabilities: manifest.capabilities,
      reach: isOpen ? "any" : imports,
      home: HOME,
      user: 1000,
      path: "/usr/bin:/bin",
      ownFolder: undefined,
      settings: undefined,
    };
    const runner = createRunner({ cwd: "/", environment: scrubbed, ambient: context.env });
    const [command, ...args] = self;
    const outcome = await runner.run(
      runner.resolve({
        kind: "trusted",
        command,
        args: [...args, "isolated"],
        stdin: JSON.stringify(request),
        timeoutMs: WHOLE_MS,
        leftovers: "kill",
        limits: { stdoutBytes: 64_000_000, spillBytes: 0, graceMs: 0, drainMs: 100 },
      }),
    );
    const answer = answerIn(outcome.stdout.text, mark);
    if (answer?.answers === undefined) {
      const why =
        answer?.fault ?? (outcome.cause === "timeout" ? "it hangs" : "its process ended without an answer");
      const tried = (answer?.tried ?? []).map((one) => ` It tried ${one}.`).join("");
      return {
        packed,
        cases: rows.length,
        fuzzed: 0,
        median: 0,
        faults: [...faults, `It cannot be run: ${why}.${tried}`],
      };
    }
    const { answers, tried } = answer;
    for (const [at, row] of rows.entries()) faults.push(...caseFaults(row, answers[at]));
    const speaker = { id: manifest.name, rewritesInput: manifest.rewritesInput };
    const damaged = fuzz.flatMap((input, at) => {
      const one = answers[rows.length + at] ?? { ms: 0, fault: "no answer" };
      const read = one.fault === undefined ? readAnswer(one.verdict, input, speaker) : undefined;
      const says = read?.kind === "fault" ? read.says : one.fault;
      return says === undefined ? [] : [`On ${short(input.toolInput)} it fails: ${says}.`];
    });
    faults.push(...damaged.slice(0, 5));
    if (damaged.length > 5) faults.push(`And on ${damaged.length - 5} more inputs.`);
    for (const one of new Set(tried)) faults.push(`It does what its manifest does not declare: ${one}.`);
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    if (median > BUDGET_MS)
      faults.push(
        `The middle call takes ${median.toFixed(1)} ms, and every tool call pays it; ${BUDGET_MS} are allowed.`,
      );
    return { packed, cases: rows.length, fuzzed: fuzz.length, median, faults };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const HOME = "/home/someone";
const PLAIN: HookInput = {
  event: "PreToolUse",
  tool: "Bash",
  toolInput: { command: "ls" },
  cwd: `${HOME}/project`,
  shell: "bash",
  session: undefined,
};

function inputOf({ command, cwd = "~/project", shell = "bash" }: HookCase): HookInput {
  const text = command.replaceAll("{home}", HOME).replaceAll("{trash}", "/opt/hooks/bin/trash");
  return { ...PLAIN, toolInput: { command: text }, cwd: cwd.replace("~", HOME), shell };
}

interface Rows {
  readonly cases: readonly HookCase[];
  readonly inputs: readonly HookInputCase[];
}

/** The cases are data of the author's; they are loaded where the author runs the test. */
async function casesIn(source: string, what: string): Promise<Rows> {
  const plain = new Bun.Transpiler({ loader: "ts" }).transformSync(source);
  const module = await import(`data:text/javascript;base64,${Buffer.from(plain).toString("base64")}`).catch(
    (error) => {
      throw new Trouble(
        `the cases of ${what} cannot be loaded: ${String(error)}`,
        "They import nothing but types.",
      );
    },
  );
  const { cases, inputs = [] } = module;
  if (!Array.isArray(cases) || !Array.isArray(inputs))
    throw new Trouble(`the cases of ${what} are no list`, "Export `cases`, an array of rows.");
  return { cases, inputs };
}

function caseFaults(
  row: { readonly name: string; readonly want: string; readonly rule: string | undefined },
  one: TimedAnswer | undefined,
): readonly string[] {
  if (one === undefined || one.fault !== undefined)
    return [`"${row.name}" fails inside: ${one?.fault ?? "no answer"}.`];
  const { kind, rule } = (one.verdict ?? {}) as { readonly kind?: unknown; readonly rule?: unknown };
  // What approves or tells has no case of its own kind: nothing is refused and nothing is changed.
  const is = kind === "allow" || kind === "context" ? "none" : kind;
  if (is !== row.want) return [`"${row.name}" should be ${row.want} and is ${String(is)}.`];
  return row.rule === undefined || row.rule === rule
    ? []
    : [`"${row.name}" should name the rule ${row.rule} and names ${String(rule)}.`];
}

function readmeFaults(text: string, name: string): readonly string[] {
  const faults: string[] = [];
  const title = /^# (.+)$/m.exec(text)?.[1]?.trim();
  if (title !== name)
    faults.push(`README.md begins with "# ${name}", not with ${JSON.stringify(title ?? "")}.`);
  if (!text.includes(`hooks uninstall`))
    faults.push("README.md does not say how to switch it off (hooks uninstall).");
  if (!/does not (catch|cover)/i.test(text)) faults.push("README.md does not say what it does not catch.");
  return faults;
}

/** Damaged and odd inputs, always the same ones. */
function fuzzOf(commands: readonly string[]): readonly HookInput[] {
  const odd: readonly unknown[] = [
    undefined,
    null,
    7,
    [],
    {},
    "",
    " ",
    "\0",
    "\ud800",
    "'",
    '"',
    "$(",
    "<<E",
    "x".repeat(100_000),
  ];
  const inputs: HookInput[] = odd.map((command) => ({ ...PLAIN, toolInput: { command } }));
  inputs.push(
    { ...PLAIN, toolInput: {} },
    { ...PLAIN, cwd: undefined },
    { ...PLAIN, tool: "Edit", toolInput: { file_path: "/x" } },
  );
  const pieces = [
    "'",
    '"',
    "\\",
    "$",
    "`",
    "(",
    ")",
    "{",
    "}",
    "|",
    "&",
    ";",
    "<",
    ">",
    "\n",
    "\0",
    "é",
    "\ud800",
    " -- ",
    "$(",
    "<<E",
  ];
  let state = 1;
  const random = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
  while (inputs.length < FUZZED && commands.length > 0) {
    const command = commands[random(commands.length)] ?? "";
    const at = random(command.length + 1);
    const cut = random(4);
    const text = command.slice(0, at) + (pieces[random(pieces.length)] ?? "") + command.slice(at + cut);
    inputs.push({ ...PLAIN, toolInput: { command: text } });
  }
  return inputs;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
