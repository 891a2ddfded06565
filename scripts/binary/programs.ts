/** The built programs, for tests that must see what a harness sees: a process, its streams and its exit code. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const dist = join(import.meta.dir, "../../dist");

/** Absolute path of `dist/hooks` or `dist/trash`. @throws Error when it is not built. */
export function program(name: "hooks" | "trash"): string {
  const path = join(dist, name);
  if (!existsSync(path)) throw new Error(`${path} is not there: run "bun run build" first`);
  return path;
}

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly ms: number;
}

export interface Start {
  readonly argv: readonly string[];
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** The whole environment: nothing of the developer's leaks in. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. */
export async function run({ argv, stdin = "", cwd = "/", env = {} }: Start): Promise<Ended> {
  const start = performance.now();
  const child = Bun.spawn([...argv], {
    cwd,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdin: typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, exitCode, ms: performance.now() - start };
}

/** Calls `use` with an empty folder that is removed afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-binary-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A PreToolUse event of Claude Code for a shell command. */
export function bashEvent(command: unknown, cwd = "/home/u/project"): string {
  return JSON.stringify({
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: "/home/u/.claude/projects/p/s.jsonl",
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "Run a command" },
    tool_use_id: "toolu_0",
  });
}
