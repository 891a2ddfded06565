/** Judges many commands at once and counts. */
import type { Cache } from "./cache.ts";
import { trash, type Verdict, verdictsOf } from "./guard.ts";
import { type Judgement, judge, type Sentence } from "./judge.ts";
import { compile, isRunnable, type Programs, Sandbox, type Shell, shells } from "./sandbox.ts";
import { isAlive, selfTest } from "./self-test.ts";

export interface Case {
  readonly command: string;
  readonly shell: Shell;
  /** Where it comes from: `nested: trash-guard "sudo"`. */
  readonly from: string;
}

export interface Judged extends Case {
  readonly verdict: Verdict;
  readonly judgement: Judgement;
}

export interface Campaign {
  readonly judged: readonly Judged[];
  /** Texts that cannot be handed to a shell, and those for a shell that this machine does not have: not judged. */
  readonly unrunnable: number;
  readonly seconds: number;
}

export interface Options {
  readonly hooks?: readonly string[];
  /** A setting of the guards: `nested=redirect`. */
  readonly set?: string | undefined;
  /** Sandboxes side by side; most commands wait more than they work. */
  readonly sandboxes?: number;
  /** For each run of a command. */
  readonly limitMs?: number;
  /** Leaves out what is refused: it can be needless, but nothing that it lets through can be missed. */
  readonly skipsRefused?: boolean;
  /** What the shells did before, and where it is kept. */
  readonly cache?: Cache | undefined;
  readonly progress?: (done: number, all: number) => void;
}

/** Sandboxes that passed their self-test, ready for commands. */
export interface Court {
  readonly sandboxes: readonly Sandbox[];
  close(): void;
}

/** Opens the sandboxes, or says why no command can be judged on this machine. Nothing runs before the self-test holds. */
export async function openCourt(count = 6): Promise<Court | { readonly problem: string }> {
  const programs: Programs | { readonly problem: string } = compile();
  if ("problem" in programs) return programs;
  const sandboxes: Sandbox[] = [];
  const close = (): void => {
    for (const sandbox of sandboxes) sandbox.close();
    programs.close();
  };
  for (let index = 0; index < count; index++) {
    const sandbox = new Sandbox(programs);
    const refusal = await sandbox.open();
    if (refusal !== undefined) {
      close();
      return { problem: refusal };
    }
    sandboxes.push(sandbox);
  }
  const [first] = sandboxes;
  const failure = first === undefined ? "no sandbox was asked for" : await selfTest(first, trash);
  if (failure !== undefined) {
    close();
    return { problem: `the self-test failed: ${failure}` };
  }
  return { sandboxes, close };
}

/** Judges every case. Order is kept. */
export async function hold(court: Court, cases: readonly Case[], options: Options = {}): Promise<Campaign> {
  const start = performance.now();
  const missing = shells.filter((shell) => shell !== "eval" && Bun.which(shell) === null);
  const runnable = cases.filter(({ command, shell }) => isRunnable(command) && !missing.includes(shell));
  const verdicts = await verdictsOf(runnable, options.hooks, options.set);
  const judged: Judged[] = [];
  let next = 0;
  let done = 0;
  const work = async (sandbox: Sandbox): Promise<void> => {
    const runner = options.cache?.over(sandbox) ?? sandbox;
    for (let index = next++; index < runnable.length; index = next++) {
      const one = runnable[index];
      const verdict = verdicts[index];
      if (one === undefined || verdict === undefined) continue;
      if (options.skipsRefused === true && verdict.kind === "refuse") {
        judged[index] = { ...one, verdict, judgement: { sentence: "ok", detail: "refused, not run" } };
        continue;
      }
      const judgement = await judge(one.command, one.shell, verdict, runner, options.limitMs ?? 1500);
      judged[index] = { ...one, verdict, judgement };
      options.progress?.(++done, runnable.length);
    }
  };
  await Promise.all(court.sandboxes.map(work));
  options.cache?.flush();
  for (const sandbox of court.sandboxes) {
    // Figures of a sandbox that no longer sees anything would be good ones.
    const failure = await isAlive(sandbox);
    if (failure !== undefined)
      throw new Error(`a command changed its sandbox, nothing of this run counts: ${failure}`);
  }
  return {
    judged,
    unrunnable: cases.length - runnable.length,
    seconds: (performance.now() - start) / 1000,
  };
}

export function count(campaign: Campaign): Readonly<Record<Sentence, number>> {
  const counts: Record<Sentence, number> = { ok: 0, miss: 0, changed: 0, gone: 0, over: 0, unseen: 0 };
  for (const { judgement } of campaign.judged) counts[judgement.sentence] += 1;
  return counts;
}
