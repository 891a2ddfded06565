/** Starting a program whose files are not in memory: as after a boot, or when a build has pushed them out. */
import { copyFile, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { lex } from "@hasna/hooks-lexer";

/** The files that a command text names: its programs, scripts, and the interpreters of those. */
export async function filesOf(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const script = lex(command, { dialect: "sh" });
  for (const { words } of script.commands) {
    for (const { span } of words) {
      const word = command.slice(span.start, span.end).replace(/^(["'])(.*)\1$/s, "$2");
      await addFile(word.replace(/\$\{?HOME\}?|^~(?=\/)/g, env.HOME ?? "~"), env, found);
    }
  }
  return [...found];
}

async function addFile(
  word: string,
  env: Readonly<Record<string, string | undefined>>,
  found: Set<string>,
): Promise<void> {
  const path = word.includes("/") ? word : Bun.which(word, { PATH: env.PATH ?? "" });
  if (path === null || !path.startsWith("/")) return;
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || found.has(real) || !(await stat(real)).isFile()) return;
  found.add(real);
  const head = (await Bun.file(real).slice(0, 256).text()).split("\n", 1)[0] ?? "";
  if (!head.startsWith("#!")) return;
  for (const part of head.slice(2).trim().split(/\s+/)) await addFile(part, env, found);
}

/** Whether it worked: by GNU dd, without any right of an administrator. What a living process has mapped stays. */
export async function evict(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const child = Bun.spawn(["dd", `if=${file}`, "iflag=nocache", "count=0", "status=none"], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    if ((await child.exited) !== 0) return false;
  }
  return true;
}

/**
 * The command with our own running program replaced by a copy: what is running is mapped and would stay in memory.
 * The copy is read back once so that it is on the disk and can be put out.
 */
export async function apartFromUs(command: string, folder: string): Promise<string> {
  const own = await realpath(process.execPath);
  for (const file of command.match(/\/[^\s'";]+/g) ?? []) {
    if ((await realpath(file).catch(() => undefined)) !== own) continue;
    const copy = join(folder, "hooks");
    await copyFile(own, copy);
    await Bun.spawn(["sync", copy], { stdin: "ignore", stdout: "ignore", stderr: "ignore" }).exited;
    await readFile(copy);
    return command.replace(file, copy);
  }
  return command;
}
