/** `bun shared/bridge/bench.ts`: what the bridge costs, each figure with its number of runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  authorize,
  checkLog,
  commit,
  execute,
  type LogEvent,
  openBridge,
  recordModelCall,
  recordResult,
} from "./index.ts";
import { merge } from "./merge.ts";
import { SILENT, type Verdict } from "./verdict.ts";

const home = mkdtempSync(join(tmpdir(), "bridge-bench-"));
const project = join(home, "project");
mkdirSync(join(home, ".claude"), { recursive: true });
mkdirSync(project);

function settings(groups: readonly { readonly matcher: string; readonly command: string }[]): void {
  const hooks = groups.map(({ matcher, command }) => ({ matcher, hooks: [{ type: "command", command }] }));
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks: { PreToolUse: hooks } }));
}

async function open() {
  const options = { places: { home, project, env: {} }, session: { session: "bench", cwd: project } };
  return await openBridge({ ...options, harnesses: ["claude-code"], looking: { scopes: ["user"] } });
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function tell(what: string, took: readonly number[], limit?: number): void {
  const sorted = [...took].sort((a, b) => a - b);
  const [median, late] = [share(sorted, 0.5), share(sorted, 0.95)];
  const within =
    limit === undefined
      ? ""
      : median <= limit
        ? ` (limit ${limit} ms: held)`
        : ` (limit ${limit} ms: MISSED)`;
  if (limit !== undefined && median > limit) process.exitCode = 1;
  console.log(
    `${what}: median ${median.toFixed(3)} ms, 95 % ${late.toFixed(3)} ms, n = ${took.length}${within}`,
  );
}

async function timed(count: number, what: (index: number) => unknown): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await what(index);
    took.push(performance.now() - start);
  }
  return took;
}

const facts = { event: "PreToolUse", tool: "Bash", input: { command: "ls" }, callId: "c" } as const;

async function matching(): Promise<void> {
  const matchers = ["Bash", "Write|Edit", "mcp__.*__write.*", "^Ba", "*"];
  settings(
    Array.from({ length: 100 }, (_, i) => ({ matcher: matchers[i % 5] as string, command: `hook-${i}` })),
  );
  const bridge = await open();
  const verdicts: readonly Verdict[] = Array.from({ length: 100 }, (_, i) => ({
    ...SILENT,
    decision: (["none", "allow", "ask", "deny"] as const)[i % 4] ?? "none",
    reason: `reason ${i}`,
  }));
  const once = (): unknown => [bridge.match(facts), merge(verdicts)];
  await timed(50, once);
  tell("match and merge 100 registrations", await timed(500, once), 1);
  await bridge.dispose();
}

async function calls(): Promise<void> {
  settings([]);
  const bridge = await open();
  const log: LogEvent[] = [];
  const sink = { append: (event: LogEvent) => void log.push(event) };
  const took = await timed(10_000, async (index) => {
    const call = { callId: `c${index}`, tool: "Bash", rawArguments: `{"command":"echo ${index}"}` };
    recordModelCall(call, sink);
    const committed = commit(await bridge.plan(call), sink);
    await execute(authorize(committed), () => "");
    recordResult(committed.record, "", sink);
  });
  tell("a call through the unit, calls 1,001 to 2,000", took.slice(1000, 2000));
  tell("a call through the unit, calls 9,001 to 10,000", took.slice(9000));
  const ratio =
    share(
      took.slice(9000).sort((a, b) => a - b),
      0.5,
    ) /
    share(
      took.slice(1000, 2000).sort((a, b) => a - b),
      0.5,
    );
  console.log(`late over early: ${ratio.toFixed(2)} (limit 2: ${ratio <= 2 ? "held" : "MISSED"})`);
  if (ratio > 2) process.exitCode = 1;
  tell(`checkLog over ${log.length} events`, await timed(3, () => checkLog(log)));
  await bridge.dispose();
}

/** What stands between the start of an event and its answer, besides the hook's own process. */
async function overhead(): Promise<void> {
  settings([{ matcher: "Bash", command: "true" }]);
  const bridge = await open();
  const bare: number[] = [];
  const over: number[] = [];
  const whole: number[] = [];
  for (let index = 0; index < 100; index++) {
    const began = performance.now();
    await Bun.spawn(["/bin/sh", "-c", "true"], { stdin: "ignore", stdout: "ignore", stderr: "ignore" })
      .exited;
    bare.push(performance.now() - began);
    const trace = await bridge.fire(facts);
    whole.push(trace.durationMs);
    over.push(trace.durationMs - (trace.hooks[0]?.runs[0]?.outcome.durationMs ?? 0));
  }
  tell("a bare spawn of sh -c true", bare);
  tell("one hook `true`, fired", whole);
  tell("of that, the bridge itself", over);
  await bridge.dispose();
}

try {
  await matching();
  await calls();
  await overhead();
} finally {
  rmSync(home, { recursive: true, force: true });
}
