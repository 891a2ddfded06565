/** What is measured: one hook as its harness starts it, behind a function that starts it once. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DialectId,
  type EventFacts,
  type HookBridge,
  type HookRun,
  openBridge,
  type Registration,
} from "@hasna/hooks-bridge";
import { type Harness, harnessById, type Places } from "@hasna/hooks-harness";
import type { Runner } from "@hasna/hooks-runner";
import { CANARY_SESSION } from "../log/canary-session.ts";

/** What all subjects of one harness share. */
export interface Bench {
  readonly harness: Harness;
  readonly id: DialectId;
  readonly places: Places;
  readonly runner: Runner;
  /** For files that a measurement needs; removed afterwards. */
  readonly folder: string;
}

export interface Subject {
  /** As people call it: the hook's name, or the command text. */
  readonly name: string;
  /** Who wrote it. */
  readonly kind: "ours" | "foreign" | "baseline" | "versus";
  /** The text that stands in the settings. */
  readonly command: string;
  readonly timeoutMs: number;
  /** Of an entry of the user's settings. */
  readonly place: Registration["place"] | undefined;
  /** Starts it once; undefined where it would not run for this event. */
  readonly once: () => Promise<HookRun | undefined>;
  /** The same with another command text. */
  readonly instead: (command: string) => Promise<Subject>;
}

/** The bridge over the user's own settings; `only` narrows it. */
export async function openInstalled(
  { id, places, runner }: Bench,
  only: (registration: Registration) => boolean = () => true,
): Promise<HookBridge> {
  return await openBridge({ ...common(places), harnesses: [id], runner, only });
}

export async function installedSubject(
  bench: Bench,
  registration: Registration,
  name: string,
  kind: "ours" | "foreign",
  facts: EventFacts,
): Promise<Subject | undefined> {
  const { handler, id, place } = registration;
  if (handler.kind !== "command") return undefined;
  const bridge = await openInstalled(bench, (one) => one.id === id);
  const { command, timeoutMs } = handler;
  return {
    name,
    kind,
    command,
    timeoutMs,
    place,
    once: () => firstRun(bridge, facts),
    instead: (text) => typedSubject(bench, text, name, kind, facts),
  };
}

/** A command that no settings register, started as if they did. */
export async function typedSubject(
  bench: Bench,
  command: string,
  name: string,
  kind: Subject["kind"],
  facts: EventFacts,
): Promise<Subject> {
  const { id, harness, places, runner, folder } = bench;
  const neutral = facts.event === "other" ? undefined : facts.event;
  const event = (neutral && harness.events[neutral]) ?? (facts.event === "other" ? facts.name : facts.event);
  const file = join(folder, `settings-${++files}.json`);
  const timeout = id === "gemini-cli" ? OWN_TIMEOUT_MS : OWN_TIMEOUT_MS / 1000;
  const hooks = { [event]: [{ matcher: "*", hooks: [{ type: "command", command, timeout }] }] };
  await writeFile(file, JSON.stringify({ ...(id === "copilot-cli" && { version: 1 }), hooks }));
  const bridge = await openBridge({
    ...common(places),
    harnesses: [id],
    runner,
    sources: [{ harness: id, scope: "extra", file, root: ["hooks"] }],
    bypassTrust: true,
  });
  const [registration] = bridge.loaded.registrations;
  if (registration?.handler.kind !== "command") {
    throw new Error(
      `${harness.label} could not be given a hook to measure: ${bridge.loaded.problems[0]?.says ?? "nothing was read"}.`,
    );
  }
  return {
    name,
    kind,
    command,
    timeoutMs: registration.handler.timeoutMs,
    place: undefined,
    once: () => firstRun(bridge, facts),
    instead: (text) => typedSubject(bench, text, name, kind, facts),
  };
}

let files = 0;

/** As our own entries have it. */
const OWN_TIMEOUT_MS = 5000;

function common(places: Places) {
  // The session that our own log leaves out.
  const session = { session: CANARY_SESSION, cwd: places.project, project: places.project };
  return { places, session, mode: "faithful" } as const;
}

async function firstRun(bridge: HookBridge, facts: EventFacts): Promise<HookRun | undefined> {
  const { hooks } = await bridge.fire(facts);
  return hooks.flatMap(({ runs }) => runs)[0];
}

export function harnessOf(id: DialectId): Harness {
  const harness = harnessById(id);
  if (harness === undefined) throw new Error(`There is no harness ${id}.`);
  return harness;
}
