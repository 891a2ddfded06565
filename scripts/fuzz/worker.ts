/** Tries one text after the other in a thread of its own, so that a text without an end can be seen from outside. */
import { allRows } from "../oracle/generator/rows.ts";
import { Inputs } from "./inputs.ts";
import { minimise } from "./minimise.ts";
import { examine, loadSubjects, type Subjects } from "./properties.ts";

/** What the thread is to do. */
export interface Task {
  readonly seed: number;
  /** One text to try instead of made ones. */
  readonly text: string | undefined;
  /** Number of the text that is tried, and whether the rest of the time is spent on something else. */
  readonly state: Int32Array;
  /** The text itself, as UTF-16 units, for the one that never ends. */
  readonly units: Uint16Array;
}

export type Message =
  | { readonly kind: "failure"; readonly index: number; readonly problem: string; readonly text: string }
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly features: number;
      readonly slowestMs: number;
    }
  | { readonly kind: "done" };

declare const self: Worker;

/** Failures of one kind need not be listed a thousand times. */
const mostFailures = 20;

self.onmessage = async ({ data }: MessageEvent<Task>): Promise<void> => {
  // Loaded here: a message that comes while a module still waits at its top is lost.
  const subjects = await loadSubjects();
  if (data.text !== undefined) {
    let problem: string | undefined;
    for (let turn = 0; turn < 8; turn += 1) problem ??= (await examine(data.text, turn, subjects)).problem;
    if (problem !== undefined) tell({ kind: "failure", index: -1, problem, text: data.text });
    tell({ kind: "done" });
    return;
  }
  await fuzz(data, subjects);
};

async function fuzz({ seed, state, units }: Task, subjects: Subjects): Promise<void> {
  const inputs = new Inputs(await allRows(), seed);
  const seen = new Set<string>();
  let slowestMs = 0;
  for (let index = 0; seen.size < mostFailures; index += 1) {
    const text = inputs.text(index);
    publish(text, index, state, units);
    const start = performance.now();
    const { problem, feature } = await examine(text, index, subjects);
    slowestMs = Math.max(slowestMs, performance.now() - start);
    if (problem === undefined) inputs.learn(text, feature);
    else if (!seen.has(kindOf(problem))) {
      seen.add(kindOf(problem));
      const short = await minimise(text, async (shorter) => {
        publish(shorter, index, state, units);
        const { problem: again } = await examine(shorter, index, subjects);
        return again !== undefined && kindOf(again) === kindOf(problem);
      });
      const last = await examine(short, index, subjects);
      tell({ kind: "failure", index, problem: last.problem ?? problem, text: short });
    }
    if (index % 200 === 199) {
      tell({ kind: "progress", done: index + 1, features: inputs.features, slowestMs });
      // Lets the main thread's messages through.
      await Bun.sleep(0);
    }
  }
  tell({ kind: "done" });
}

function publish(text: string, index: number, state: Int32Array, units: Uint16Array): void {
  const length = Math.min(text.length, units.length);
  for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at);
  state[1] = length;
  state[2] = index;
  // A text more, also while one is made shorter: the watcher looks whether this moves.
  Atomics.add(state, 0, 1);
}

/** A problem without its figures and texts: two of one kind are one. */
function kindOf(problem: string): string {
  return problem.replace(/\d+/g, "N").split("\n").slice(0, 2).join(" ").slice(0, 160);
}

function tell(message: Message): void {
  self.postMessage(message);
}
