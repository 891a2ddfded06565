/** Hooks of packages as `hooks run` sees them: each call starts a process of our own program for each hook, all at once. */
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { hookId, type Manifest } from "@hasna/hooks-catalog";
import type { Hook, HookEvent, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { createRunner, type EnvPolicy, type Runner } from "@hasna/hooks-runner";
import { readLockFile } from "../packages/lock-file.ts";
import { type StoredPackage, stored } from "../packages/store.ts";
import { readAnswer } from "./answer.ts";
import type { ChildAnswer, ChildRequest } from "./exchange.ts";
import { bundleOf } from "./made.ts";

/** What the running program knows of itself. */
export interface Ground {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  /** How this program is started again: the binary, or Bun and the main file. */
  readonly self: readonly [string, ...string[]];
  /** Milliseconds since this process began. */
  readonly now: () => number;
}

/**
 * Milliseconds from the start of `hooks run` to the end of the last hook: below the four seconds after which the main file
 * refuses the whole call, which is below the five that harnesses wait for our entries.
 */
const WHOLE_MS = 3500;
/** Nothing starts in less than this; a hook that has no more time left has failed. */
const LEAST_MS = 50;

/** What a hook's process gets of the environment: enough to find programs and to say what language the user reads. */
const PASSED_ON = /^(PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR)$/;
/** The environment of a hook's process. */
export const scrubbed: EnvPolicy = {
  drops: (name) => (PASSED_ON.test(name) ? undefined : "policy"),
  overrides: { NO_COLOR: "1", TERM: "dumb" },
};

/**
 * The packages behind these ids, by id; one that no lock holds is left out. The user's lock goes before the project's: a
 * project must not bring an older version of a guard that the user has everywhere.
 */
export async function packagedHooks(
  ids: readonly string[],
  ground: Ground,
): Promise<ReadonlyMap<string, Hook>> {
  const found = new Map<string, Hook>();
  const home = ground.env.HOME?.startsWith("/") ? ground.env.HOME : undefined;
  if (home === undefined) return found;
  const together = new Together(ground);
  for (const place of locks(ground.cwd)) {
    const { lock, state } = await readLockFile(place.scope, { home, cwd: place.cwd }).catch(broken);
    for (const [name, { integrity, version }] of Object.entries(lock?.hooks ?? {})) {
      const id = hookId({ package: name });
      if (state === undefined || !ids.includes(id) || found.has(id)) continue;
      const one = await stored(state, integrity).catch(() => undefined);
      const whole = one?.manifest.package === name ? one : undefined;
      found.set(id, whole === undefined ? lost(id, version) : together.add(id, whole, state));
    }
    if (ids.every((id) => found.has(id))) break;
  }
  return found;
}

/** A lock that cannot be read holds nothing; what it should hold is missing, and that is said. */
function broken(): { readonly lock?: never; readonly state?: never } {
  return {};
}

function* locks(cwd: string): Generator<{ readonly scope: "user" | "project"; readonly cwd: string }> {
  yield { scope: "user", cwd: "/" };
  let folder = cwd;
  for (;;) {
    yield { scope: "project", cwd: folder };
    const above = dirname(folder);
    if (above === folder) return;
    folder = above;
  }
}

/** In the place of a package whose bytes are not those of the lock: what it would have guarded is not known. */
function lost(id: string, version: string): Hook {
  const verdict: Verdict = {
    kind: "deny",
    rule: `${id}/not-whole`,
    reason: `${id} ${version} is registered, and its files are missing or were changed since they were installed.`,
    next: "Tell the user to run `hooks audit`, and `hooks install` or `hooks uninstall` for it.",
    spans: [],
  };
  return hookOf(id, { PreToolUse: "" }, "guard", false, () => verdict);
}

function hookOf(
  name: string,
  events: Manifest["events"],
  kind: Hook["kind"],
  rewritesInput: boolean,
  run: Hook["run"],
): Hook {
  return {
    name,
    summary: "",
    events: Object.keys(events) as HookEvent[],
    matcher: "",
    kind,
    rewritesInput,
    // Its quick check lies in its own code, which is not run here.
    couldOwn: () => true,
    run: (input, world) => (watches(events[input.event], input.tool) ? run(input, world) : { kind: "none" }),
  };
}

function watches(matcher: string | undefined, tool: string): boolean {
  return matcher !== undefined && (matcher === "" || matcher.split("|").includes(tool));
}

interface Member {
  readonly id: string;
  readonly one: StoredPackage;
  readonly state: string;
}

/** The packages of one entry: the first that is asked starts them all, so that the slowest alone decides how long it takes. */
class Together {
  readonly #ground: Ground;
  readonly #members: Member[] = [];
  readonly #started = new Map<string, Promise<Verdict>>();
  #runner: Runner | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  add(id: string, one: StoredPackage, state: string): Hook {
    const member: Member = { id, one, state };
    this.#members.push(member);
    const { events, onFailure, rewritesInput } = one.manifest;
    const kind = onFailure === "pass" ? "helper" : "guard";
    return hookOf(id, events, kind, rewritesInput, (input, world) => {
      for (const other of this.#members) {
        if (watches(other.one.manifest.events[input.event], input.tool)) this.#start(other, input, world);
      }
      return this.#start(member, input, world);
    });
  }

  #start(member: Member, input: HookInput, world: World): Promise<Verdict> {
    const known = this.#started.get(member.id);
    if (known !== undefined) return known;
    const verdict = this.#verdict(member, input, world).catch((error) =>
      failed(
        member,
        error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "it could not be run",
      ),
    );
    this.#started.set(member.id, verdict);
    return verdict;
  }

  async #verdict(member: Member, input: HookInput, world: World): Promise<Verdict> {
    const { one, state, id } = member;
    const { file: bundle, reach } = await bundleOf(one, state, this.#ground.version);
    const left = WHOLE_MS - this.#ground.now();
    const timeoutMs = Math.min(one.manifest.timeout * 1000, left);
    if (timeoutMs < LEAST_MS) return failed(member, "there was no time left for it");
    const mark = randomUUID();
    const request: ChildRequest = {
      bundle,
      mark,
      input,
      capabilities: one.manifest.capabilities,
      reach,
      home: world.home,
      user: world.user,
      path: world.path.join(":"),
      ownFolder: world.ownFolder,
      settings: world.settings,
    };
    this.#runner ??= createRunner({ cwd: "/", environment: scrubbed, ambient: this.#ground.env });
    const [program, ...args] = this.#ground.self;
    const outcome = await this.#runner.run(
      this.#runner.resolve({
        kind: "trusted",
        command: program,
        args: [...args, "isolated"],
        stdin: JSON.stringify(request),
        timeoutMs,
        leftovers: "kill",
        limits: { stdoutBytes: 1_000_000, stderrBytes: 4000, spillBytes: 0, graceMs: 0, drainMs: 100 },
      }),
    );
    if (outcome.cause === "timeout") return failed(member, `it took longer than ${Math.round(timeoutMs)} ms`);
    const answer = answerIn(outcome.stdout.text, mark);
    if (answer === undefined) {
      const how = outcome.signal ?? outcome.exitCode ?? outcome.cause;
      return failed(member, `its process ended (${how}) without an answer`);
    }
    if (answer.fault !== undefined) return failed(member, `it failed inside (${answer.fault})`);
    const checked = readAnswer(answer.verdict, input, { id, rewritesInput: one.manifest.rewritesInput });
    return checked.kind === "verdict" ? checked.verdict : failed(member, checked.says);
  }
}

/** What stands behind the last mark; undefined for a process that did not come so far. */
export function answerIn(printed: string, mark: string): ChildAnswer | undefined {
  const at = printed.lastIndexOf(`\n${mark}`);
  if (at === -1) return undefined;
  const line = printed.slice(at + 1 + mark.length).split("\n", 1)[0] ?? "";
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as ChildAnswer) : undefined;
  } catch {
    return undefined;
  }
}

/** What the package's manifest wants in the place of a verdict that did not come. */
function failed({ id, one }: Member, says: string): Verdict {
  const { onFailure } = one.manifest;
  if (onFailure === "pass") return { kind: "none" };
  return {
    kind: onFailure,
    rule: `${id}/cannot-judge`,
    reason: `${id} could not judge this call: ${says}.`,
    next:
      onFailure === "deny"
        ? "Try the call again; if this repeats, tell the user to run `hooks audit` or `hooks uninstall` for it."
        : "Decide whether the call may run; if this repeats, `hooks uninstall` takes the hook out.",
    spans: [],
  };
}
