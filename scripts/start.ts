/**
 * `npm start`: the main job on a real command, in a throw-away home. Everything shown is what the real programs in
 * dist/ printed and did; the harness's part (start the hook with the event, run what it answers) is played here.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { differences, treeOf } from "./e2e/tree.ts";

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** What Claude Code reads of a hook's answer to PreToolUse. */
interface Answer {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: { readonly command?: string };
}

const dist = resolve(import.meta.dir, "../dist");
const colour =
  process.env.FORCE_COLOR === "1" || (process.stdout.isTTY && process.env.NO_COLOR === undefined);
const bold = (text: string): string => (colour ? `\x1b[1m${text}\x1b[0m` : text);
const dim = (text: string): string => (colour ? `\x1b[2m${text}\x1b[0m` : text);

// The real path: the hook resolves links, and its words would not match ours.
const home = realpathSync(mkdtempSync(join(tmpdir(), "hooks-start-")));
const project = join(home, "project");
const env = { HOME: home, PATH: `${dist}:/usr/local/bin:/usr/bin:/bin`, LANG: "C.UTF-8" };

try {
  await show();
} catch (error) {
  console.error(`\nThis is not how it should be: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function show(): Promise<void> {
  if (!existsSync(join(dist, "hooks"))) throw new Error("dist/hooks is missing; run `bun run build` first");
  for (const [name, text] of [
    ["build/app.js", "console.log('built');\n"],
    ["build/assets/logo.svg", "<svg/>\n"],
    ["notes.md", "# Notes\n"],
  ] as const) {
    mkdirSync(join(project, name, ".."), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  say(`Everything below happens in a throw-away home, shown as ~. Your own files are not touched.`);

  title("Install the hook");
  await shown("hooks install trash-guard");
  const command = registeredCommand();

  title("The agent wants to run: rm -rf build");
  const before = treeOf(home, ["project"]);
  const answer = await ask(command, "rm -rf build");
  const rewritten = answer.updatedInput?.command;
  if (rewritten === undefined) throw new Error("the hook did not rewrite the command");
  label("so the harness runs");
  await shown(rewritten);
  if (existsSync(join(project, "build"))) throw new Error("build is still there");

  title("The folder is gone from the project and kept in the trash");
  await shown("ls");
  await shown("trash list");

  title("Bring it back");
  await shown("trash undo");
  const lost = differences(before, treeOf(home, ["project"]));
  if (lost.length > 0) throw new Error(lost.join("; "));
  say(`Every file of the project is as it was, byte for byte.`);

  title("The agent wants to run: rm -rf ~");
  const refusal = await ask(command, "rm -rf ~");
  if (refusal.permissionDecision !== "deny") throw new Error("the hook did not refuse");
  label("nothing runs, and the agent reads");
  quote(refusal.permissionDecisionReason ?? "");
  const touched = differences(before, treeOf(home, ["project"]));
  if (touched.length > 0) throw new Error(touched.join("; "));

  title("For real");
  say(`See the plan first:            ./dist/hooks install trash-guard --dry-run
Install it:                    ./dist/hooks install trash-guard
The same, once it is on npm:   bunx @hasna/hooks install trash-guard
Bring back the last delete:    ~/.hasna/hooks/bin/trash undo
Take the hook out again:       ./dist/hooks uninstall trash-guard`);
}

/** The command that install wrote into the settings file, as a harness reads it. */
function registeredCommand(): string {
  const file = join(home, ".claude/settings.json");
  const settings: { hooks?: { PreToolUse?: { hooks?: { command?: string }[] }[] } } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const command = settings.hooks?.PreToolUse?.[0]?.hooks?.[0]?.command;
  if (command === undefined) throw new Error(`${file} has no PreToolUse hook`);
  return command;
}

/** Starts the registered hook as a harness does: through a shell, with the event as JSON on standard input. */
async function ask(hook: string, command: string): Promise<Answer> {
  const event = {
    session_id: "demo",
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "Clean up" },
  };
  label("the harness sends to the hook");
  quote(JSON.stringify(event), dim);
  const { out, err, code } = await run(hook, JSON.stringify(event));
  if (code !== 0 && code !== 2) throw new Error(`the hook ended with ${code}: ${err}`);
  label(`the hook answers${code === 2 ? " and ends with 2, which blocks the call" : ""}`);
  quote(out, dim);
  const { hookSpecificOutput }: { hookSpecificOutput?: Answer } = JSON.parse(out);
  return hookSpecificOutput ?? {};
}

async function shown(command: string): Promise<void> {
  for (const row of wrapped(`$ ${short(command)}`, 3)) console.log(`   ${bold(row)}`);
  const { out, err, code } = await run(command, "");
  quote(`${out}${err}`);
  if (code !== 0) throw new Error(`\`${command}\` ended with ${code}`);
}

async function run(command: string, input: string): Promise<Ended> {
  const child = Bun.spawn(["/bin/sh", "-c", command], {
    cwd: project,
    env,
    stdin: new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

function title(text: string): void {
  console.log(`\n${bold(text)}`);
}

function label(text: string): void {
  console.log(`   ${text}:`);
}

function say(text: string): void {
  for (const line of text.split("\n")) for (const row of wrapped(line, 3)) console.log(`   ${row}`);
}

function quote(text: string, style: (line: string) => string = (line) => line): void {
  const lines = short(text).trimEnd();
  if (lines === "") return;
  for (const line of lines.split("\n")) {
    for (const row of wrapped(line, 5)) console.log(row === "" ? "" : `     ${style(row)}`);
  }
}

/**
 * A line cut to the terminal's width, at spaces where there are some, so that what goes on keeps its indentation. What is
 * piped is not cut: a program reads it, or a pager that cuts by itself.
 */
function wrapped(line: string, indent: number): readonly string[] {
  const room = process.stdout.isTTY ? process.stdout.columns - indent : Number.POSITIVE_INFINITY;
  const rows: string[] = [];
  let rest = line;
  // In a window of a few columns the terminal may cut as it likes.
  while (rest.length > room && room > 20) {
    const space = rest.lastIndexOf(" ", room);
    const end = space > room / 2 ? space : room;
    rows.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...rows, rest];
}

function short(text: string): string {
  return text.replaceAll(home, "~");
}
