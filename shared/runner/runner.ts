import { tmpdir } from "node:os";
import { type EnvPolicy, type EnvReport, scrubbedEnvironment } from "./environment.ts";
import { Execution } from "./execution.ts";
import type { RunOutcome } from "./outcome.ts";
import { RunnerProblem } from "./problem.ts";
import type { HostTerms, OwnerId, RunLimits, RunRequest } from "./request.ts";
import {
  checkRange,
  type Defaults,
  LONGEST_TIMEOUT_MS,
  type RunSpec,
  resolveLimits,
  resolveRequest,
  type Sealed,
} from "./spec.ts";
import { SpillFolder } from "./spill.ts";
import { type TaskHandle, type TaskId, Tasks } from "./tasks.ts";

/** How a runner differs from the defaults. Wrong values throw when the runner is made, never in a run. */
export interface RunnerOptions {
  /** Default: the folder of the process at the time of `resolve`. */
  readonly cwd?: string;
  /** Default `["/bin/bash", "--norc", "-c"]`: no profile is read, nothing is kept between runs. */
  readonly shell?: readonly [program: string, ...args: string[]];
  /** Default 120,000. */
  readonly timeoutMs?: number;
  /** What a request may ask for at most; default 600,000. */
  readonly maxTimeoutMs?: number;
  /** Default: 64,000 bytes a stream, 64 MiB a spill file, 3,000 ms grace, 3,000 ms for output held open. */
  readonly limits?: Partial<RunLimits>;
  /** Default `scrubbedEnvironment`. */
  readonly environment?: EnvPolicy;
  /** The environment around; default: that of the process at the time of `resolve`. */
  readonly ambient?: Readonly<Record<string, string | undefined>>;
  /** Folder that spill files are made below; default: the system's for temporary files. */
  readonly spillBase?: string;
  /** Background tasks that may run at once for one owner; default 16. */
  readonly tasksPerOwner?: number;
}

export interface Runner {
  /**
   * Decides everything about a run, and starts nothing. A model's request takes owner, signal and limits from the host's
   * terms alone. Throws RunnerProblem.
   */
  resolve(request: RunRequest, terms?: HostTerms): RunSpec;
  /**
   * Runs a command to its end. Every end is an outcome: exit, signal, time-out, abort, and a command that could not be
   * started. Rejects only for a spec that this runner did not make, and after `dispose`.
   */
  run(spec: RunSpec): Promise<RunOutcome>;
  /** Starts a command in the background, without a time-out. Throws RunnerProblem as `run` rejects. */
  start(spec: RunSpec): TaskHandle;
  /** A task, for exactly its owner: null reaches only tasks without owner. Undefined for all others. */
  task(id: TaskId, caller: OwnerId | null): TaskHandle | undefined;
  /** What the run's environment is made of, by names. */
  env(spec: RunSpec): EnvReport;
  /** Ends everything that runs and waits for it. Spill files that outcomes name stay. */
  dispose(): Promise<void>;
}

const ordinaryLimits: RunLimits = {
  stdoutBytes: 64_000,
  stderrBytes: 64_000,
  spillBytes: 64 * 1024 * 1024,
  graceMs: 3000,
  drainMs: 3000,
};

/** A runner of commands. Throws RunnerProblem for options out of range. */
export function createRunner(options: RunnerOptions = {}): Runner {
  const maxTimeoutMs = options.maxTimeoutMs ?? 600_000;
  checkRange(maxTimeoutMs, "maxTimeoutMs", 1, LONGEST_TIMEOUT_MS);
  const timeoutMs = options.timeoutMs ?? Math.min(120_000, maxTimeoutMs);
  checkRange(timeoutMs, "timeoutMs", 1, maxTimeoutMs);
  const tasksPerOwner = options.tasksPerOwner ?? 16;
  checkRange(tasksPerOwner, "tasksPerOwner", 1, Number.MAX_SAFE_INTEGER);
  const { cwd, ambient } = options;
  return new LocalRunner(
    {
      cwd: () => cwd ?? process.cwd(),
      shell: options.shell ?? ["/bin/bash", "--norc", "-c"],
      timeoutMs,
      maxTimeoutMs,
      limits: resolveLimits({ ...ordinaryLimits, ...options.limits }),
      policy: options.environment ?? scrubbedEnvironment,
      ambient: () => ambient ?? process.env,
    },
    new SpillFolder(options.spillBase ?? tmpdir()),
    tasksPerOwner,
  );
}

class LocalRunner implements Runner {
  readonly #defaults: Defaults;
  readonly #folder: SpillFolder;
  readonly #tasks: Tasks;
  readonly #sealed = new WeakMap<RunSpec, Sealed>();
  readonly #running = new Set<Execution>();
  #disposed = false;

  constructor(defaults: Defaults, folder: SpillFolder, tasksPerOwner: number) {
    this.#defaults = defaults;
    this.#folder = folder;
    this.#tasks = new Tasks(tasksPerOwner);
  }

  resolve(request: RunRequest, terms: HostTerms = {}): RunSpec {
    const { spec, sealed } = resolveRequest(request, terms, this.#defaults);
    this.#sealed.set(spec, sealed);
    return spec;
  }

  async run(spec: RunSpec): Promise<RunOutcome> {
    return this.#execute(spec, true).done;
  }

  start(spec: RunSpec): TaskHandle {
    this.#sealedOf(spec);
    return this.#tasks.add(spec.owner, () => this.#execute(spec, false));
  }

  task(id: TaskId, caller: OwnerId | null): TaskHandle | undefined {
    return this.#tasks.get(id, caller);
  }

  env(spec: RunSpec): EnvReport {
    return this.#sealedOf(spec).environment.report;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const running = [...this.#running];
    for (const execution of running) execution.end("abort");
    await Promise.all(running.map(({ done }) => done));
    this.#folder.removeWhenEmpty();
  }

  #execute(spec: RunSpec, timed: boolean): Execution {
    const sealed = this.#sealedOf(spec);
    if (this.#disposed) {
      throw new RunnerProblem("disposed", "runner", "This runner was disposed of; make a new one.");
    }
    const execution = new Execution(spec, sealed, this.#folder, timed);
    if (this.#running.size === 0) process.on("exit", this.#endAll);
    this.#running.add(execution);
    execution.done.finally(() => {
      this.#running.delete(execution);
      if (this.#running.size === 0) process.off("exit", this.#endAll);
    });
    return execution;
  }

  /** A host that ends leaves nobody to wait for a grace. */
  readonly #endAll = (): void => {
    for (const execution of this.#running) execution.endNow();
  };

  #sealedOf(spec: RunSpec): Sealed {
    const sealed = this.#sealed.get(spec);
    if (sealed !== undefined) return sealed;
    throw new RunnerProblem(
      "foreign-spec",
      "spec",
      "This spec was not made by this runner's resolve, or it was copied; resolve the request here.",
    );
  }
}
