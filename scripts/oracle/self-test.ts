/** What must hold of a sandbox before it may run a command: nothing of the machine can be reached, and runs are seen. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox, Shell, Start } from "./sandbox.ts";

interface Expectation {
  readonly shell: Shell;
  readonly command: string;
  /** The programs started, with their arguments; undefined where only the status counts. */
  readonly starts?: readonly string[];
  readonly gone?: readonly string[];
  readonly status?: number;
}

/** Shells that are not installed are left out; bash and sh must be there. */
const optionalShells: readonly Shell[] = ["zsh", "dash"];

/** The first thing that does not hold, undefined when everything does. */
export async function selfTest(sandbox: Sandbox, trash: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-oracle-canary-"));
  const canary = join(folder, "canary");
  writeFileSync(canary, "alive\n");
  try {
    for (const expectation of expectations(canary, trash)) {
      const failure = await check(sandbox, expectation);
      if (failure !== undefined) return `${expectation.shell}: ${expectation.command}: ${failure}`;
    }
    if (!existsSync(canary) || readFileSync(canary, "utf8") !== "alive\n")
      return "a file outside the sandbox was touched";
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A recorder answers, also when the command is nobody. */
const alive: Expectation = {
  shell: "bash",
  command: "rm again; setpriv --reuid=65534 --clear-groups rm nobody",
  starts: ["rm: rm again", "rm: rm nobody"],
};

/** Whether a sandbox still sees what runs, after commands that may have tried to change it. */
export function isAlive(sandbox: Sandbox): Promise<string | undefined> {
  return check(sandbox, alive);
}

/** In the order in which the sandbox makes them. */
const seededFiles: readonly string[] =
  "x,y,z,a.txt,b.txt,a b,f,f1,f2,build.log,list,d/f,d/.h,build/o,s.sh,Makefile".split(",");

function expectations(canary: string, trash: string): readonly Expectation[] {
  return [
    { shell: "bash", command: "rm -rf x", starts: ["rm: rm -rf x"], gone: [], status: 0 },
    { shell: "bash", command: "test -f x && test -f d/f", starts: [], status: 0 },
    { shell: "sh", command: "/bin/rm x; cp /bin/rm q; ./q y", starts: ["rm: /bin/rm x", "rm: ./q y"] },
    { shell: "bash", command: "find . -type f -delete", starts: [], gone: seededFiles },
    { shell: "bash", command: "find x -delete", starts: [], gone: ["x"] },
    { shell: "bash", command: "mv f1 moved; echo new > f2", starts: [], gone: [] },
    { shell: "eval", command: "zap; echo 'a\nb' | grep -c a", starts: ["rm: rm -f from-alias"], status: 0 },
    {
      shell: "zsh",
      command: "rm *(.)",
      starts: ["rm: rm Makefile a b a.txt b.txt build.log f f1 f2 list s.sh x y z"],
    },
    { shell: "dash", command: "((rm x))", starts: ["rm: rm x"] },
    { shell: "bash", command: `${trash} guard x`, starts: [`trash: ${trash} guard x`] },
    { shell: "bash", command: `rm ${canary}; find ${canary} -delete; echo gone > ${canary}`, status: 1 },
    { shell: "bash", command: `test -e ${canary}`, status: 1 },
    { shell: "bash", command: "ls /root | grep -q .", status: 1 },
    { shell: "bash", command: "mount -o remount,bind,rw /usr", status: 32 },
    { shell: "bash", command: "umount /usr/bin/rm", status: 32 },
    { shell: "bash", command: "touch /usr/probe", status: 1 },
    { shell: "bash", command: "echo 1 > /proc/sys/kernel/panic", status: 1 },
    { shell: "bash", command: "exec 3<> /dev/tcp/127.0.0.1/80", status: 1 },
    { shell: "bash", command: "kill -9 -1; true" },
    { shell: "bash", command: "find / -xdev -delete; true" },
    { shell: "bash", command: "echo > /bin/rm", status: 1 },
    { shell: "bash", command: "cp x /usr/local/bin/ssh", status: 1 },
    { shell: "bash", command: "cp x /run/judge/more", status: 1 },
    { shell: "bash", command: "chmod 0 /run/judge/log; mv /run/judge/log /tmp; ln -s x /bin/rm2; true" },
    alive,
  ];
}

async function check(sandbox: Sandbox, expectation: Expectation): Promise<string | undefined> {
  const { shell, command, starts, gone, status } = expectation;
  if (optionalShells.includes(shell) && Bun.which(shell) === null) return undefined;
  const seen = await sandbox.run(command, shell, 0, 3000);
  const ran = seen.starts.map(line);
  if (starts !== undefined && ran.join("\n") !== starts.join("\n")) return `ran ${JSON.stringify(ran)}`;
  if (gone !== undefined && seen.gone.join("\n") !== gone.join("\n"))
    return `destroyed ${JSON.stringify(seen.gone)}`;
  if (status !== undefined && seen.status !== status)
    return `ended with ${seen.status}: ${seen.err.slice(0, 200)}`;
  return undefined;
}

function line({ program, argv }: Start): string {
  return `${program}: ${argv.join(" ")}`;
}
