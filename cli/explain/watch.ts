/** `hooks explain --watch FILE`: every command of a file judged, and again whenever the file is saved. */
import { readFile } from "node:fs/promises";
import { visible } from "../fire/words.ts";

/** Milliseconds between two looks: an editor may replace the file, which no watch of the system survives everywhere. */
const LOOK_MS = 200;

interface Judged {
  readonly verdict: string;
  readonly rule: string | null;
}

export interface Watching {
  readonly file: string;
  readonly answer: (command: string) => Promise<Judged>;
  readonly out: (text: string) => void;
  readonly isOver: () => boolean;
}

/** @throws the error of the first reading; a file that is away for a moment later on is waited for. */
export async function watchCommands({ file, answer, out, isOver }: Watching): Promise<void> {
  let last: string | undefined;
  while (!isOver()) {
    const text =
      last === undefined ? await readFile(file, "utf8") : await readFile(file, "utf8").catch(() => last);
    if (text !== last) {
      if (last !== undefined) out("\n");
      out(await report(text ?? "", answer));
      last = text;
    }
    await Bun.sleep(LOOK_MS);
  }
}

/** One command a line; blank lines and those that begin with `#` are passed over. */
async function report(text: string, answer: Watching["answer"]): Promise<string> {
  const rows: string[] = [];
  const counts = new Map<string, number>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const { verdict, rule } = await answer(line);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    rows.push(
      `${String(index + 1).padStart(4)}  ${verdict.padEnd(7)}  ${(rule ?? "").padEnd(28)}  ${visible(line)}\n`,
    );
  }
  const sum = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  return `${rows.join("")}${sum === "" ? "no commands" : sum}\n`;
}
