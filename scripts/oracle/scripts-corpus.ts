/** Whole scripts of other people: nothing may crash, and what bash reads to its end the lexer must too. Nothing runs. */
import { lex } from "@hasna/hooks-lexer";

export interface ScriptReport {
  readonly scripts: number;
  /** Texts that `bash -n` takes, without extglob. */
  readonly accepted: number;
  readonly crashes: readonly Trouble[];
  /** Accepted by bash and lost by the lexer. */
  readonly lost: readonly Trouble[];
  readonly characters: number;
  readonly milliseconds: number;
}

interface Trouble {
  readonly source: string;
  readonly what: string;
}

/** Reads each script, and asks bash whether it can be read. */
export async function readScripts(
  scripts: readonly { readonly command: string; readonly source: string }[],
): Promise<ScriptReport> {
  const crashes: Trouble[] = [];
  const lost: Trouble[] = [];
  let accepted = 0;
  let characters = 0;
  let milliseconds = 0;
  for (const { command, source } of scripts) {
    characters += command.length;
    const start = performance.now();
    let loss: string | undefined;
    try {
      const script = lex(command, { dialect: "bash" });
      loss = script.lost === undefined ? undefined : `${script.lost.reason} (at ${script.lost.at})`;
    } catch (error) {
      crashes.push({ source, what: String(error) });
    }
    milliseconds += performance.now() - start;
    if (!(await bashReads(command))) continue;
    accepted += 1;
    if (loss !== undefined) lost.push({ source, what: loss });
  }
  return { scripts: scripts.length, accepted, crashes, lost, characters, milliseconds };
}

/** `-n`: the text is read and nothing of it is run. */
async function bashReads(text: string): Promise<boolean> {
  const reader = Bun.spawn(["bash", "--norc", "--noprofile", "-n"], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdin: new Blob([text]),
    stdout: "ignore",
    stderr: "ignore",
  });
  return (await reader.exited) === 0;
}
