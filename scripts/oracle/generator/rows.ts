/** The rows of the project as seeds: what the lexer and the guards are tested with is also what everything grows from. */
import { join } from "node:path";
import type { Shell } from "../sandbox.ts";

export interface Seed {
  readonly command: string;
  readonly shell: Shell;
  readonly from: string;
}

/** Longer rows are about length; nested and joined they would only take time. */
const longest = 1500;

interface LexerRow {
  readonly group: string;
  readonly source: string;
  readonly dialect: "bash" | "sh" | "zsh";
}

interface HookRow {
  readonly name: string;
  readonly command: string;
  readonly shell?: "bash" | "sh" | "zsh" | "unknown";
}

const root = join(import.meta.dir, "../../..");

/** Rows of files that no package exports: they are data of tests. */
export async function loadRows<T>(file: string, name: string): Promise<readonly T[]> {
  const module: Readonly<Record<string, readonly T[]>> = await import(join(root, file));
  const rows = module[name];
  if (rows === undefined) throw new Error(`${file} has no ${name}`);
  return rows;
}

/** Every row that a shell can be given. */
export async function allRows(): Promise<readonly Seed[]> {
  const lexer = [
    ...(await loadRows<LexerRow>("shared/lexer/cases.ts", "CASES")),
    ...(await loadRows<LexerRow>("shared/lexer/run-cases.ts", "RUN_CASES")),
  ].map(({ group, source, dialect }) => ({ command: source, shell: dialect, from: `lexer: ${group}` }));
  const hooks: Seed[] = [];
  for (const hook of ["trash-guard", "workspace-repos-guard"]) {
    for (const { name, command, shell } of await loadRows<HookRow>(`hooks/${hook}/cases.ts`, "cases")) {
      hooks.push({
        command: command.replaceAll("{home}", "/home/u").replaceAll("{trash}", "/opt/guard/trash"),
        shell: shell === undefined || shell === "unknown" ? "bash" : shell,
        from: `${hook}: ${name}`,
      });
    }
  }
  for (const { name, command, shell } of await loadRows<HookRow>(
    "hooks/trash-guard/nested-cases.ts",
    "nestedCases",
  ))
    hooks.push({
      command,
      shell: shell === undefined || shell === "unknown" ? "bash" : shell,
      from: `nested: ${name}`,
    });
  return [...lexer, ...hooks].filter(
    ({ command }) => command.length <= longest && !command.includes("\0") && command.isWellFormed(),
  );
}
