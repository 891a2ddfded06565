/** The long way of writing a line: makes the folder, works on every system, and notes why it could not. */
import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import type { LogSource } from "./append.ts";
import { failuresElsewhere, logPlaces } from "./places.ts";

export function appendSlowly(line: string, { home, env }: LogSource): void {
  if (home === undefined) return;
  const { file, folder, failures } = logPlaces(home);
  const failure = attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    append(file, line);
  });
  if (failure === undefined) return;
  const text = `${JSON.stringify({ v: 1, at: new Date().toISOString(), file, ...failure })}\n`;
  if (attempt(() => append(failures, text)) === undefined) return;
  const elsewhere = failuresElsewhere(env);
  if (elsewhere !== undefined) attempt(() => append(elsewhere, text));
}

/** In one write, to a file of the user's alone; a link or a pipe in its place is not followed. */
function append(path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW, 0o600);
  try {
    const bytes = new TextEncoder().encode(text);
    if (writeSync(file, bytes) !== bytes.length)
      throw Object.assign(new Error("only a part of the line fitted"), { code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
}

function attempt(work: () => void): { readonly code: string; readonly says: string } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code = "", message = String(error) } = error as {
      readonly code?: string;
      readonly message?: string;
    };
    return { code, says: message };
  }
}
