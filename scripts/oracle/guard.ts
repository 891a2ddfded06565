/** Asks the guards, by the path of `hooks explain --jsonl`. */
import { explainLines } from "../explain.ts";
import type { Shell } from "./sandbox.ts";

/** Where the recorder of the trash stands in the sandbox. */
export const trash = "/opt/guard/trash";

export interface Verdict {
  readonly kind: "pass" | "rewrite" | "refuse" | "ask";
  readonly rule: string | undefined;
  /** The command to run: the rewritten one, or the one that was asked about. */
  readonly command: string;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

/** What a harness would say of the user's shell. */
const dialects: Readonly<Record<Shell, string>> = {
  bash: "bash",
  sh: "sh",
  dash: "sh",
  zsh: "zsh",
  eval: "bash",
};

/** The dialect in which the guards are asked for this shell. */
export function dialectOf(shell: Shell): string {
  return dialects[shell];
}

/** The guards of this project, as they are installed side by side. */
export const guards: readonly string[] = ["trash-guard", "workspace-repos-guard"];

interface Explanation {
  readonly verdict: string;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly rewritten: string | null;
  readonly edits: Verdict["edits"];
}

/** One verdict a question, in order. `hooks` names the guards. */
export async function verdictsOf(
  questions: readonly { readonly command: string; readonly shell: Shell }[],
  hooks: readonly string[] = guards,
  set?: string,
): Promise<readonly Verdict[]> {
  const lines = questions.map(({ command, shell }) =>
    JSON.stringify({ command, shell: dialects[shell], hooks }),
  );
  const answers = await explainLines(lines, { home: "/home/u", cwd: "/w/p", trash, set });
  return answers.map((line, index) => verdictOf(JSON.parse(line), questions[index]?.command ?? ""));
}

function verdictOf(answer: Explanation, command: string): Verdict {
  const { verdict, edits } = answer;
  const rule = answer.rule ?? undefined;
  switch (verdict) {
    case "none":
    case "allow":
      return { kind: "pass", rule, command, edits: [] };
    case "rewrite":
      return { kind: "rewrite", rule, command: answer.rewritten ?? "", edits };
    case "deny":
      return { kind: "refuse", rule, command, edits: [] };
    case "ask":
      return { kind: "ask", rule, command, edits: [] };
    default:
      throw new Error(`explain says "${verdict}" (${answer.reason}) to ${JSON.stringify(command)}`);
  }
}
