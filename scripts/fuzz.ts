/** `bun run fuzz`: texts that nobody would write, until the time is over. `--help` says how. */
import { parseArgs } from "node:util";
import { minimise } from "./fuzz/minimise.ts";
import type { Message, Task } from "./fuzz/worker.ts";

const help = `Tries made-up texts on the reader of shell texts and on the guards, and looks that nothing throws, nothing hangs,
no span lies outside its text or its parent, edits give the rewritten command, a rewritten command passes, and the quick
look is never narrower than the reading.

  bun run fuzz                   five minutes
  bun run fuzz --minutes 60      longer
  bun run fuzz --seed 7          other texts; without it the seed is the time, and it is printed
  bun run fuzz --file FILE       one text out of a file

A text that fails is made shorter and printed as a JSON string. The exit status is 1 when there was one.
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    minutes: { type: "string", default: "5" },
    seed: { type: "string" },
    file: { type: "string" },
  },
});

/** One text may take this long, on a machine that does other things as well. */
const limitMs = 10_000;
const hang = `does not end within ${limitMs / 1000} s`;

if (values.help === true) {
  console.log(help);
  process.exit(0);
}
process.exit(await main());

async function main(): Promise<number> {
  if (values.file !== undefined) {
    const text = await Bun.file(values.file).text();
    const problem = await tryAlone(text);
    console.log(problem ?? "the text holds");
    return problem === undefined ? 0 : 1;
  }
  const seed = values.seed === undefined ? Math.floor(Date.now() / 1000) % 1_000_000 : Number(values.seed);
  const minutes = Number(values.minutes);
  if (!Number.isInteger(seed) || !(minutes > 0)) {
    console.error("fuzz: --seed takes a whole number, --minutes a number above 0");
    return 2;
  }
  console.log(`fuzz: seed ${seed}, ${minutes} minutes`);
  return fuzz(seed, minutes * 60_000);
}

async function fuzz(seed: number, forMs: number): Promise<number> {
  const state = new Int32Array(new SharedArrayBuffer(16));
  const units = new Uint16Array(new SharedArrayBuffer(300_000));
  const worker = new Worker(new URL("./fuzz/worker.ts", import.meta.url).href);
  let failures = 0;
  let progress: Extract<Message, { kind: "progress" }> | undefined;
  const start = performance.now();
  let moved = start;
  let last = -1;
  const end = await new Promise<"time" | "hang" | "stopped">((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === "progress") progress = data;
      else if (data.kind === "done") resolve("stopped");
      else {
        failures += 1;
        report(data.index, data.problem, data.text);
      }
    };
    worker.onerror = (event): void => {
      failures += 1;
      console.log(`FAILURE of the thread itself: ${event.message}`);
      resolve("stopped");
    };
    const watch = setInterval(() => {
      const now = performance.now();
      const count = Atomics.load(state, 0);
      if (count !== last) moved = now;
      last = count;
      if (now - start < forMs && now - moved < limitMs) return;
      clearInterval(watch);
      resolve(now - moved < limitMs ? "time" : "hang");
    }, 200);
    worker.postMessage({ seed, text: undefined, state, units } satisfies Task);
  });
  worker.terminate();
  if (end === "hang") {
    failures += 1;
    const text = String.fromCharCode(...units.subarray(0, Math.min(state[1] ?? 0, 100_000)));
    const short = await minimise(text, async (shorter) => (await tryAlone(shorter)) === hang);
    report(state[2] ?? 0, hang, short);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const { done = 0, features = 0, slowestMs = 0 } = progress ?? {};
  console.log(
    `fuzz: ${done} texts in 3 dialects, each judged in one of 4 shells, ${features} kinds of answers, slowest ${slowestMs.toFixed(0)} ms, ${seconds} s: ${failures} failures`,
  );
  // A run that tried nothing has shown nothing.
  return failures === 0 && done > 0 ? 0 : 1;
}

/** Tries one text in a thread that is ended when it takes too long. */
async function tryAlone(text: string): Promise<string | undefined> {
  const worker = new Worker(new URL("./fuzz/worker.ts", import.meta.url).href);
  const state = new Int32Array(new SharedArrayBuffer(16));
  const units = new Uint16Array(new SharedArrayBuffer(2));
  let problem: string | undefined;
  const ended = new Promise<void>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === "failure") problem = data.problem;
      if (data.kind === "done") resolve();
    };
  });
  worker.postMessage({ seed: 0, text, state, units } satisfies Task);
  const inTime = await Promise.race([ended.then(() => true), Bun.sleep(limitMs).then(() => false)]);
  worker.terminate();
  return inTime ? problem : hang;
}

function report(index: number, problem: string, text: string): void {
  console.log(`FAILURE at ${index}: ${problem}\n  ${JSON.stringify(text)}`);
}
