/** One line of the log. The format is part of the program's surface: fields are added, never changed. */

export interface LogRecord {
  readonly v: 1;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Of a refusal: what `hooks allow` is told. */
  readonly id?: string | undefined;
  /** Of a refusal: the whole hash of the call and the rule. */
  readonly key?: string | undefined;
  readonly harness: string;
  readonly event: string;
  readonly tool?: string | undefined;
  readonly session?: string | undefined;
  readonly cwd?: string | undefined;
  readonly hook: string;
  readonly version?: string | undefined;
  readonly rule: string;
  /** `lifted`: a refusal that a person's word let pass. */
  readonly verdict: "deny" | "ask" | "rewrite" | "allow" | "context" | "lifted";
  readonly reason: string;
  /** The tool input as it came, secrets taken out. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** The tool input that ran instead, secrets taken out. */
  readonly effective?: Readonly<Record<string, unknown>> | undefined;
  /** Refusals that were lifted for this call, and by what. */
  readonly lifts?:
    | readonly { readonly rule: string; readonly by: string; readonly reason: string }[]
    | undefined;
  /** Milliseconds from the start of the process to the answer. */
  readonly ms: number;
}
