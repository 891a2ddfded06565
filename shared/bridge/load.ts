/** Registrations out of settings files. A mistake costs what it stands in, and is never a reason to hold the rest open. */
import { harnessById, type Places } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import { type Path, type Position, readDocument } from "./document.ts";
import { readText } from "./files.ts";
import { type Entry, type Gate, gateOf, type SourceValue } from "./gates.ts";
import { handlerOf } from "./handlers.ts";
import { isObject, type JsonObject } from "./json.ts";
import { matcherOf } from "./match.ts";
import type {
  DialectId,
  Handler,
  HookSource,
  Inert,
  Loaded,
  MatcherText,
  Problem,
  Registration,
  SourceState,
} from "./registration.ts";
import { readTomlDocument } from "./toml.ts";

/** An event of this name stands for every event: what is in a file that cannot be read, nobody knows. */
const EVERY_EVENT = "*";

interface OpenFile {
  readonly source: HookSource;
  readonly value: JsonObject;
  readonly position: (path: Path) => Position;
  /** Why the harness drops the whole file. */
  readonly dropped: string | undefined;
}

type Opened =
  | { readonly kind: "file"; readonly file: OpenFile }
  | { readonly kind: "state"; readonly state: SourceState; readonly problem?: Problem };

/** Harnesses that do not start at all on a file that they cannot read. */
const STOPS: readonly DialectId[] = ["gemini-cli", "qwen-code"];
/** Harnesses that lose the whole file by one faulty entry. */
const ALL_OR_NOTHING: readonly DialectId[] = ["claude-code", "codex", "droid"];

export interface LoadOptions {
  /** Takes hooks that a person has not trusted yet as if they were: for trying them out. */
  readonly bypassTrust?: boolean;
}

/** Reads every source; never throws for what stands in a file. */
export async function loadHooks(
  sources: readonly HookSource[],
  places: Places,
  { bypassTrust = false }: LoadOptions = {},
): Promise<Loaded> {
  const registrations: Registration[] = [];
  const problems: Problem[] = [];
  const states: SourceState[] = [];
  const opened = await Promise.all(sources.map(open));
  const files = opened.flatMap((one) => (one.kind === "file" ? [one.file] : []));
  const gates = await gatesFor(files, places, bypassTrust);
  for (const [index, one] of opened.entries()) {
    if (one.kind === "state") {
      states.push(one.state);
      if (one.problem !== undefined) {
        problems.push(one.problem);
        registrations.push(closed(one.state.source, one.problem));
      }
      continue;
    }
    const read = new FileReader(one.file, gates.get(one.file.source.harness) ?? (() => undefined)).read();
    registrations.push(...read.registrations);
    problems.push(...read.problems);
    states.push({
      source: sources[index] as HookSource,
      state: one.file.dropped === undefined ? "read" : "dropped",
      registrations: read.registrations.length,
      says: one.file.dropped,
    });
  }
  const lost = problems.filter(({ costs }) => costs !== "note");
  const status = lost.some(({ costs }) => costs === "file") ? "refused" : lost.length > 0 ? "degraded" : "ok";
  return { registrations, problems, sources: states, status };
}

async function gatesFor(
  files: readonly OpenFile[],
  places: Places,
  bypassTrust: boolean,
): Promise<ReadonlyMap<DialectId, Gate>> {
  const ids = [...new Set(files.map(({ source }) => source.harness))];
  const gates = ids.map(async (id) => {
    const values: readonly SourceValue[] = files.filter(({ source }) => source.harness === id);
    const gate = await gateOf(id, places, values);
    const open: Gate = (entry) => {
      const inert = gate(entry);
      return bypassTrust && inert?.kind === "untrusted" ? undefined : inert;
    };
    return [id, open] as const;
  });
  return new Map(await Promise.all(gates));
}

