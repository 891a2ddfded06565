/** Starting a program and reading all that it says, with an end in sight. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined when it did not end by itself. */
  readonly exitCode: number | undefined;
  readonly ms: number;
  /** Why it could not be started at all. */
  readonly unstarted?: string;
}

export interface Manner {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Milliseconds after which it is killed. */
  readonly limitMs: number;
}

/** Never throws. */
export async function run(argv: readonly string[], { cwd, env, stdin, limitMs }: Manner): Promise<Ran> {
  const start = performance.now();
  try {
    const child = Bun.spawn([...argv], {
      cwd,
      env: { ...env },
      stdin: stdin === undefined ? "ignore" : new TextEncoder().encode(stdin),
      stdout: "pipe",
      stderr: "pipe",
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, limitMs);
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    clearTimeout(timer);
    return { stdout, stderr, exitCode: isLate ? undefined : code, ms: performance.now() - start };
  } catch (error) {
    const unstarted = error instanceof Error ? error.message : String(error);
    return { stdout: "", stderr: unstarted, exitCode: undefined, ms: performance.now() - start, unstarted };
  }
}
