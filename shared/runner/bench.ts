/** `bun shared/runner/bench.ts [ROUNDS]`: what a run costs over a bare spawn of the same command, in the same minute. */
import { createRunner } from "./index.ts";

const rounds = Number(process.argv[2] ?? 200);
const allowedMs = 1.5;
const payload = JSON.stringify({ hook_event_name: "PreToolUse", tool_input: { command: "true" } });

const runner = createRunner();
const plain = { kind: "trusted", command: "true" } as const;
const fed = { kind: "trusted", command: "read -r line", stdin: payload } as const;

async function bare(): Promise<void> {
  const options = { stdin: "ignore", stdout: "ignore", stderr: "ignore" } as const;
  await Bun.spawn(["/bin/bash", "--norc", "-c", "true"], options).exited;
}

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  "bare spawn": bare,
  "run of true": () => runner.run(runner.resolve(plain)),
  "run with a payload": () => runner.run(runner.resolve(fed)),
};

const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
// In turn, so that a busy moment of the machine falls on all alike; the first rounds warm up and do not count.
for (let round = -10; round < rounds; round++) {
  for (const [name, way] of Object.entries(ways)) {
    const began = performance.now();
    await way();
    if (round >= 0) times.get(name)?.push(performance.now() - began);
  }
}
await runner.dispose();

for (const [name, list] of times) {
  list.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(20)} p50 ${at(list, 0.5).toFixed(2)} ms  p95 ${at(list, 0.95).toFixed(2)} ms  n=${list.length}`,
  );
}
const over = median("run of true") - median("bare spawn");
console.log(
  `run of true over a bare spawn, at the median: ${over.toFixed(2)} ms (at most ${allowedMs} ms: ${over <= allowedMs ? "holds" : "MISSED"})`,
);
process.exitCode = over <= allowedMs ? 0 : 1;

function median(name: string): number {
  return at(times.get(name) ?? [], 0.5);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
