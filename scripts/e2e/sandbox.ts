/** Runs this program again where nothing but loopback can be reached and nothing outlives it. */

/** Why no sandbox can be had here, or undefined when it can. */
export async function sandboxProblem(): Promise<string | undefined> {
  if (process.platform !== "linux") return `network namespaces are Linux's, and this is ${process.platform}`;
  for (const tool of ["unshare", "ip"]) {
    if (Bun.which(tool) === null) {
      return `\`${tool}\` is not on PATH (Debian: ${tool === "ip" ? "iproute2" : "util-linux"})`;
    }
  }
  const trial = Bun.spawn([...unshare(), "ip", "link", "set", "lo", "up"], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [err, code] = await Promise.all([trial.stderr.text(), trial.exited]);
  return code === 0 ? undefined : `${unshare().join(" ")} failed: ${err.trim()}`;
}

/** Runs `command` in the sandbox with loopback up; gives back its exit code. */
export async function runSealed(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const child = Bun.spawn([...unshare(), "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...command], {
    env,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  return await child.exited;
}

/** A process namespace besides the network's: when its first process ends, the kernel ends all the others. */
function unshare(): string[] {
  const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  return ["unshare", ...asUser, "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
}
