/**
 * `bun run e2e:registry`: everything is published to a real registry on loopback, and a user with an empty home installs,
 * updates and goes back. In the same sandbox as the clients: nothing but loopback can be reached.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cacheFolder, installed } from "../cache.ts";
import { runSealed, sandboxProblem } from "../sandbox.ts";
import { type Registry, startVerdaccio, verdaccio } from "./verdaccio.ts";

let failed = 0;
const root = resolve(import.meta.dir, "../../..");
const sealed = process.argv[2] === "--sealed" ? process.argv[3] : undefined;
process.exitCode = sealed === undefined ? await prepare() : await play(sealed);

async function prepare(): Promise<number> {
  if (!existsSync(join(root, "dist/hooks"))) {
    console.error("dist/hooks is not there. Run `bun run build` first.");
    return 1;
  }
  const problem = await sandboxProblem();
  if (problem !== undefined) {
    console.error(`No sandbox for the registry: ${problem}.`);
    return 1;
  }
  const program = await installed(verdaccio, cacheFolder(process.env));
  const env = { HOME: "/nonexistent", PATH: process.env.PATH ?? "", TMPDIR: process.env.TMPDIR ?? "/tmp" };
  return runSealed([process.execPath, import.meta.path, "--sealed", program], env);
}

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
  stdin = "",
): Promise<Said> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: new TextEncoder().encode(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
}

function check(what: string, isRight: boolean, seen: unknown): void {
  console.log(`  ${isRight ? "ok  " : "FAIL"}  ${what}`);
  if (isRight) return;
  failed += 1;
  console.log(`          ${JSON.stringify(seen).slice(0, 3000)}`);
}

async function play(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-registry-"));
  console.log(`verdaccio ${verdaccio.version}`);
  let registry: Registry | undefined;
  try {
    registry = await startVerdaccio(program, join(folder, "registry"));
    await scenario(registry, folder);
  } finally {
    registry?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${failed === 0 ? "registry: passed" : `registry: ${failed} failed`}`);
  return failed === 0 ? 0 : 1;
}

async function scenario(registry: Registry, folder: string): Promise<void> {
  const release = join(folder, "release");
  const script = [process.execPath, join(root, "scripts/release.ts")];
  const packed = await run([...script, "pack", release], registry.publisher, root);
  check("every package is packed", packed.code === 0, packed);
  const published = await run([...script, "publish", release], registry.publisher, root);
  check("and published", published.code === 0 && published.out.includes("@hasna/hooks 0"), published);
  const again = await run([...script, "publish", release], registry.publisher, root);
  check("publishing again changes nothing", again.code === 0 && !again.out.includes("is published"), again);

  const home = emptyHome(folder, "user", registry);
  const user = { HOME: home, SHELL: "/bin/dash", BUN_INSTALL_CACHE_DIR: join(home, ".bun-cache") };
  const project = join(home, "project");
  mkdirSync(join(project, "build"), { recursive: true });
  const installing = await run(
    [process.execPath, "x", "@hasna/hooks", "install", "trash-guard"],
    user,
    project,
  );
  check("bunx @hasna/hooks install trash-guard", installing.code === 0, installing);
  const command = registered(home, "trash-guard");
  const rewritten = await run(["sh", "-c", command], user, project, event("rm -rf build", project));
  check("the harness's event is rewritten to the trash", rewritten.out.includes("trash guard"), rewritten);

  const hooks = join(home, ".hasna/hooks/bin/hooks");
  await publishHook(registry, folder, "1.0.0", "one");
  const unasked = await run([hooks, "install", "@acme/hook-x"], user, project);
  check("a package is not installed unasked", unasked.code === 1 && !locked(home), unasked);
  const asked = await run([hooks, "install", "@acme/hook-x", "--yes"], user, project);
  check("it is with --yes", asked.code === 0 && locked(home), asked);
  const heard = async (what: string, wanted: string): Promise<void> => {
    const answer = await run(
      ["sh", "-c", registered(home, "@acme/hook-x")],
      user,
      project,
      event("x-marks", project),
    );
    check(what, answer.out.includes(`This is ${wanted}.`), answer);
  };
  await heard("version 1.0.0 answers", "one");
  await publishHook(registry, folder, "1.1.0", "two");
  const outdated = await run([hooks, "outdated"], user, project);
  check("hooks outdated shows the new version", outdated.out.includes("1.1.0"), outdated);
  const update = await run([hooks, "update"], user, project);
  check("hooks update shows what changed", update.code === 0 && update.out.includes("Says two"), update);
  await heard("version 1.1.0 answers", "two");
  const back = await run([hooks, "update", "--rollback"], user, project);
  check("hooks update --rollback", back.code === 0, back);
  await heard("version 1.0.0 answers again", "one");
  const audit = await run([hooks, "audit"], user, project);
  check("hooks audit finds nothing", audit.code === 0, audit);

  await publishHook(registry, folder, "1.2.0", "three");
  const tarball = join(registry.storage, "@acme/hook-x/hook-x-1.2.0.tgz");
  const bytes = readFileSync(tarball);
  writeFileSync(tarball, Buffer.concat([bytes, Buffer.from([0])]));
  const other = emptyHome(folder, "other", registry);
  const tampered = await run(
    [hooks, "install", "@acme/hook-x@1.2.0", "--yes"],
    { ...user, HOME: other },
    other,
  );
  check(
    "a tampered tarball is refused",
    tampered.code === 1 && tampered.err.includes("is not what it should be"),
    tampered,
  );
  check(
    "and nothing of it is registered",
    !locked(other) && !existsSync(join(other, ".claude/settings.json")),
    other,
  );
}

function emptyHome(folder: string, name: string, { url }: Registry): string {
  const home = join(folder, name);
  mkdirSync(home);
  writeFileSync(join(home, ".npmrc"), `registry=${url}\n`);
  return home;
}

/** The registered command that runs this hook: hooks with other matchers have entries of their own. */
function registered(home: string, hook: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  const entries: readonly { readonly hooks: readonly { readonly command: string }[] }[] = hooks.PreToolUse;
  const commands = entries.flatMap((entry) => entry.hooks.map(({ command }) => command));
  const command = commands.find((each) => each.includes(hook));
  if (command === undefined) throw new Error(`no entry of ${home}/.claude/settings.json runs ${hook}`);
  return command;
}

