/** Which commands a bench measures. */
import { bundledHooks } from "hooks:bundled";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EventFacts, Registration } from "@hasna/hooks-bridge";
import type { Context } from "../context.ts";
import { type Ownership, ours } from "../settings/entries.ts";
import { ownCommand, quote } from "../settings/own-command.ts";
import type { BenchRequest } from "./request.ts";
import { type Bench, installedSubject, openInstalled, type Subject, typedSubject } from "./subject.ts";

interface Chosen {
  readonly subjects: readonly Subject[];
  readonly unmeasured: readonly { readonly name: string; readonly says: string }[];
}

/** Everything that the settings register for this event and call, foreign hooks included. */
export async function installedSubjects(
  bench: Bench,
  facts: EventFacts,
  ownership: Ownership,
): Promise<Chosen> {
  const bridge = await openInstalled(bench);
  const subjects: Subject[] = [];
  const unmeasured: { readonly name: string; readonly says: string }[] = [];
  for (const { registration, state, why } of bridge.match(facts)) {
    const own = ownOf(registration, ownership);
    const name = own === undefined ? nameOf(registration) : own;
    if (state !== "listed") {
      // What another matcher keeps away costs this call nothing.
      if (state !== "passed-over" || registration.inert !== undefined) unmeasured.push({ name, says: why });
      continue;
    }
    const { handler } = registration;
    if (handler.kind !== "command") {
      unmeasured.push({
        name,
        says: `it is of the kind ${handler.kind === "other" ? handler.type : "unknown"}, which is no program`,
      });
      continue;
    }
    if (handler.detached) {
      unmeasured.push({ name, says: "the harness does not wait for it" });
      continue;
    }
    const subject = await installedSubject(
      bench,
      registration,
      name,
      own === undefined ? "foreign" : "ours",
      facts,
    );
    if (subject !== undefined) subjects.push(subject);
  }
  return { subjects, unmeasured };
}

function ownOf({ handler }: Registration, ownership: Ownership): string | undefined {
  if (handler.kind !== "command") return undefined;
  return ours([handler.command, ...(handler.args ?? [])], ownership)?.names.join(" ");
}

function nameOf({ handler }: Registration): string {
  if (handler.kind !== "command") return handler.kind === "other" ? handler.type : "unreadable entry";
  return [handler.command, ...(handler.args ?? [])].join(" ");
}

/** Hooks of ours, whether installed or not: on a call that concerns none, and on one that each refuses. */
export async function namedSubjects(
  bench: Bench,
  facts: EventFacts,
  { names, isCommandGiven }: BenchRequest,
  context: Context,
): Promise<readonly Subject[]> {
  const program = programOf(context);
  const subjects: Subject[] = [];
  for (const name of names) {
    const found = bundledHooks.find((one) => one.name === name);
    if (found === undefined) continue;
    const command = commandOf(program, name, bench.harness.id);
    const { canary } = found.hook;
    if (isCommandGiven || canary === undefined || facts.event !== "PreToolUse") {
      subjects.push(await typedSubject(bench, command, name, "ours", facts));
      continue;
    }
    subjects.push(
      await typedSubject(bench, command, `${name}, nothing to say`, "ours", facts),
      await typedSubject(bench, command, `${name}, refusing`, "ours", {
        ...facts,
        input: { command: canary },
      }),
    );
  }
  return subjects;
}

/** The running program, or this source started with Bun. */
function programOf({ binary }: Context): readonly string[] {
  return binary === undefined ? [process.execPath, Bun.main] : [binary];
}

function commandOf(program: readonly string[], name: string, harness: string): string {
  const [file = "", ...rest] = program;
  if (rest.length === 0) return ownCommand(file, [name], harness);
  return `cd /; ${[...program.map(quote), "run", name, "--harness", harness].join(" ")}`;
}

/** Programs that do nothing: what no hook can be faster than. */
export async function baselines(
  bench: Bench,
  facts: EventFacts,
  { binary }: Context,
): Promise<readonly Subject[]> {
  const empty = await typedSubject(bench, "true", "an empty command in the same shell", "baseline", facts);
  if (binary === undefined) return [empty];
  const program = await emptyProgram(binary, bench.folder);
  if (program === undefined) return [empty];
  const command = `BUN_OPTIONS= BUN_INSPECT= BUN_BE_BUN= ${quote(program)}`;
  return [empty, await typedSubject(bench, command, "an empty program on our runtime", "baseline", facts)];
}

const COMPILE_MS = 60_000;

/** As our own program is built. */
const COMPILE = [
  "build",
  "--compile",
  "--bytecode",
  "--minify",
  "--format=esm",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/** A program of nothing, compiled by the compiler that our own program carries; undefined where that fails. */
async function emptyProgram(binary: string, folder: string): Promise<string | undefined> {
  const source = join(folder, "empty.ts");
  const program = join(folder, "empty");
  if (await Bun.file(program).exists()) return program;
  await writeFile(source, "export {};\n");
  const compiler = Bun.spawn([binary, ...COMPILE, source, "--outfile", program], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", BUN_BE_BUN: "1" },
    stdio: ["ignore", "ignore", "ignore"],
    timeout: COMPILE_MS,
  });
  return (await compiler.exited) === 0 && (await Bun.file(program).exists()) ? program : undefined;
}
