import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createRunner,
  type Runner,
  type RunnerOptions,
  type RunOutcome,
  type TrustedRunRequest,
} from "../index.ts";

/** Runs a trusted command with short graces, so that a test of a kill takes milliseconds. */
export interface Bench {
  readonly runner: Runner;
  /** A folder of this bench's own; gone with it. */
  readonly folder: string;
  run(command: string, more?: Partial<TrustedRunRequest>): Promise<RunOutcome>;
  dispose(): Promise<void>;
}

export function bench(options: RunnerOptions = {}): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "runner-test-")));
  const runner = createRunner({
    cwd: folder,
    spillBase: folder,
    ...options,
    limits: { graceMs: 150, drainMs: 200, ...options.limits },
  });
  return {
    runner,
    folder,
    run: (command, more = {}) => runner.run(runner.resolve({ kind: "trusted", command, ...more })),
    dispose: async () => {
      await runner.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a process runs; one that is dead and only not waited for yet does not. */
export function runs(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** The processes whose command line holds a mark that only one test uses. */
export function marked(mark: string): readonly number[] {
  const own = String(process.pid);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== own)
    .filter((name) => commandLine(name).includes(mark) && runs(Number(name)))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

/** The open descriptors of this process and what they are. */
export function descriptors(): readonly string[] {
  return readdirSync("/proc/self/fd");
}

/** Waits for something to become true; false after the time. */
export async function eventually(holds: () => boolean, withinMs = 2000): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > end) return false;
    await Bun.sleep(10);
  }
  return true;
}
