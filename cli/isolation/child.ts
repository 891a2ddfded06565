/** The process of one third-party hook: reads a request, runs the hook once, says the answer behind a mark, ends. */
import { writeSync } from "node:fs";
import type { HookInput, World } from "@hasna/hooks-registry";
import { realWorld } from "../run/world.ts";
import type { ChildAnswer, ChildRequest, TimedAnswer } from "./exchange.ts";
import { putUp } from "./limits.ts";

/** UTF-16 units of an answer; more is no verdict. */
const LONGEST_ANSWER = 300_000;

interface Host {
  readonly exit: (code: number) => never;
}

/** Never comes back. `host` is the process. */
export async function runAsChild(host: Host): Promise<void> {
  const exit = host.exit.bind(host);
  const request = JSON.parse(await Bun.stdin.text()) as ChildRequest;
  const { bundle, mark, input, more, capabilities, reach, home, user, path, ownFolder, settings } = request;
  const tried: string[] = [];
  const source = { env: { HOME: home, PATH: path }, user, ownFolder };
  const world = await readied(realWorld(source, settings), capabilities.includes("read"), tried);
  const stringify = JSON.stringify;
  let text: string;
  try {
    putUp({ declared: capabilities, reach, host }, (what) => tried.push(what));
    const { hook } = await import(bundle);
    if (typeof hook?.run !== "function") throw new Error("it exports no hook");
    const verdict: unknown = await hook.run(input, world);
    const answers = more === undefined ? undefined : await answerAll(hook, more, world);
    text = stringify({ verdict, tried, ...(answers === undefined ? {} : { answers }) } satisfies ChildAnswer);
    if (more === undefined && text.length > LONGEST_ANSWER)
      throw new Error("its answer is longer than any verdict");
  } catch (error) {
    text = stringify({ fault: describe(error), tried } satisfies ChildAnswer);
  }
  say(`\n${mark}${text}\n`);
  exit(0);
}

async function answerAll(
  hook: { readonly run: (input: HookInput, world: World) => unknown },
  inputs: readonly HookInput[],
  world: World,
): Promise<readonly TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  for (const input of inputs) {
    const start = performance.now();
    try {
      const verdict = await hook.run(input, world);
      answers.push({ verdict, ms: performance.now() - start });
    } catch (error) {
      answers.push({ fault: describe(error), ms: performance.now() - start });
    }
  }
  return answers;
}

/** A look at the user's files is reading them, through whatever it goes. */
async function readied(world: World, mayRead: boolean, tried: string[]): Promise<World> {
  const { home, user, path, ownFolder, settings } = world;
  const plain = {
    home,
    user,
    path,
    ownFolder,
    vouchedTrash: undefined,
    ...(settings === undefined ? {} : { settings }),
  };
  const { facts, realPath, head } = world;
  // Loaded before the limits stand; the functions are ours and go around them.
  if (mayRead) await realPath("/");
  const no = (name: string) => async (): Promise<never> => {
    tried.push(`read: world.${name}`);
    throw new Error(`this hook has not declared "read", which world.${name} needs`);
  };
  return mayRead
    ? { ...plain, facts, realPath, head }
    : { ...plain, facts: no("facts"), realPath: no("realPath"), head: no("head") };
}

/** All of it, whatever else the pipe is full of. */
function say(text: string): void {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as { readonly code?: string }).code !== "EAGAIN") throw error;
    }
  }
}

function describe(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : String(error);
    return (message.split("\n", 1)[0] ?? "").slice(0, 200);
  } catch {
    return "it threw what is no error";
  }
}
