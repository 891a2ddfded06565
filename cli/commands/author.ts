/** What authors of hooks run: `hooks test`, `hooks pack`, `hooks publish`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { harmless, onPackages, textOption } from "../packages/command.ts";
import type { Packed } from "../packages/pack.ts";
import { type Trial, tryHook } from "../packages/trial.ts";
import { Trouble } from "../packages/trouble.ts";

type Work = (trial: Trial) => Promise<number>;

/** `hooks test [DIR]` */
export async function test(call: Call, context: Context): Promise<number> {
  return onHook("test", call, context, async ({ packed, cases, fuzzed, median }) => {
    context.out(
      `${packed.manifest.package} ${packed.manifest.version}: ${cases} cases and ${fuzzed} damaged inputs are right, ${median.toFixed(2)} ms a call.\n`,
    );
    return EXIT_OK;
  });
}

/** `hooks pack [DIR]` */
export async function pack(call: Call, context: Context): Promise<number> {
  return onHook("pack", call, context, async ({ packed }) => {
    const out = resolve(context.cwd, textOption(call, "out") ?? packed.name);
    await writeFile(out, packed.bytes);
    context.out(`${out}: ${packed.files.map(({ path }) => path).join(", ")}; ${packed.bytes.length} bytes\n`);
    return EXIT_OK;
  });
}

/** `hooks publish [DIR]`: through npm, which knows who you are. */
export async function publish(call: Call, context: Context): Promise<number> {
  return onHook("publish", call, context, async ({ packed }) => {
    const npm = Bun.which("npm", { PATH: context.env.PATH ?? "" });
    if (npm === null)
      throw new Trouble(
        "npm is not on your PATH, and it is what publishes",
        "Install it, or publish what `hooks pack` writes.",
      );
    const scratch = await mkdtemp(join(tmpdir(), "hooks-publish-"));
    try {
      const archive = join(scratch, packed.name);
      await writeFile(archive, packed.bytes);
      const registry = textOption(call, "registry");
      // Provenance is something that a CI with an identity can give, and nobody else.
      const isInCi = context.env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;
      const args = [
        ...["publish", archive, "--access", "public"],
        ...(registry === undefined ? [] : ["--registry", registry]),
        ...(call.options["dry-run"] === true ? ["--dry-run"] : []),
        ...(isInCi ? ["--provenance"] : []),
      ];
      const child = Bun.spawn([npm, ...args], {
        cwd: context.cwd,
        env: definedOnly(context.env),
        stdio: ["inherit", "pipe", "pipe"],
      });
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      if (code !== 0)
        throw new Trouble(
          `npm did not publish it:\n${harmless(`${out}${err}`).trim()}\n`,
          "Nothing was published.",
        );
      const done = call.options["dry-run"] === true ? "would be published" : "is published";
      context.out(`${packed.manifest.package} ${packed.manifest.version} ${done}.\n`);
      return EXIT_OK;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

async function onHook(verb: string, call: Call, context: Context, work: Work): Promise<number> {
  if (call.words.length > 1) {
    context.err(`hooks ${verb}: it takes one folder, got ${call.words.length}.\n`);
    return EXIT_USAGE;
  }
  return onPackages(verb, call, context, async () => {
    const self: readonly [string, ...string[]] =
      context.binary === undefined ? [Bun.argv[0] as string, Bun.main] : [context.binary];
    const trial = await tryHook(resolve(context.cwd, call.words[0] ?? "."), context, self);
    const faults = [...trial.faults, ...(await archiveFaults(trial.packed))];
    if (faults.length === 0) return work(trial);
    for (const fault of faults) context.err(`hooks ${verb}: ${harmless(fault)}\n`);
    return EXIT_FAILED;
  });
}

/** What publint has against the archive, and ranges that mean something in one workspace only. */
async function archiveFaults({ files }: Packed): Promise<readonly string[]> {
  const packageJson = files.find(({ path }) => path === "package.json");
  const text = new TextDecoder().decode(packageJson?.bytes);
  const faults = text.includes('"workspace:') ? ["package.json holds a workspace: range."] : [];
  const { messages } = await publint({
    strict: true,
    pkgDir: "/package",
    pack: { files: files.map(({ path, bytes }) => ({ name: `/package/${path}`, data: bytes })) },
  });
  const json: Record<string, unknown> = JSON.parse(text);
  return [
    ...faults,
    ...messages.map(
      (message) => `publint: ${formatMessage(message, json, { color: false }) ?? message.code}.`,
    ),
  ];
}

function definedOnly(env: Context["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
