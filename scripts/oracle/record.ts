/** What real shells run for every row of the lexer, as the fixture that its tests compare with. */
import { join } from "node:path";
import type { Court } from "./campaign.ts";
import { loadRows } from "./generator/rows.ts";
import { isRunnable, type Shell } from "./sandbox.ts";

const fixture = join(import.meta.dir, "../../shared/lexer/fixtures/truth.json");

/** A row of dialect `sh` is put to dash, the strictest of the shells that are called sh. */
const shellOf: Readonly<Record<string, Shell>> = { bash: "bash", sh: "dash", zsh: "zsh" };

interface Entry {
  readonly source: string;
  readonly shell: Shell;
  /** The arguments of every `rm` that was started, with programs that succeed and with programs that fail. */
  readonly executed: readonly (readonly string[])[];
}

/** Runs every row and writes the fixture; the number of rows. */
export async function recordRows(court: Court): Promise<number> {
  const rows = (
    await loadRows<{ readonly source: string; readonly dialect: string }>("shared/lexer/cases.ts", "CASES")
  ).filter(({ source }) => isRunnable(source));
  const entries: Entry[] = [];
  let next = 0;
  const work = async (sandbox: Court["sandboxes"][number]): Promise<void> => {
    for (let index = next++; index < rows.length; index = next++) {
      const row = rows[index];
      const shell = row === undefined ? undefined : shellOf[row.dialect];
      if (row === undefined || shell === undefined) continue;
      const executed = new Map<string, readonly string[]>();
      for (const answer of [0, 1] as const) {
        const { starts } = await sandbox.run(row.source, shell, answer, 2000);
        for (const { program, argv } of starts)
          if (program === "rm") executed.set(JSON.stringify(argv), argv);
      }
      entries[index] = { source: row.source, shell, executed: [...executed.values()] };
    }
  };
  await Promise.all(court.sandboxes.map(work));
  await Bun.write(fixture, `${JSON.stringify(entries, undefined, 1)}\n`);
  return entries.length;
}
