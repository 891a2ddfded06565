/**
 * Arguments in, exit code out: the only file of the `hooks` and `trash` commands that knows the process. One compiled
 * binary is both; the name it is started under decides.
 */
import type { Reply } from "@hasna/hooks-harness";
import { stableFolder } from "./install/places.ts";
import { version } from "./package.json";
import {
  answerEvent,
  type Event,
  type Judged,
  type Loaded,
  loadHooks,
  type Run,
  readEvent,
  readRun,
  settingProblem,
  versionOf,
  withoutHook,
} from "./run/command.ts";
import { realWorld, type WorldSource } from "./run/world.ts";

/** Below every harness's time-out for our entries (5 s), so that what stalls ends in a refusal, not in a pass. */
const DEADLINE_MS = 4000;

/** UTF-16 units, at most 3 bytes each, that an empty pipe takes whole: none holds less than 4096 bytes. */
const FITS_ANY_PIPE = 1300;

/** A compiled program runs from Bun's own virtual folder. */
const compiled = Bun.main.startsWith("/$bunfs/");
const argv = process.argv.slice(2);
const startedAs = process.argv0.slice(process.argv0.lastIndexOf("/") + 1);

/** What was judged, when there is something to log. */
let judged: Judged | undefined;

if (startedAs === "trash") startTrash();
else if (argv[0] === "run") startRun(argv.slice(1));
else if (argv[0] === "isolated") import("./isolation/child.ts").then(({ runAsChild }) => runAsChild(process));
else startApp();

/** Asked for by a hook that has something to say; most have not. */
const runSource: WorldSource = {
  get env() {
    return process.env;
  },
  get user() {
    return process.getuid?.() ?? -1;
  },
  get ownFolder() {
    return ownFolder();
  },
};

function startRun(words: readonly string[]): void {
  const run = readRun(words);
  if ("misuse" in run) {
    say("", `hooks run: ${run.misuse}\n`, 2);
    return;
  }
  const loaded = loadHooks(run.names);
  if (loaded.missing === undefined) answerOnce(run, loaded);
  else loadPackages(run, loaded).then((whole) => answerOnce(run, whole));
}

/** Names that are no hooks of ours may be packages of others, whose code runs in processes of its own. */
async function loadPackages(run: Run, loaded: Loaded): Promise<Loaded> {
  try {
    const { withPackages } = await import("./isolation/load.ts");
    return await withPackages(run.names, {
      env: process.env,
      cwd: process.cwd(),
      version,
      self: compiled ? [process.execPath] : [process.execPath, Bun.main],
      now: () => performance.now(),
    });
  } catch {
    return loaded;
  }
}

function answerOnce(run: Run, { hooks, missing }: Loaded): void {
  if (run.settings !== undefined && missing === undefined) {
    const problem = settingProblem(hooks, run.settings);
    if (problem !== undefined) {
      say("", `hooks run: ${problem}\n`, 2);
      return;
    }
  }
  setTimeout(stalled, DEADLINE_MS);
  const reader = inputReader();
  const answer = (event: Event): void => {
    const world = realWorld(runSource, run.settings);
    const reply = answerEvent(hooks, event, world, process.env, run.harness, remember);
    const sayAll = missing === undefined ? sayReply : (known: Reply) => sayReply(withoutHook(missing, known));
    // The deadline goes on: a look at a file on a dead network may never come back.
    if (reply instanceof Promise) reply.then(sayAll);
    else sayAll(reply);
  };
  // Callbacks, not `await`: each costs a cold process some 40 µs. The first part is nearly always the whole event.
  reader.read().then(({ done, value }) => {
    const event = done ? readEvent("") : wholeEvent(value);
    return event === undefined ? readRest(reader, value).then(answer) : answer(event);
  });
}

function inputReader() {
  return Bun.stdin.stream().getReader();
}

/** The event, when it ends with this first part: an object that is closed cannot go on, so its end need not be awaited. */
function wholeEvent(part: Uint8Array): Event | undefined {
  const text = new TextDecoder().decode(part);
  if (!text.endsWith("}") && !text.endsWith("}\n")) return undefined;
  const event = readEvent(text);
  return event.kind === "json" ? event : undefined;
}

