/** Plays one case with one client. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Reply, serveModel, type Wish } from "@hasna/hooks-live";
import { nodeFolder } from "./cache.ts";
import type { Ask, Case, Step } from "./case.ts";
import type { Client } from "./client.ts";
import { type Home, makeHome } from "./home.ts";
import { differences, type Tree } from "./tree.ts";

/**
 * Against a client that never ends. Kilo alone needs some 25 s of processor time to start, which were 110 s on a machine that
 * eight others used too; two such starts and a hook that hangs were over 240 s.
 */
const SESSION_LIMIT_MS = 600_000;

/** What a client may still write when its model has said its last word. */
const LAST_WORDS_MS = 1500;

export interface Stage {
  readonly client: Client;
  /** The client's program. */
  readonly program: string;
  /** Folder with our own programs, `hooks` and `trash`. */
  readonly dist: string;
  /** Keep the home folders for a look afterwards. */
  readonly keep: boolean;
}

/** What became of one command with the client: what its behaviour is compared by. */
export interface Seen {
  readonly command: string;
  /** Changes to the user's files. */
  readonly changes: readonly string[];
  readonly isError: boolean;
  /** What the model was told, with what differs from run to run left out; of a run that ended, nothing. */
  readonly told: string;
}

export interface Played {
  /** What was not as it should be. */
  readonly problems: readonly string[];
  readonly seen: readonly Seen[];
}

/** Plays the case in a home of its own. */
export async function play(row: Case, stage: Stage): Promise<Played> {
  const seen: Seen[] = [];
  return { problems: await problemsOf(row, stage, seen), seen };
}

async function problemsOf(row: Case, stage: Stage, seen: Seen[]): Promise<string[]> {
  const home = makeHome(stage.client.ownFiles);
  for (const [path, text] of Object.entries(stage.client.files ?? {})) {
    mkdirSync(dirname(join(home.path, path)), { recursive: true });
    writeFileSync(join(home.path, path), text);
  }
  const begin = home.files();
  try {
    for (const step of row.steps) {
      const problems = await perform(step, home, begin, stage, seen).catch((error: unknown) => [
        `the step "${step.kind}" failed: ${error instanceof Error ? error.message : String(error)}`,
      ]);
      // The steps after a failed one would only repeat its failure in other words.
      if (problems.length > 0)
        return [...problems, ...(stage.keep ? [`the home is kept: ${home.path}`] : [])];
    }
    return [];
  } finally {
    if (!stage.keep) rmSync(home.path, { recursive: true, force: true });
  }
}

async function perform(step: Step, home: Home, begin: Tree, stage: Stage, seen: Seen[]): Promise<string[]> {
  switch (step.kind) {
    case "write": {
      const path = join(home.path, step.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, step.text);
      if (step.isProgram === true) chmodSync(path, 0o755);
      return [];
    }
    case "remove":
      rmSync(join(home.path, step.path), { recursive: true });
      return [];
    case "run":
      return await runOurs(step, home, stage);
    case "session":
      return await session(step, home, stage, seen);
    case "restored":
      return differences(begin, home.files()).map((line) => `not restored: ${line}`);
    case "holds": {
      const text = read(join(home.path, step.path));
      if (text === step.text) return [];
      return [`${step.path} should hold ${JSON.stringify(step.text)} and holds ${JSON.stringify(text)}`];
    }
  }
}

/** PATH of everything that runs in a case: what install puts under the home comes first, as it would for a user. */
const pathOf = (home: Home): string =>
  [join(home.path, ".hasna/hooks/bin"), "/usr/local/bin", "/usr/bin", "/bin"].join(":");

