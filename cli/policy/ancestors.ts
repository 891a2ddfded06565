/** Whether an agent stands behind this process: by the harness above it, and by the variables that harnesses set. */
import { readFile } from "node:fs/promises";
import type { Harness } from "@hasna/hooks-harness";

/** Harnesses whose own terminal a person types in: they stand above a person's shell as well. */
const EDITORS: ReadonlySet<string> = new Set(["code", "code-insiders", "cursor", "windsurf", "kiro"]);

/** Variables that a harness sets for the commands of its agent (measured). */
const SIGNS: readonly string[] = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "AI_AGENT",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "GEMINI_SESSION_ID",
  "QWEN_CODE",
  "QWEN_CODE_SESSION_ID",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "FACTORY_PROJECT_DIR",
  "OPENCODE",
  "CLINE_ACTIVE",
];

/** The sign of a harness in the environment; undefined for none. */
export function agentSign(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return SIGNS.find((name) => (env[name] ?? "") !== "");
}

/** The first process above this one that is a harness, as `claude (4711)`; undefined where none is seen. */
export async function harnessAbove(
  harnesses: readonly Pick<Harness, "presence">[],
): Promise<string | undefined> {
  const programs = new Set(
    harnesses.flatMap(({ presence }) => presence.programs).filter((name) => !EDITORS.has(name)),
  );
  let id = "self";
  for (let count = 0; count < 64; count += 1) {
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => undefined);
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(status ?? "") ?? [];
    if (parent === undefined || parent === "0" || parent === "1") return undefined;
    id = parent;
    const words = (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).split("\0");
    const name = (await readFile(`/proc/${id}/comm`, "utf8").catch(() => "")).trim();
    // `node /usr/bin/gemini`: the script is the second word.
    for (const word of [name, words[0] ?? "", words[1] ?? ""]) {
      const base = word.slice(word.lastIndexOf("/") + 1).replace(/\.(?:js|mjs|cjs|exe)$/, "");
      if (programs.has(base)) return `${base} (${id})`;
    }
  }
  return undefined;
}
