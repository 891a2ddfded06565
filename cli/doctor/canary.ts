/** Sends a canary through each registered entry of ours, as the harness would: its shell, its payload, on stdin. */

import { bundledHooks } from "hooks:bundled";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Harness, Reply } from "@hasna/hooks-harness";
import { deadlineOf } from "../checks/timeouts.ts";
import { canaryPayload } from "./canary-payload.ts";
import { DESKTOP_PATH } from "./programs.ts";
import type { RawEntry } from "./raw-entries.ts";
import { type Ran, run } from "./running.ts";
import type { SettingsFile, Survey } from "./survey.ts";
import { isBeforeTools, watchedShells } from "./watching.ts";

/** Milliseconds for an entry whose harness or file sets no time-out. */
const OWN_LIMIT_MS = 5000;

/** How an entry is started. */
export type Surroundings = "usual" | "empty environment" | "hostile project";

/** One entry, one way of starting it, and what came of it. */
export interface Trial {
  readonly file: SettingsFile;
  readonly entry: RawEntry | undefined;
  readonly surroundings: Surroundings;
  /** The command that it must refuse; undefined where no hook of the entry refuses one. */
  readonly canary: string | undefined;
  /** What it answered to the canary, or to a harmless command. */
  readonly ran: Ran;
  /** What it answered to a command that concerns no guard. */
  readonly harmless: Ran;
  readonly limitMs: number;
  /** What a refusal looks like in this harness. */
  readonly refusal: Reply;
  /** Whether code of the hostile project was run. */
  readonly isTaken: boolean;
}

/** Every entry in every way of starting it, one after the other so that times mean something. */
export async function trials(survey: Survey): Promise<readonly Trial[]> {
  const found: Trial[] = [];
  const hostile = await hostileProject();
  try {
    for (const start of startsOf(survey)) {
      for (const surroundings of ["usual", "empty environment", "hostile project"] as const) {
        // Without PATH no shell finds a bare word; that is the check of the desktop's search path.
        if (surroundings === "empty environment" && start.isBare) continue;
        found.push(await trial(start, surroundings, hostile, survey));
      }
    }
  } finally {
    await rm(hostile, { recursive: true, force: true });
  }
  return found;
}

interface Start {
  readonly file: SettingsFile;
  readonly entry: RawEntry | undefined;
  readonly names: readonly string[];
  readonly event: string;
  readonly argv: readonly string[];
  readonly isBare: boolean;
  /** Variables that the harness's own plugin sets for the program. */
  readonly env: Readonly<Record<string, string>>;
}

function startsOf({ ours, files, context }: Survey): readonly Start[] {
  const starts: Start[] = [];
  for (const { file, entry } of ours) {
    const { own, args, command, event } = entry;
    if (own === undefined) continue;
    const argv =
      args.length > 0 ? [command, ...args] : [...shellOf(file.harness, context.env.SHELL), command];
    starts.push({ file, entry, names: own.names, event, argv, isBare: !own.program.includes("/"), env: {} });
  }
  for (const file of files) {
    if (file.generated === undefined) continue;
    const { harness } = file;
    const event = harness.events.PreToolUse ?? "PreToolUse";
    const base = { file, entry: undefined, names: file.generated, event };
    if (harness.id === "cline") {
      starts.push({ ...base, argv: ["/bin/sh", file.real], isBare: false, env: {} });
      continue;
    }
    const program = pluginProgram(file);
    if (program === undefined) continue;
    const argv = [program, "run", ...file.generated, "--harness", harness.id];
    const env = { BUN_OPTIONS: "", BUN_BE_BUN: "", BUN_INSPECT: "" };
    starts.push({ ...base, argv, isBare: !program.includes("/"), env });
  }
  return starts;
}

/** The program that a generated plugin starts. */
function pluginProgram({ body }: SettingsFile): string | undefined {
  const [, text] = /^const program = (".*");$/m.exec(body) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as string);
}

/** The words in front of a command, as each harness hands it to a shell (measured; `sh -c` where nobody could). */
function shellOf({ id }: Harness, login: string | undefined): readonly string[] {
  switch (id) {
    case "codex":
    case "codewith":
      return [login?.startsWith("/") ? login : "/bin/sh", "-c"];
    case "gemini-cli":
    case "qwen-code":
      return ["/bin/bash", "-c"];
    case "copilot-cli":
    case "vs-code":
      return ["/bin/bash", "--norc", "--noprofile", "-c"];
    default:
      return ["/bin/sh", "-c"];
  }
}