async function runOurs(
  {
    line: [program, ...args],
    says = [],
    silentOn = [],
    exit = 0,
    withClient = false,
  }: Extract<Step, { kind: "run" }>,
  home: Home,
  stage: Stage,
): Promise<string[]> {
  const path = withClient ? `${pathOf(home)}:${dirname(stage.program)}` : pathOf(home);
  const child = Bun.spawn([join(stage.dist, program), ...args], {
    cwd: home.project,
    env: { HOME: home.path, PATH: path, LANG: "C.UTF-8" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const line = [program, ...args].join(" ");
  if (code !== exit) return [`\`${line}\` ended with ${code}: ${(err || out).trim()}`];
  const missing = says.filter((text) => !out.includes(text)).map((text) => `does not say ${text}`);
  const unwanted = silentOn.filter((text) => out.includes(text)).map((text) => `says ${text}`);
  return [...missing, ...unwanted].map((problem) => `\`${line}\` ${problem}: ${out}`);
}

async function session(
  { asks, allowShell = true, by = "agent", env: more = {} }: Extract<Step, { kind: "session" }>,
  home: Home,
  stage: Stage,
  seen: Seen[],
): Promise<string[]> {
  const problems: string[] = [];
  const { client } = stage;
  let answered = 0;
  let before = home.files();
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const wishes = asks.map(({ command, tool }): Wish => {
    if (tool === undefined) return command;
    const input = Object.entries(tool.input).map(([key, text]) => [key, text.replace(/^~/, home.path)]);
    return { command, tool: { name: tool.name, input: Object.fromEntries(input) } };
  });
  const model = serveModel(
    client.wire,
    wishes,
    (number, reply) => {
      answered++;
      const after = home.files();
      const ask = asks[number];
      if (ask !== undefined) {
        problems.push(...judge(ask, reply, before, after));
        const changes = differences(before, after).map((line) => line.replace(/ \(.*/s, ""));
        seen.push({
          command: ask.command,
          changes,
          isError: reply.isError,
          told: steady(reply.text, home.path),
        });
      }
      before = after;
    },
    {
      log: stage.keep ? join(home.path, "requests.jsonl") : undefined,
      isDelegating: by === "subagent",
      onEnd: () => end?.(),
    },
  );
  const node = nodeFolder(client, stage.program);
  const {
    args,
    env,
    before: files,
  } = client.start({
    home: home.path,
    project: home.project,
    path: node === undefined ? pathOf(home) : `${node}:${pathOf(home)}`,
    model: model.url,
    allowShell,
  });
  for (const [path, text] of Object.entries(files ?? {})) {
    mkdirSync(dirname(join(home.path, path)), { recursive: true });
    writeFileSync(join(home.path, path), text);
  }
  const child = Bun.spawn([stage.program, ...args], {
    cwd: home.project,
    env: withMore(env, more, home.path),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
    timeout: SESSION_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  // What the client leaves running holds the pipes: it goes with its whole group.
  const killAll = (): void => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  };
  if (client.stays === true) void ended.then(() => Bun.sleep(LAST_WORDS_MS)).then(killAll);
  void child.exited.then(() => Bun.sleep(LAST_WORDS_MS)).then(killAll);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  killAll();
  await model.stop();
  const last = asks[answered];
  if (last?.ends !== undefined && answered === asks.length - 1) {
    const reply = { text: `${out}${err}`, isError: true };
    seen.push({ command: last.command, changes: [], isError: true, told: "(the run ended)" });
    problems.push(...judge({ ...last, told: last.ends }, reply, before, home.files()));
  } else if (answered < asks.length) {
    const words = `${out}${err}`.trim().slice(-2000);
    problems.push(`the client ended with ${code} after ${answered} of ${asks.length} commands: ${words}`);
  }
  return problems;
}

function withMore(
  env: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
  home: string,
): Record<string, string> {
  const all = { ...env };
  for (const [name, value] of Object.entries(more)) {
    if (value === "") delete all[name];
    else all[name] = value.replace(/^~/, home);
  }
  return all;
}

/** One command against what it did to the files and what the model was told. */
function judge(ask: Ask, reply: Reply, before: Tree, after: Tree): string[] {
  const expected = new Map(before);
  for (const path of ask.gone ?? []) {
    for (const known of before.keys()) {
      if (known === path || known.startsWith(`${path}/`)) expected.delete(known);
    }
  }
  const problems: string[] = [];
  for (const path of ask.made ?? []) {
    const facts = after.get(path);
    if (facts === undefined) problems.push(`it should have made ${path}`);
    else expected.set(path, facts);
  }
  problems.push(...differences(expected, after));
  if (reply.isError !== (ask.error ?? false)) {
    problems.push(
      ask.error ? "the model should have been told of an error" : "the model was told of an error",
    );
  }
  for (const text of ask.told ?? []) {
    if (!reply.text.includes(text)) problems.push(`the model was not told ${JSON.stringify(text)}`);
  }
  if (problems.length === 0) return [];
  const told = `the model was told: ${reply.text.trim().slice(0, 1500)}`;
  return [`\`${ask.command}\``, ...problems.map((line) => `  ${line}`), `  ${told}`];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** A text without what differs from run to run. */
function steady(text: string, home: string): string {
  return text
    .replaceAll(home, "~")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "ID")
    .replace(/\b\d+(?:\.\d+)? ?(?:ms|s|seconds)\b/g, "TIME")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z?\b/g, "WHEN")
    .replace(/\bpid \d+|\b(?:Chunk|Session|Process)[ A-Za-z]*: ?\S+/gi, "ID")
    .slice(0, 4000);
}
