/** What `hooks bench` is asked, read from its options. */
import { bundledHooks } from "hooks:bundled";
import type { Call, Context } from "../context.ts";
import { type FireRequest, type Misuse, readFire } from "../fire/request.ts";
import { nearest } from "../nearest.ts";

export interface BenchRequest {
  /** Hooks of ours; empty with `installed`. */
  readonly names: readonly string[];
  readonly installed: boolean;
  readonly event: FireRequest;
  /** Whether the command was typed; otherwise each hook is also measured on what it refuses. */
  readonly isCommandGiven: boolean;
  readonly runs: number;
  readonly coldRuns: number;
  /** Milliseconds of measuring for one subject, warm. */
  readonly patienceMs: number;
  /** Milliseconds that the median may take; undefined: no budget. */
  readonly budgetMs: number | undefined;
  /** A shell command measured in alternation with each subject. */
  readonly versus: string | undefined;
  readonly form: "text" | "json" | "markdown";
  /** A file for the plot. */
  readonly svg: string | undefined;
}

export function readBench(call: Call, context: Context): BenchRequest | Misuse {
  const { options, words } = call;
  const installed = options.installed === true;
  if (installed && words.length > 0) {
    return {
      misuse: `--installed measures everything that is registered, so it takes no names, got "${words[0]}".`,
    };
  }
  if (options.json === true && options.markdown === true)
    return { misuse: "--json and --markdown exclude each other." };
  const known = bundledHooks.map(({ name }) => name);
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    const close = nearest(unknown, known);
    const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
    return { misuse: `there is no hook "${unknown}".${hint} Known are ${known.join(", ")}.` };
  }
  const runs = whole(options.runs, "--runs", 40, 1, 100_000);
  const coldRuns = whole(options.cold, "--cold", 5, 0, 1000);
  const patience = amount(options.seconds, "--seconds");
  const budgetMs = amount(options.budget, "--budget");
  for (const one of [runs, coldRuns, patience, budgetMs]) {
    if (typeof one === "object") return one;
  }
  const isAboutCall =
    options.tool === undefined && options.input === undefined && options.command === undefined;
  const event = readFire(
    {
      ...call,
      words: [text(options.event) ?? "PreToolUse"],
      options: {
        ...options,
        ...(isAboutCall && { command: "ls -la" }),
        prompt: options.prompt ?? "hello",
        "only-ours": undefined,
      },
    },
    context,
  );
  if ("misuse" in event) return event;
  return {
    names: installed || words.length > 0 ? words : known,
    installed,
    event,
    isCommandGiven: !isAboutCall,
    runs: runs as number,
    coldRuns: coldRuns as number,
    patienceMs: ((patience as number | undefined) ?? 10) * 1000,
    budgetMs: budgetMs as number | undefined,
    versus: text(options.vs),
    form: options.json === true ? "json" : options.markdown === true ? "markdown" : "text",
    svg: text(options.svg),
  };
}

function whole(
  given: string | boolean | undefined,
  option: string,
  usual: number,
  least: number,
  most: number,
): number | Misuse {
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  return { misuse: `${option} must be a whole number from ${least} to ${most}, got "${given}".` };
}

function amount(given: string | boolean | undefined, option: string): number | undefined | Misuse {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (Number.isFinite(value) && value > 0) return value;
  return { misuse: `${option} must be a number above 0, got "${given}".` };
}

function text(option: string | boolean | undefined): string | undefined {
  return typeof option === "string" ? option : undefined;
}
