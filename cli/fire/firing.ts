/** One event through the hooks of one harness, and what of it is told. */
import {
  type DialectId,
  type HookTrace,
  type Loaded,
  openBridge,
  type Registration,
  type Trace,
} from "@hasna/hooks-bridge";
import { type Harness, harnessById, type Places } from "@hasna/hooks-harness";
import { createRunner, wholeEnvironment } from "@hasna/hooks-runner";
import type { Ownership } from "../settings/entries.ts";
import { ours } from "../settings/entries.ts";
import { type FireRequest, factsFor } from "./request.ts";

/** What one harness's hooks did; without `trace.hooks` having run where it was only listed. */
export interface Firing {
  readonly harness: Harness;
  readonly trace: Trace;
  /** Ids of registrations of hooks of ours. */
  readonly ours: ReadonlySet<string>;
  /** The folder that hooks were started in. */
  readonly cwd: string;
  readonly ran: boolean;
}

/** The longest time-out that a settings file can ask for and a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;

export async function fireOne(
  id: DialectId,
  request: FireRequest,
  places: Places,
  ownership: Ownership,
  cwd: string,
  signal: AbortSignal,
): Promise<Firing> {
  const harness = harnessById(id);
  if (harness === undefined) throw new Error(`There is no harness ${id}.`);
  const runner = createRunner({
    cwd: request.project,
    // As harnesses do: a hook gets the person's environment. The person started this, and sees what hooks print.
    environment: wholeEnvironment,
    ambient: places.env,
    maxTimeoutMs: LONGEST_MS,
  });
  try {
    const bridge = await openBridge({
      harnesses: [id],
      places,
      session: { session: "hooks-fire", cwd: request.project, project: request.project },
      mode: request.strict ? "strict" : "faithful",
      cwd,
      runner,
      ...(request.onlyOurs && { only: (one: Registration) => isOurs(one, ownership) }),
    });
    const own = bridge.loaded.registrations.filter((one) => isOurs(one, ownership)).map((one) => one.id);
    const facts = factsFor(request, harness);
    const trace = request.dry
      ? listed(bridge.match(facts), bridge.loaded, request, id)
      : await bridge.fire(facts, signal);
    return { harness, trace, ours: new Set(own), cwd, ran: !request.dry };
  } finally {
    await runner.dispose();
  }
}

function listed(
  hooks: readonly HookTrace[],
  { sources, problems }: Loaded,
  { event, strict }: FireRequest,
  id: DialectId,
): Trace {
  return {
    mode: strict ? "strict" : "faithful",
    event,
    dialects: [id],
    sources,
    hooks,
    verdict: { decision: "none", context: [], ignored: [] },
    original: undefined,
    effective: undefined,
    hazards: problems
      .filter(({ costs }) => costs !== "note")
      .map(({ file, line, says }) => ({
        kind: "lost-registration",
        says: `${file}:${line}: ${says}.`,
        hooks: [],
      })),
    durationMs: 0,
  };
}

function isOurs({ handler }: Registration, ownership: Ownership): boolean {
  if (handler.kind !== "command") return false;
  return ours([handler.command, ...(handler.args ?? [])], ownership) !== undefined;
}