/** A deny as this harness is told it, for its form alone. */
function sampleRefusal(harness: Harness): Reply {
  const verdict = { kind: "deny", rule: "canary/canary", reason: "r.", next: "n.", spans: [] } as const;
  return harness.encode(verdict, "PreToolUse", { command: "x" });
}

async function trial(
  start: Start,
  surroundings: Surroundings,
  hostile: string,
  survey: Survey,
): Promise<Trial> {
  const { file, entry, event, names } = start;
  const { harness } = file;
  const isAsked =
    isBeforeTools(harness, event) && (entry === undefined || watchedShells({ file, entry }).length > 0);
  const canary = isAsked
    ? bundledHooks.find(({ name, hook }) => names.includes(name) && hook.canary !== undefined)?.hook.canary
    : undefined;
  const limitMs = (entry && deadlineOf(harness, entry.handler)) ?? OWN_LIMIT_MS;
  const cwd = surroundings === "hostile project" ? hostile : survey.context.cwd;
  const env = environment(start, surroundings, hostile, survey);
  const send = (command: string) =>
    run(start.argv, {
      cwd,
      env,
      stdin: JSON.stringify(canaryPayload(harness, event, command, cwd)),
      limitMs: Math.min(limitMs, 2 * OWN_LIMIT_MS),
    });
  const ran = await send(canary ?? "true");
  const harmless = await send("true");
  const isTaken = (await stat(join(hostile, MARK)).catch(() => undefined)) !== undefined;
  await rm(join(hostile, MARK), { force: true });
  return {
    file,
    entry,
    surroundings,
    canary,
    ran,
    harmless,
    limitMs,
    refusal: sampleRefusal(harness),
    isTaken,
  };
}

function environment(
  { env: added, isBare }: Start,
  surroundings: Surroundings,
  hostile: string,
  { context }: Survey,
): Readonly<Record<string, string>> {
  const usual = Object.fromEntries(
    Object.entries(context.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  switch (surroundings) {
    case "usual":
      return { ...usual, ...added };
    case "empty environment":
      return { ...added };
    case "hostile project":
      // A shared file's bare word cannot switch variables off; the check of Bun's variables tells when one is set.
      return isBare
        ? { ...usual, PATH: usual.PATH ?? DESKTOP_PATH, ...added }
        : { ...usual, BUN_OPTIONS: `--preload=${join(hostile, "evil.ts")}`, BUN_BE_BUN: "1", ...added };
  }
}

const MARK = "was-here";

/** A project whose files would take a careless program over. */
async function hostileProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hooks-doctor-"));
  const files: Readonly<Record<string, string>> = {
    ".env": "HOME=/nonexistent\nPATH=/nonexistent\nBUN_OPTIONS=--preload=./evil.ts\nBUN_BE_BUN=1\n",
    "bunfig.toml": 'preload = ["./evil.ts"]\n',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.ts"] } } }\n',
    "package.json": '{ "name": "x", "imports": { "#*": "./evil.ts" }, "main": "./evil.ts" }\n',
    "evil.ts": `require("node:fs").writeFileSync(${JSON.stringify(join(folder, MARK))}, ""); throw 0;\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** What is wrong with an answer to a canary; undefined when it is a refusal in the form of its harness. */
export function refusalFault({
  ran,
  refusal,
  file,
}: Pick<Trial, "ran" | "refusal" | "file">): string | undefined {
  // Cline reads JSON whatever the exit code, and the script that it starts ends with 0.
  const code =
    file.harness.id === "cline" || ran.exitCode === refusal.exitCode
      ? undefined
      : `it ended with ${ran.exitCode} and not ${refusal.exitCode}`;
  if (refusal.stdout.trim() === "") {
    return code ?? (ran.stderr.trim() === "" ? "it gave no reason on stderr" : undefined);
  }
  const text = ran.stdout.trim();
  if (text === "") return code ?? "it said nothing";
  try {
    const said = Object.keys(JSON.parse(text) as object);
    const wanted = Object.keys(JSON.parse(refusal.stdout) as object);
    const isSame = wanted.every((key) => said.includes(key)) && wanted.length === said.length;
    return code ?? (isSame ? undefined : `it answered ${text.slice(0, 80)}`);
  } catch {
    return undefined;
  }
}

/** Text around the answer, by which some harnesses lose it. */
export function noise({ ran }: Pick<Trial, "ran">): string | undefined {
  const text = ran.stdout.trim();
  if (text === "" || text.startsWith("{")) {
    try {
      if (text !== "") JSON.parse(text);
      return undefined;
    } catch {
      return text;
    }
  }
  return text;
}