async function open(source: HookSource): Promise<Opened> {
  const text = await readText(source.file);
  const state = (kind: SourceState["state"], says?: string): SourceState => ({
    source,
    state: kind,
    registrations: 0,
    says,
  });
  if (text.kind === "missing") return { kind: "state", state: state("missing") };
  const problem = (says: string, { line, column }: Position): Problem => ({
    harness: source.harness,
    file: source.file,
    line,
    column,
    says,
    costs: "file",
  });
  if (text.kind === "unreadable") {
    const says = `it cannot be read (${text.says})`;
    return {
      kind: "state",
      state: state("unreadable", says),
      problem: problem(says, { line: 1, column: 1 }),
    };
  }
  const form = harnessById(source.harness)?.form;
  const strict = { comments: false, trailingCommas: false, bom: false };
  const reading = source.file.endsWith(".toml")
    ? readTomlDocument(text.text)
    : readDocument(text.text, form?.kind === "json" ? form.tolerates : strict);
  if (reading.kind === "problem") {
    const kind = STOPS.includes(source.harness) ? "stops" : "dropped";
    return { kind: "state", state: state(kind, reading.says), problem: problem(reading.says, reading) };
  }
  const { document } = reading;
  if (!isObject(document.value)) {
    const says = "it does not hold an object";
    return { kind: "state", state: state("dropped", says), problem: problem(says, document.position([])) };
  }
  const file = { source, value: document.value, position: document.position };
  if (source.harness === "codex" && document.isTwice([], "hooks")) {
    return { kind: "file", file: { ...file, dropped: 'the key "hooks" stands twice' } };
  }
  return { kind: "file", file: { ...file, dropped: undefined } };
}

/** For a file that cannot be read: it may have held a guard of every event. */
function closed(source: HookSource, { says, line, column }: Problem): Registration {
  return {
    id: `${source.harness}:${source.file}`,
    source,
    place: { file: source.file, line, column },
    event: EVERY_EVENT,
    neutral: undefined,
    group: 0,
    position: 0,
    matcher: { kind: "every" },
    sequential: false,
    handler: { kind: "bad", says },
    inert: { kind: "fault", says },
  };
}

/** Reads the entries of one file. */
class FileReader {
  readonly #file: OpenFile;
  readonly #gate: Gate;
  readonly #problems: Problem[] = [];
  readonly #registrations: Registration[] = [];
  readonly #neutral: ReadonlyMap<string, HookEvent>;
  /** Why the harness loses everything in the file, or all of one event. */
  #lost: Inert | undefined;
  readonly #lostEvents = new Map<string, Inert>();
  /** An event, a group or a handler each, with all that is below it. */
  readonly #lostEntries: { readonly path: Path; readonly inert: Inert }[] = [];

  constructor(file: OpenFile, gate: Gate) {
    this.#file = file;
    this.#gate = gate;
    const events = harnessById(file.source.harness)?.events ?? {};
    this.#neutral = new Map(Object.entries(events).map(([neutral, own]) => [own, neutral as HookEvent]));
    if (file.dropped !== undefined) {
      this.#lost = { kind: "fault", says: file.dropped };
      this.#problem([], file.dropped, "file");
    }
  }

