/** Whole processes of the compiled program, as the harness starts them: shared by the benches. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A program of nothing, compiled the way ours is, written into `folder`: what every start-up is measured against. */
export async function emptyProgram(folder: string): Promise<string> {
  const source = join(folder, "empty.ts");
  writeFileSync(source, "export {};\n");
  const outfile = join(folder, "empty");
  const result = await Bun.build({
    entrypoints: [source],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new Error(result.logs.join("\n"));
  return outfile;
}

export const benchEnvironment: Readonly<Record<string, string>> = {
  HOME: "/home/u",
  PATH: "/usr/bin:/bin",
  SHELL: "/bin/bash",
};

/** One kind of call. */
export interface Row {
  readonly name: string;
  readonly argv: readonly string[];
  readonly command: string;
  /** Times the empty program. */
  readonly budget?: number;
  /** Part of what it must print; empty: it must print nothing. */
  readonly says: string;
}

/** Milliseconds of one call: from start to end of the process, and of CPU time. */
export async function once({
  name,
  argv,
  command,
  says,
}: Row): Promise<{ readonly ms: number; readonly cpu: number }> {
  const start = Bun.nanoseconds();
  const child = Bun.spawn([...argv], {
    cwd: "/",
    env: benchEnvironment,
    stdin: payload(command),
    stdout: "pipe",
    stderr: "ignore",
  });
  await child.exited;
  const ms = (Bun.nanoseconds() - start) / 1e6;
  const stdout = await new Response(child.stdout).text();
  if (!stdout.includes(says) || (says === "") !== (stdout === "")) {
    throw new Error(`${name}: expected an answer with "${says}", got "${stdout.slice(0, 200)}"`);
  }
  return { ms, cpu: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 };
}

/** The event of one shell command, as Claude Code sends it. */
export function payload(command: string): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({
      session_id: "00000000-0000-4000-8000-000000000000",
      transcript_path: "/home/u/.claude/projects/p/s.jsonl",
      cwd: "/home/u/project",
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command, description: "Run a command" },
      tool_use_id: "toolu_0",
    }),
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
