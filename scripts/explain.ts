/** `hooks explain --jsonl` in this process: the path that `hooks run` takes, without a compiled program. */
import { app } from "../cli/app.ts";

export interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  /** Taken for a genuine trash without looking. */
  readonly trash: string;
  /** A setting of the guards, `key=value`. */
  readonly set?: string | undefined;
}

/** One line of answer for each line of question, in order. */
export async function explainLines(
  lines: readonly string[],
  { home, cwd, trash, set }: Surroundings,
): Promise<readonly string[]> {
  let answers = "";
  let complaint = "";
  const code = await app(
    [
      "explain",
      "--jsonl",
      "--trash",
      trash,
      "--cwd",
      cwd,
      "--home",
      home,
      ...(set === undefined ? [] : ["--set", set]),
    ],
    {
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      home,
      cwd,
      user: 0,
      binary: undefined,
      ownFolder: undefined,
      version: "0.0.0",
      terminal: false,
      out: (text) => {
        answers += text;
      },
      err: (text) => {
        complaint += text;
      },
      input: async function* () {
        for (const line of lines) yield `${line}\n`;
      },
    },
  );
  const read = answers.split("\n").filter((line) => line !== "");
  if (code !== 0 || read.length !== lines.length)
    throw new Error(`explain answered ${read.length} of ${lines.length} lines: ${complaint}`);
  return read;
}
