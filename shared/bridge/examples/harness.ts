/** The smallest harness that keeps a tool call one thing: a scripted model, a shell tool, a log in a file. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import {
  type Ask,
  approve,
  authorize,
  checkLog,
  closeOpenCalls,
  commit,
  execute,
  type HookBridge,
  type LogEvent,
  type LogReport,
  type LogSink,
  type PendingCall,
  presentCall,
  recordModelCall,
  recordPresented,
  recordResult,
} from "@hasna/hooks-bridge";
import { createRunner, pickModelRequest } from "@hasna/hooks-runner";

export interface Session {
  readonly bridge: HookBridge;
  /** A file of one event a line. */
  readonly log: string;
  readonly cwd: string;
  /** Asks a person. */
  readonly ask: Ask;
  /** Shows a line to a person. */
  readonly show: (line: string) => void;
}

/** Runs the calls of one model message in order; gives back what the model is told, call by call. */
export async function runCalls(calls: readonly PendingCall[], session: Session): Promise<readonly string[]> {
  const sink = fileSink(session.log);
  // First everything that the model asked for, then call by call: so a crash never hides that a call was made.
  for (const call of calls) recordModelCall(call, sink);
  const told: string[] = [];
  for (const call of calls) told.push(await runCall(call, session, sink));
  return told;
}

async function runCall(call: PendingCall, session: Session, sink: LogSink): Promise<string> {
  const { bridge, cwd, ask, show } = session;
  const plan = await bridge.plan(call);
  const committed = commit(plan, sink);
  const view = presentCall(committed.record);
  show(
    view.isRewritten
      ? `${view.text} (the model asked for ${view.original ?? "something secret"})`
      : view.text,
  );
  recordPresented(committed.record, sink);
  const mustAsk = plan.decision === "ask" || plan.decision === "deny";
  const next = mustAsk ? await approve(committed, ask) : committed;
  if (next.stage === "refused") return recordResult(next.record, next.reason, sink, { isError: true });
  const runner = createRunner({ cwd });
  const done = await execute(authorize(next), async (args) => {
    // Named keys only: a model sets neither stdin nor the environment of its command.
    const outcome = await runner.run(runner.resolve(pickModelRequest(args)));
    return `${outcome.stdout.text}${outcome.stderr.text}`;
  });
  await runner.dispose();
  const output = done.kind === "done" ? done.value : String(done.error);
  const response = { stdout: output };
  const behind = await bridge.after({ record: next.record, response, durationMs: done.durationMs });
  const words = [output, ...plan.context, ...behind.verdict.context, behind.verdict.reason ?? ""];
  const text = words.filter((word) => word !== "").join("\n");
  return recordResult(next.record, text, sink, { isError: done.kind === "failed" });
}

/** Before a session goes on: what a crash left open is closed, and a log that contradicts itself is not gone on with. */
export function resume(log: string): LogReport {
  const text = existsSync(log) ? readFileSync(log, "utf8") : "";
  // A line that a crash cut off was never written; what comes next must not be joined to it.
  if (text !== "") truncateSync(log, Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1)));
  const report = checkLog(readLog(log));
  if (!report.ok) throw new Error(`${log}: ${report.findings[0]?.says}`);
  closeOpenCalls(report, fileSink(log));
  return report;
}

export function readLog(log: string): readonly LogEvent[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.slice(0, -1).map((line): LogEvent => JSON.parse(line));
}

function fileSink(log: string): LogSink {
  return { append: (event) => appendFileSync(log, `${JSON.stringify(event)}\n`) };
}
