/** What the commands on packages share: the scope, and how a refusal is said. */
import { type Call, type Context, EXIT_FAILED, EXIT_USAGE } from "../context.ts";
import type { LockScope } from "./lock-file.ts";
import { NoRegistry } from "./npm-config.ts";
import { Trouble } from "./trouble.ts";

/** Runs a command on packages; what it throws as trouble becomes words and an exit code. */
export async function onPackages(
  verb: string,
  call: Call,
  context: Context,
  work: (scope: LockScope) => Promise<number>,
): Promise<number> {
  const scope = call.options.scope ?? "user";
  if (scope !== "user" && scope !== "project") {
    context.err(`hooks ${verb}: --scope must be user or project, got "${String(scope)}".\n`);
    return EXIT_USAGE;
  }
  try {
    return await work(scope);
  } catch (error) {
    if (!(error instanceof Trouble || error instanceof NoRegistry)) throw error;
    if (call.options.json === true) {
      context.out(`${JSON.stringify({ command: verb, error: { says: error.message, next: error.next } })}\n`);
    } else context.err(`hooks ${verb}: ${error.message.trimEnd()}.\n  ${error.next}\n`);
    return EXIT_FAILED;
  }
}

/** The value of an option that takes a text. */
export function textOption({ options }: Call, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** Rows in columns, two blanks between them; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => Bun.stringWidth(row[at] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) =>
        at === row.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - Bun.stringWidth(cell)),
      )
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

/** A text of somebody else for the terminal: control characters there could move the cursor and hide what is said. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
