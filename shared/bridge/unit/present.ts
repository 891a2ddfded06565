/** What people and the model see of a call: read from its record and from nothing else. */
import type { Json } from "@hasna/hooks-harness";
import type { Digest } from "../digest.ts";
import { readExact } from "../json.ts";
import type { CallRecord, LogSink } from "./log.ts";

export interface CallView {
  readonly callId: string;
  readonly tool: string;
  readonly digest: Digest;
  /** What ran or would run; undefined when the text cannot be read. */
  readonly arguments: Json | undefined;
  readonly text: string;
  /** What the model had asked for, when that is something else and no secret. */
  readonly original: string | undefined;
  readonly isRewritten: boolean;
}

export interface ResultView extends CallView {
  readonly result: string;
}

/** Pure: the same record gives the same view, in this session and in every later one. */
export function presentCall({ callId, tool, digest, arguments: text, rewrite }: CallRecord): CallView {
  const read = readExact(text);
  return Object.freeze({
    callId,
    tool,
    digest,
    arguments: read.kind === "value" ? read.value : undefined,
    text,
    original: rewrite === undefined || rewrite.hidden === true ? undefined : rewrite.originalArguments,
    isRewritten: rewrite !== undefined,
  });
}

export function presentResult(record: CallRecord, result: string): ResultView {
  return Object.freeze({ ...presentCall(record), result });
}

/** Writes that a call was shown, as it is recorded. */
export function recordPresented({ callId, digest }: CallRecord, sink: LogSink): void {
  sink.append({ kind: "presented", callId, digest });
}

const OPEN = "<call-rewritten";
const CLOSE = "</call-rewritten>";
/** Characters of the arguments that a note holds; the record holds all of them. */
const MOST_SHOWN = 2000;

/** The note that tells the model what ran; undefined where nothing was rewritten. Never holds the original. */
export function noteFor(record: CallRecord): string | undefined {
  if (record.rewrite === undefined) return undefined;
  const { arguments: text, digest } = record;
  const shown =
    text.length <= MOST_SHOWN
      ? text
      : `${text.slice(0, MOST_SHOWN).replace(/[\ud800-\udbff]$/, "")}... (${text.length} characters in all, the rest is in the log)`;
  return [
    `${OPEN} digest="${digest}">`,
    "A hook changed the arguments of this call before it was decided about. What counts, in place of what you sent:",
    withoutMarks(shown),
    CLOSE,
  ].join("\n");
}

/** Text in which nobody can take anything for a note. */
export function withoutMarks(text: string): string {
  return text.replace(/<(?=\/?call-rewritten)/gi, "&lt;");
}

/** What the model is told: the note, then the tool's own words. */
function resultText(record: CallRecord, output: string): string {
  const note = noteFor(record);
  const words = withoutMarks(output);
  return note === undefined ? words : `${note}\n${words}`;
}

/**
 * Writes and gives back what the model is told. With `replaced`, the history itself holds the effective arguments and a
 * note would say it twice.
 */
export function recordResult(
  record: CallRecord,
  output: string,
  sink: LogSink,
  { isError = false, replaced = false }: { readonly isError?: boolean; readonly replaced?: boolean } = {},
): string {
  const { callId, digest } = record;
  const text = replaced ? withoutMarks(output) : resultText(record, output);
  sink.append({ kind: "result", callId, digest, text, isError });
  return text;
}
