/** A throw-away home with real hooks, a bridge over it, and a log. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json } from "@hasna/hooks-harness";
import { type BridgeOptions, type HookBridge, openBridge } from "../bridge.ts";
import { type Ask, approve, authorize } from "../unit/approve.ts";
import { checkLog, type LogReport } from "../unit/check-log.ts";
import { commit, recordModelCall } from "../unit/commit.ts";
import { execute } from "../unit/execute.ts";
import type { CallRecord, LogEvent, LogSink } from "../unit/log.ts";
import type { CallPlan } from "../unit/plan.ts";
import { recordPresented, recordResult } from "../unit/present.ts";
import type { Client } from "./situations.ts";
import { settingsPath } from "./staging.ts";

export interface LabHook {
  /** Shell text; it has read nothing of its input. */
  readonly body: string;
  readonly client?: Client;
  readonly event?: string;
  readonly matcher?: Json;
  readonly handler?: Readonly<Record<string, Json>>;
}

export interface LabOptions extends Partial<Omit<BridgeOptions, "harnesses" | "places" | "session">> {
  /** Text of whole settings files, by their path below the home. */
  readonly files?: Readonly<Record<string, string>>;
}

/** One call on its whole way. */
export interface Way {
  readonly plan: CallPlan;
  readonly record: CallRecord;
  /** The arguments that the tool was called with; undefined when it was not. */
  readonly ran: Json | undefined;
  /** What the model is told. */
  readonly told: string;
}

export class Lab implements AsyncDisposable {
  readonly home: string;
  readonly project: string;
  readonly log: LogEvent[] = [];
  readonly sink: LogSink = { append: (event) => void this.log.push(event) };
  bridge!: HookBridge;
  #calls = 0;

  private constructor() {
    this.home = mkdtempSync(join(tmpdir(), "bridge-lab-"));
    this.project = join(this.home, "project");
    mkdirSync(this.project);
  }

  static async open(hooks: readonly LabHook[], { files = {}, ...options }: LabOptions = {}): Promise<Lab> {
    const lab = new Lab();
    const clients = [...new Set(hooks.map(({ client = "claude-code" }) => client))];
    for (const client of clients) {
      const events: Record<string, Json[]> = {};
      for (const [index, hook] of hooks.entries()) {
        if ((hook.client ?? "claude-code") !== client) continue;
        const event = hook.event ?? (client === "gemini-cli" ? "BeforeTool" : "PreToolUse");
        const handler = { type: "command", command: lab.script(`${index}.sh`, hook.body), ...hook.handler };
        const group = { ...(hook.matcher !== undefined && { matcher: hook.matcher }), hooks: [handler] };
        events[event] = [...(events[event] ?? []), group];
      }
      lab.write(settingsPath[client], JSON.stringify({ hooks: events }, null, 2));
    }
    for (const [path, text] of Object.entries(files)) lab.write(path, text);
    const known = Object.entries(settingsPath).flatMap(([client, path]) =>
      files[path] === undefined ? [] : [client as Client],
    );
    lab.bridge = await openBridge({
      harnesses: [
        ...new Set([
          ...clients,
          ...known,
          ...(clients.length + known.length === 0 ? (["claude-code"] as const) : []),
        ]),
      ],
      places: { home: lab.home, project: lab.project, env: {} },
      session: { session: "lab", cwd: lab.project },
      bypassTrust: true,
      looking: { scopes: ["user", "project", "local", "plugin"] },
      ...options,
    });
    return lab;
  }

  /** An executable script; gives back its path. */
  script(name: string, body: string): string {
    const path = this.write(`hooks/${name}`, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  write(path: string, text: string): string {
    const whole = join(this.home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), "utf8");
  }

  /** A call by its argument text. */
  call(rawArguments: string, tool = "Bash"): { callId: string; tool: string; rawArguments: string } {
    this.#calls++;
    return { callId: `call-${this.#calls}`, tool, rawArguments };
  }

  /** A shell call through plan, commit, approval, execution and result. */
  async way(rawArguments: string, ask?: Ask, tool = "Bash"): Promise<Way> {
    const call = this.call(rawArguments, tool);
    recordModelCall(call, this.sink);
    const plan = await this.bridge.plan(call);
    const committed = commit(plan, this.sink);
    recordPresented(committed.record, this.sink);
    const none: Ask = async () => ({ kind: "unavailable" });
    const needsWord = plan.decision === "ask" || plan.decision === "deny" || ask !== undefined;
    const next = needsWord ? await approve(committed, ask ?? none) : committed;
    if (next.stage === "refused") {
      const told = recordResult(next.record, next.reason, this.sink, { isError: true });
      return { plan, record: next.record, ran: undefined, told };
    }
    let ran: Json | undefined;
    await execute(authorize(next), (args) => {
      ran = args;
    });
    return { plan, record: next.record, ran, told: recordResult(next.record, "done", this.sink) };
  }

  /** The proof over everything that was logged. */
  check(): LogReport {
    return checkLog(this.log);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bridge.dispose();
    rmSync(this.home, { recursive: true, force: true });
  }
}

export function shell(command: string): string {
  return JSON.stringify({ command });
}

/** Shell text of a hook that reads its input and prints exactly this. */
export function prints(text: string): string {
  return `cat >/dev/null; printf '%s' '${text.replaceAll("'", "'\\''")}'`;
}

export function nested(fields: object): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
}

export const denying: string = prints(nested({ permissionDecision: "deny", permissionDecisionReason: "no" }));
export const asking: string = prints(
  nested({ permissionDecision: "ask", permissionDecisionReason: "sure?" }),
);
export const allowing: string = prints(nested({ permissionDecision: "allow" }));

export function rewriting(input: unknown, more: object = {}): string {
  return prints(nested({ permissionDecision: "allow", updatedInput: input, ...more }));
}

/** A hook that rewrites by what it reads: `from` in the command becomes `to`; silent where it finds nothing. */
export function replacing(from: string, to: string): string {
  const text = nested({ permissionDecision: "allow", updatedInput: { command: "@" } });
  const [before = "", after = ""] = text.split("@");
  return [
    `input=$(cat)`,
    `command=$(printf '%s' "$input" | sed -n 's/.*"command":"\\([^"]*\\)".*/\\1/p')`,
    `case "$command" in *"${from}"*) ;; *) exit 0 ;; esac`,
    `new=$(printf '%s' "$command" | sed 's/${from}/${to}/')`,
    `printf '%s' '${before}'"$new"'${after}'`,
  ].join("\n");
}

/** A guard that refuses a command that holds a word. */
export function refusing(word: string): string {
  return `input=$(cat)\ncase "$input" in *"${word}"*) ${denying.replace("cat >/dev/null; ", "")} ;; esac`;
}