function locked(home: string): boolean {
  const path = join(home, ".hasna/hooks/hooks.lock");
  return existsSync(path) && readFileSync(path, "utf8").includes("@acme/hook-x");
}

function event(command: string, cwd: string): string {
  const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: "t" };
  return JSON.stringify({
    session_id: "s",
    cwd,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    ...call,
  });
}

/** A hook of somebody else's, published with npm as anybody would. */
async function publishHook(registry: Registry, folder: string, version: string, says: string): Promise<void> {
  const at = join(folder, `hook-x-${version}`);
  mkdirSync(at);
  const verdict = {
    kind: "deny",
    rule: "x/marked",
    reason: `This is ${says}.`,
    next: "Say something else.",
    spans: [],
  };
  const body = `i.toolInput.command === "x-marks" ? ${JSON.stringify(verdict)} : { kind: "none" }`;
  writeFileSync(join(at, "hook.js"), `export const hook = { run: (i) => ${body} };\n`);
  writeFileSync(join(at, "README.md"), "# x\n\nRefuses x-marks.\n");
  writeFileSync(
    join(at, "CHANGELOG.md"),
    `# x\n\n## ${version}\n\n- Says ${says}\n\n## 1.0.0\n\n- Says one\n`,
  );
  const hook = {
    manifest: 1,
    name: "x",
    summary: "Refuses x-marks",
    kind: "guard",
    events: { PreToolUse: "Bash" },
    rewritesInput: false,
    onFailure: "deny",
    engine: ">=0.1.0",
    capabilities: [],
  };
  const json = { name: "@acme/hook-x", version, keywords: ["hasna-hook"], exports: "./hook.js", hook };
  writeFileSync(join(at, "package.json"), JSON.stringify(json));
  const done = await run(["npm", "publish", at, "--access", "public"], registry.publisher, at);
  check(`@acme/hook-x ${version} is published`, done.code === 0, done);
}
