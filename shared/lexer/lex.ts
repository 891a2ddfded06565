/** The entry: text in, commands out. */

import { readHereDocuments } from "./here-documents.ts";
import { MAX_LENGTH } from "./limits.ts";
import { END, list } from "./lists.ts";
import { Loss, type Mutable, Reader, sourceStart } from "./reader.ts";
import type { Context, Dialect, Lost, Script, Span } from "./script.ts";

/** The one reader: a text is read to its end before the next one, and making the state anew costs a fifth of a command. */
let reader: Reader | undefined;
/** Units of a text that may stay in memory behind its reading. */
const MOST_HELD = 65_536;

/**
 * Reads a shell text and gives back every simple command in it, in any nesting, with exact spans.
 *
 * It never throws: where the text is no shell code, or goes beyond a limit, `lost` says so, and `commands` holds what
 * was read before that point. `dialect` is `bash` unless told otherwise.
 */
export function lex(source: string, options: { readonly dialect?: Dialect } = {}): Script {
  const dialect = options.dialect ?? "bash";
  let lost: Lost | undefined;
  if (source.length > MAX_LENGTH) {
    return {
      source,
      dialect,
      commands: [],
      functions: [],
      lost: { at: MAX_LENGTH, reason: `the text is longer than ${MAX_LENGTH} units` },
    };
  }
  if (reader === undefined) reader = new Reader(source, dialect);
  else reader.begin(source, dialect);
  const r = reader;
  // No argument can hold a NUL: what a shell would make of the rest depends on how the text reaches it.
  const control = source.indexOf("\0");
  if (control >= 0) r.end = control;
  try {
    list(r, END);
    if (r.pending !== undefined) readHereDocuments(r);
  } catch (error) {
    if (!(error instanceof Loss)) throw error;
    lost = { at: error.at, reason: error.reason };
    closeAll(r, Math.max(error.at, sourceStart(r, Math.min(r.at, r.end))));
  }
  const { commands, functions } = r;
  r.tape.close();
  // A huge text is not to be held until the next one comes.
  if (source.length > MOST_HELD) r.begin("", dialect);
  if (control >= 0 && (lost === undefined || lost.at >= control))
    lost = { at: control, reason: "a NUL character stands here, which no command can hold" };
  return { source, dialect, commands, functions, lost };
}

/** Gives the contexts that were open when the reader lost track an end. */
function closeAll(r: Reader, at: number): void {
  const seen = new Set<Context>();
  closeChain(r.context, at, seen);
  // A loss inside the body of a here-document leaves contexts open that are no parents of the body.
  for (const command of r.commands) closeChain(command.context, at, seen);
  for (const context of r.functions) closeChain(context, at, seen);
}

function closeChain(innermost: Context, at: number, seen: Set<Context>): void {
  for (
    let context = innermost;
    context.parent !== undefined && !seen.has(context);
    context = context.parent
  ) {
    seen.add(context);
    const span = context.span as Mutable<Span>;
    if (span.end === span.start) span.end = Math.max(at, span.start);
  }
}
