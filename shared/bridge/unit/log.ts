/** What is written of a call, in the order in which it happens. The log is the one truth that everything else reads. */
import type { Digest } from "../digest.ts";
import type { DialectId } from "../registration.ts";
import type { RewriteStatus } from "../trace.ts";
import type { Decision, FailureKind } from "../verdict.ts";

/** One rewrite: by whom, and of what into what. */
export interface RewriteStep {
  /** The registration's id, or `approver` for a person. */
  readonly handlerId: string;
  readonly dialect: DialectId | "approver";
  readonly before: Digest;
  readonly after: Digest;
}

/** Beside the effective arguments: what the model had asked for. Absent where nothing was rewritten. */
export interface RewriteSidecar {
  /** Byte for byte as the model wrote it. */
  readonly originalArguments: string;
  /** Of the effective arguments; the same as the record's. */
  readonly digest: Digest;
  readonly steps: readonly RewriteStep[];
  /** A hook marked the original as secret: it is for the log alone. */
  readonly hidden?: true;
}

/** The record of a call. Its `arguments` are the ones that count, for every reader. */
export interface CallRecord {
  readonly callId: string;
  readonly tool: string;
  /** The effective arguments as text. */
  readonly arguments: string;
  readonly digest: Digest;
  readonly decision: Decision;
  readonly reason?: string;
  readonly rewrite?: RewriteSidecar;
}

export type ApprovalOutcome = "once" | "reject" | "cancel" | "unavailable" | "edit";

export type AuditEvent =
  | {
      readonly kind: "hook-invoked";
      readonly callId: string;
      readonly hook: string;
      readonly dialect: DialectId;
      readonly round: "first" | "recheck";
      /** Of the input it was asked about. */
      readonly judged: Digest | undefined;
    }
  | {
      readonly kind: "hook-result";
      readonly callId: string;
      readonly hook: string;
      readonly dialect: DialectId;
      readonly round: "first" | "recheck";
      readonly decision: Decision;
      readonly cause: string;
      readonly exitCode: number | null;
      readonly truncated: boolean;
      readonly failure?: FailureKind;
      readonly rewrite?: RewriteStatus;
      readonly durationMs: number;
    };

export type LogEvent =
  /** The model's own message: what it remembers having asked for. */
  | {
      readonly kind: "model-call";
      readonly callId: string;
      readonly tool: string;
      readonly arguments: string;
    }
  | AuditEvent
  | ({ readonly kind: "call" } & CallRecord)
  /** A person changed the arguments while being asked; replaces the record before it. */
  | ({ readonly kind: "call-revised" } & CallRecord)
  | { readonly kind: "presented"; readonly callId: string; readonly digest: Digest }
  | { readonly kind: "approval-asked"; readonly callId: string; readonly digest: Digest }
  | {
      readonly kind: "approval-decided";
      readonly callId: string;
      readonly digest: Digest;
      readonly outcome: ApprovalOutcome;
    }
  /** Written before the tool is called: from here on the call may have run. */
  | { readonly kind: "execution-started"; readonly callId: string; readonly digest: Digest }
  | {
      readonly kind: "execution-ended";
      readonly callId: string;
      readonly digest: Digest;
      readonly outcome: "done" | "failed";
    }
  /** The provider lets a made call be changed: the history now holds these arguments. */
  | {
      readonly kind: "replaced";
      readonly callId: string;
      readonly digest: Digest;
      readonly arguments: string;
    }
  /** A later session closes a call that a crash had left open, with the words of its repair. */
  | { readonly kind: "abandoned"; readonly callId: string; readonly text: string }
  /** What the model is told, a note of a rewrite at its head. */
  | {
      readonly kind: "result";
      readonly callId: string;
      readonly digest: Digest;
      readonly text: string;
      readonly isError: boolean;
    };

/** Where events go. Synchronous: when it returns, the event is written; when it throws, nothing goes on. */
export interface LogSink {
  append(event: LogEvent): void;
}