/** A reader loop: half a millisecond less than `Bun.stdin.text()` in a cold process (measured by bench:self). */
async function readRest(
  reader: ReturnType<typeof inputReader>,
  first: Uint8Array | undefined,
): Promise<Event> {
  const decoder = new TextDecoder();
  let text = decoder.decode(first, { stream: true });
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  return readEvent(text + decoder.decode());
}

let isAnswered = false;

function stalled(): void {
  // A reader may take its time over a long answer.
  if (isAnswered) return;
  const text =
    "hooks run: there was no whole event, or no answer to it, within 4 seconds, so the call is refused";
  say("", `${text}; try it again.\n`, 2);
}

function sayReply({ stdout, stderr, exitCode }: Reply): void {
  isAnswered = true;
  say(stdout, stderr, exitCode);
}

function say(stdout: string, stderr: string, exitCode: number): void {
  // What is said by stdout alone must be heard: that costs a fifth of a millisecond more.
  if (stdout.length + stderr.length > FITS_ANY_PIPE || (stdout !== "" && exitCode === 0)) {
    write(stdout, stderr, exitCode);
    return;
  }
  // Written at once, with less memory than `Bun.write`, which waits for a pipe; a line end after JSON is part of none.
  if (stdout !== "") console.log(stdout);
  if (stderr !== "") console.error(stderr.endsWith("\n") ? stderr.slice(0, -1) : stderr);
  end(exitCode);
}

function remember(one: Judged): void {
  judged = one;
}

/** The answer is out: what is left is the log, which must not change how this ends. */
function end(exitCode: number): void {
  const one = judged;
  if (one === undefined) process.exit(exitCode);
  const ms = performance.now();
  const source = {
    home: runSource.env.HOME?.startsWith("/") ? runSource.env.HOME : undefined,
    env: process.env,
    machine: `${process.platform}-${process.arch}`,
    versionOf,
  };
  const leave = () => process.exit(exitCode);
  import("./log/append.ts").then(({ writeVerdict }) => writeVerdict(one, ms, source)).then(leave, leave);
}

/** Everything is written before the process ends: an exit with text still in a pipe would lose the verdict. */
async function write(stdout: string, stderr: string, exitCode: number): Promise<void> {
  let code = exitCode;
  let text = stderr;
  try {
    if (stdout !== "") await Bun.write(Bun.stdout, stdout);
  } catch {
    // A rewrite that nobody reads would let the command run as it is.
    code = 2;
    text ||= "hooks run: the answer could not be written, so the call is refused; try it again.\n";
  }
  try {
    if (text !== "") await Bun.write(Bun.stderr, text);
  } finally {
    end(code);
  }
}

async function startApp(): Promise<void> {
  const { app } = await import("./app.ts");
  const { EXIT_FAILED } = await import("./context.ts");
  // A reader who has seen enough (`hooks list | head`) is no error; without this Bun prints its own stack.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: Error & { readonly code?: string }) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  try {
    process.exitCode = await app(argv, {
      env: process.env,
      home: process.env.HOME?.startsWith("/") ? process.env.HOME : undefined,
      cwd: process.cwd(),
      user: process.getuid?.() ?? -1,
      binary: compiled ? process.execPath : undefined,
      ownFolder: ownFolder(),
      version,
      terminal: process.stdout.isTTY === true,
      keyboard: process.stdin.isTTY === true,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      input: standardInput,
    });
  } catch (error) {
    process.stderr.write(`hooks: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = EXIT_FAILED;
  }
}

async function* standardInput(): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const chunk of Bun.stdin.stream()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function startTrash(): void {
  // Callbacks, as above. Everything is written by then; the natural end of the process takes about a millisecond longer.
  import("@hasna/trash").then(({ trashMain }) => {
    const code = trashMain(argv, process);
    if (typeof code === "number") process.exit(code);
    code.then((known) => process.exit(known));
  });
}

function ownFolder(): string | undefined {
  if (!compiled) return undefined;
  const folder = process.execPath.slice(0, process.execPath.lastIndexOf("/"));
  return stableFolder(folder);
}
