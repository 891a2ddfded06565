import type { Execution } from "./execution.ts";
import type { RunOutcome } from "./outcome.ts";
import { RunnerProblem } from "./problem.ts";
import type { OwnerId } from "./request.ts";

export type TaskId = string & { readonly "id of a task": true };

/** How far a reader has come, in bytes of each stream. */
export interface Cursor {
  readonly stdout: number;
  readonly stderr: number;
}

/** Output since a cursor. */
export interface TaskRead {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Bytes since the cursor that memory no longer holds; the spill file has them. */
  readonly missed: Cursor;
  readonly next: Cursor;
}

/** One command in the background. */
export interface TaskHandle {
  readonly id: TaskId;
  /** Null: it belongs to the host alone. */
  readonly owner: OwnerId | null;
  readonly status: "running" | "exited" | "killed";
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  /** Reads without consuming: two readers with cursors of their own see the same. */
  read(cursor?: Cursor): TaskRead;
  /** Begins to end it, TERM then KILL. False when it has ended already. */
  kill(): boolean;
}

/** Ended tasks that are remembered, so that their output can be read once more. */
const REMEMBERED = 256;

export class Tasks {
  readonly #perOwner: number;
  readonly #byId = new Map<TaskId, Task>();
  #count = 0;

  constructor(perOwner: number) {
    this.#perOwner = perOwner;
  }

  add(owner: OwnerId | null, begin: () => Execution): TaskHandle {
    const running = [...this.#byId.values()].filter(
      (task) => task.owner === owner && task.status === "running",
    );
    if (running.length >= this.#perOwner) {
      throw new RunnerProblem(
        "limit-out-of-range",
        "tasksPerOwner",
        `${running.length} tasks of this owner run already; end one first.`,
      );
    }
    const task = new Task(`task-${++this.#count}` as TaskId, owner, begin());
    this.#byId.set(task.id, task);
    this.#forget();
    return task;
  }

  get(id: TaskId, caller: OwnerId | null): TaskHandle | undefined {
    const task = this.#byId.get(id);
    return task !== undefined && task.owner === caller ? task : undefined;
  }

  #forget(): void {
    for (const task of this.#byId.values()) {
      if (this.#byId.size <= REMEMBERED) return;
      if (task.status !== "running") this.#byId.delete(task.id);
    }
  }
}

class Task implements TaskHandle {
  readonly id: TaskId;
  readonly owner: OwnerId | null;
  readonly done: Promise<RunOutcome>;
  readonly #execution: Execution;
  #status: TaskHandle["status"] = "running";

  constructor(id: TaskId, owner: OwnerId | null, execution: Execution) {
    this.id = id;
    this.owner = owner;
    this.#execution = execution;
    this.done = execution.done.then((outcome) => {
      this.#status = outcome.cause === "exit" ? "exited" : "killed";
      return outcome;
    });
  }

  get status(): TaskHandle["status"] {
    return this.#status;
  }

  read(cursor: Cursor = { stdout: 0, stderr: 0 }): TaskRead {
    const out = this.#execution.stdout.since(cursor.stdout);
    const err = this.#execution.stderr.since(cursor.stderr);
    return {
      stdout: out.bytes,
      stderr: err.bytes,
      missed: { stdout: out.missed, stderr: err.missed },
      next: { stdout: out.next, stderr: err.next },
    };
  }

  kill(): boolean {
    return this.#execution.end("abort");
  }
}
