/** Runs a real client against a stand-in model and watches what becomes of the calls that the model makes. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LiveClient, type Reply, serveModel } from "@hasna/hooks-live";
import type { Stage } from "./registration.ts";

/** Longer than a client takes on a busy machine (23 s for fifteen calls), shorter than a person's patience. */
const LIMIT_MS = 120_000;
const LAST_WORDS_MS = 1500;

/** One call of the model. */
export interface Act {
  readonly command: string;
  /** What the model was told; undefined when the client ended before it said anything. */
  readonly reply: Reply | undefined;
  /** What is left of the witness afterwards: in its place, elsewhere in the home folder as it was, or not at all. */
  readonly witness: "in place" | "kept" | "gone";
}

export interface Watched {
  readonly acts: readonly Act[];
  /** What the client printed, for people to see why it ended early. */
  readonly printed: string;
  readonly exitCode: number | undefined;
}

/** The file that a command deletes, by its folder in the project. */
export const WITNESS = "hooks-doctor-live";
const WORDS = "Written by hooks doctor --live, to see what becomes of it.\n";

/** A home folder with a project in it; `remove` takes it away. */
export async function makeStage(): Promise<Stage & { readonly remove: () => Promise<void> }> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "hooks-live-")));
  const project = join(home, "project");
  await mkdir(join(project, WITNESS), { recursive: true });
  await mkdir(join(home, "tmp"));
  await writeFile(join(project, WITNESS, "witness.txt"), WORDS);
  return { home, project, remove: () => rm(home, { recursive: true, force: true }) };
}

/** `program` is the client's, `path` the search path that it gets. */
export async function watch(
  client: LiveClient,
  program: string,
  path: string,
  commands: readonly string[],
  { home, project }: Stage,
): Promise<Watched> {
  const acts: Act[] = [];
  const seen: Promise<void>[] = [];
  const model = serveModel(client.wire, commands, (number, reply) => {
    const at = { command: commands[number] ?? "", reply };
    seen.push(witnessIn(home, project).then((witness) => void acts.push({ ...at, witness })));
  });
  try {
    const { args, env, before } = client.start({ home, project, path, model: model.url, allowShell: true });
    for (const [name, text] of Object.entries(before ?? {})) await writeFile(join(home, name), text);
    const child = Bun.spawn([program, ...args], {
      cwd: project,
      env: { ...env, ...NO_WAY_OUT },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true,
    });
    // What the client leaves running holds the pipes: it goes with its whole group.
    const killAll = (): void => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It is gone already.
      }
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killAll();
    }, LIMIT_MS);
    void child.exited.then(() => Bun.sleep(LAST_WORDS_MS)).then(killAll);
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    clearTimeout(timer);
    killAll();
    await Promise.all(seen);
    const witness = await witnessIn(home, project);
    for (const command of commands.slice(acts.length)) acts.push({ command, reply: undefined, witness });
    return { acts, printed: `${out}${err}`.trim(), exitCode: isLate ? undefined : code };
  } finally {
    await model.stop();
  }
}

/** A client that wants to reach anything but this machine meets a port where nobody listens. */
const NO_WAY_OUT = {
  HTTPS_PROXY: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
};

async function witnessIn(home: string, project: string): Promise<Act["witness"]> {
  if ((await textOf(join(project, WITNESS, "witness.txt"))) === WORDS) return "in place";
  for await (const name of new Bun.Glob("**/witness.txt").scan({ cwd: home, dot: true })) {
    if ((await textOf(join(home, name))) === WORDS) return "kept";
  }
  return "gone";
}

async function textOf(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined);
}