  read(): { readonly registrations: readonly Registration[]; readonly problems: readonly Problem[] } {
    this.#takeFaults();
    const { root } = this.#file.source;
    let events: unknown = this.#file.value;
    for (const key of root) events = isObject(events) ? events[key] : undefined;
    if (isObject(events)) {
      for (const [event, groups] of Object.entries(events)) {
        if (event !== "state" || !this.#file.source.file.endsWith(".toml")) this.#event(event, groups);
      }
    } else if (events !== undefined) {
      this.#bad(root, EVERY_EVENT, 0, 0, { kind: "every" }, '"hooks" is not an object');
    }
    return { registrations: this.#registrations, problems: this.#problems };
  }

  /** What the harness's own rules find: for most, one fault costs the file. */
  #takeFaults(): void {
    const { source, value } = this.#file;
    const isToml = source.file.endsWith(".toml");
    // Of a config.toml only the hooks are looked at here: its other keys are its own matter.
    const { state: _, ...events } = isObject(value.hooks) ? value.hooks : {};
    const judged = isToml ? { hooks: events } : value;
    for (const { path, says, loses } of harnessById(source.harness)?.faults(judged) ?? []) {
      const isSwitch = path[0] === "hooksConfig";
      const inert: Inert = { kind: isSwitch ? "off" : "fault", says };
      if (loses !== undefined) {
        const entry = entryOf(path, source.root);
        this.#lostEntries.push({ path: entry, inert });
        this.#problem(path, says, entry.length > source.root.length + 2 ? "entry" : "group");
        continue;
      }
      const all = ALL_OR_NOTHING.includes(source.harness);
      if (all || isSwitch) this.#lost ??= inert;
      else if (typeof path[1] === "string") this.#lostEvents.set(path[1], inert);
      this.#problem(path, says, all ? "file" : isSwitch ? "note" : "group");
    }
  }

  #event(event: string, groups: unknown): void {
    const { source } = this.#file;
    const path = [...source.root, event];
    if (!Array.isArray(groups)) {
      // An event that the harness does not know may hold anything.
      if (this.#neutral.has(event))
        this.#bad(path, event, 0, 0, { kind: "every" }, `"${event}" is not a list`);
      return;
    }
    groups.forEach((group: unknown, index) => {
      if (source.harness === "copilot-cli" && isObject(group) && !Array.isArray(group.hooks)) {
        this.#entry([...path, index], event, index, 0, group, group);
      } else this.#group([...path, index], event, index, group);
    });
  }

  #group(path: Path, event: string, index: number, group: unknown): void {
    if (!isObject(group)) {
      this.#bad(path, event, index, 0, { kind: "every" }, "a hook group is not an object");
      return;
    }
    if (!Array.isArray(group.hooks)) {
      const matcher = matcherOf(this.#file.source.harness, group.matcher);
      this.#bad(path, event, index, 0, matcher, 'a hook group has no list of "hooks"');
      return;
    }
    group.hooks.forEach((handler: unknown, position) => {
      this.#entry([...path, "hooks", position], event, index, position, group, handler);
    });
  }

  #entry(path: Path, event: string, group: number, position: number, holder: JsonObject, raw: unknown): void {
    const { source } = this.#file;
    const handler = handlerOf(source.harness, event, raw);
    const matcher = matcherOf(source.harness, holder.matcher);
    if (handler.kind === "bad") this.#problem(path, handler.says, "entry");
    if (matcher.kind === "bad") this.#problem([...path.slice(0, -2), "matcher"], matcher.says, "group");
    this.#add(path, event, group, position, matcher, handler, {
      sequential: holder.sequential === true && source.harness === "gemini-cli",
      inert: this.#inert(path, {
        source,
        event,
        group,
        position,
        matcher: typeof holder.matcher === "string" ? holder.matcher : undefined,
        handler: isObject(raw) ? raw : {},
      }),
    });
  }

  #bad(path: Path, event: string, group: number, position: number, matcher: MatcherText, says: string): void {
    this.#problem(path, says, "group");
    this.#add(
      path,
      event,
      group,
      position,
      matcher,
      { kind: "bad", says },
      {
        sequential: false,
        inert: this.#lost ?? { kind: "fault", says },
      },
    );
  }

  #inert(path: Path, entry: Entry): Inert | undefined {
    const lost = this.#lostEntries.find((one) => one.path.every((step, index) => path[index] === step));
    return this.#lost ?? lost?.inert ?? this.#lostEvents.get(entry.event) ?? this.#gate(entry);
  }

  #add(
    path: Path,
    event: string,
    group: number,
    position: number,
    matcher: MatcherText,
    handler: Handler,
    more: Pick<Registration, "sequential" | "inert">,
  ): void {
    const { source } = this.#file;
    this.#registrations.push({
      id: `${source.harness}:${source.file}:${event}:${group}:${position}`,
      source,
      place: { file: source.file, ...this.#file.position(path) },
      event,
      neutral: this.#neutral.get(event),
      group,
      position,
      matcher,
      handler,
      ...more,
    });
  }

  /** Once a place: the harness's rules and ours see the same mistake. */
  #problem(path: Path, says: string, costs: Problem["costs"]): void {
    const { source, position } = this.#file;
    const place = position(path);
    const known = this.#problems.some(({ line, column }) => line === place.line && column === place.column);
    if (!known) this.#problems.push({ harness: source.harness, file: source.file, ...place, says, costs });
  }
}

/** The event, group or handler that a fault is found in; a faulty matcher is its group's. */
function entryOf(path: Path, root: readonly string[]): Path {
  const group = root.length + 2;
  return path.slice(0, path.length > group && path[group] === "hooks" ? group + 2 : group);
}
