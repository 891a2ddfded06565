import { resolve } from "node:path";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { otlpAddress, sendOtlp, writeSqlite } from "../log/exports.ts";
import { fits, followLog, type LogFilter, readLog } from "../log/read.ts";
import type { LogRecord } from "../log/record.ts";
import { momentOf } from "../log/since.ts";

/** Lines that are shown when nobody says how many. */
const SHOWN = 50;

/** `hooks log`: what was refused, asked, rewritten and lifted. */
export async function log({ options, words }: Call, context: Context): Promise<number> {
  const misuse = (text: string): number => {
    context.err(`hooks log: ${text}\n`);
    return EXIT_USAGE;
  };
  if (words.length > 0)
    return misuse(`it takes no names, got "${words[0]}". Filter with --hook, --rule, --verdict or --grep.`);
  const { home } = context;
  if (home === undefined) {
    context.err(
      "hooks log: HOME is not set to an absolute folder, so there is no log. Set HOME and try again.\n",
    );
    return EXIT_FAILED;
  }
  const since = readSince(options.since, context);
  if (since === null)
    return misuse(`--since must be a time ago such as 2h or 7d, or a date; got "${options.since}".`);
  const last = options.last === undefined ? undefined : Number(options.last);
  if (last !== undefined && !(Number.isInteger(last) && last > 0))
    return misuse(`--last must be a number above 0, got "${options.last}".`);
  const filter = filterOf(options, since, context);
  const records = await readLog(home, filter);

  if (typeof options.sqlite === "string") {
    const file = resolve(context.cwd, options.sqlite);
    const added = await writeSqlite(records, file);
    context.out(`${file}: ${added} of ${records.length} records added to the table verdicts.\n`);
    return EXIT_OK;
  }
  const url = typeof options.otlp === "string" ? otlpAddress(options.otlp) : undefined;
  if (options.otlp !== undefined) {
    if (url === undefined)
      return misuse(
        `--otlp must be the http address of a collector, such as http://127.0.0.1:4318; got "${options.otlp}".`,
      );
    const problem = await sendOtlp(records, url, context.version);
    if (problem !== undefined) {
      context.err(
        `hooks log: ${problem}. Nothing is lost: run the same again when the collector is there.\n`,
      );
      return EXIT_FAILED;
    }
    context.out(`${records.length} records sent to ${url}.\n`);
  } else {
    const shown = last === undefined && options.json === true ? records : records.slice(-(last ?? SHOWN));
    for (const record of shown) print(record, options.json === true, context);
    if (records.length === 0 && options.json !== true) context.out("Nothing is on record for that.\n");
  }
  if (options.follow !== true && options.f !== true) return EXIT_OK;
  for await (const record of followLog(home)) {
    if (!fits(record, filter)) continue;
    if (url === undefined) print(record, options.json === true, context);
    else {
      const problem = await sendOtlp([record], url, context.version);
      if (problem !== undefined) context.err(`hooks log: ${problem}.\n`);
    }
  }
  return EXIT_OK;
}

/** Null for what is no moment. */
export function readSince(option: string | boolean | undefined, _: Context): number | undefined | null {
  if (option === undefined) return undefined;
  return (typeof option === "string" ? momentOf(option, Date.now()) : undefined) ?? null;
}

export function filterOf(options: Call["options"], since: number | undefined, { cwd }: Context): LogFilter {
  const text = (key: string) => (typeof options[key] === "string" ? options[key] : undefined);
  const folder = text("cwd");
  return {
    harness: text("harness"),
    hook: text("hook"),
    rule: text("rule"),
    verdict: text("verdict"),
    session: text("session"),
    folder: folder === undefined ? undefined : resolve(cwd, folder),
    since,
    text: text("grep"),
  };
}

const COLOURS: Readonly<Record<LogRecord["verdict"], string>> = {
  deny: "31",
  ask: "33",
  rewrite: "36",
  lifted: "35",
  allow: "32",
  context: "2",
};

function print(record: LogRecord, asJson: boolean, context: Context): void {
  if (asJson) {
    context.out(`${JSON.stringify(record)}\n`);
    return;
  }
  const { at, verdict, harness, rule, id, ms, input, effective, reason, lifts } = record;
  const isColoured = context.terminal && !context.env.NO_COLOR;
  const word = verdict.padEnd(7);
  const shown = isColoured ? `\u001b[${COLOURS[verdict]}m${word}\u001b[0m` : word;
  const command = oneLine(String(input?.command ?? JSON.stringify(input ?? "")));
  const becomes = typeof effective?.command === "string" ? `\n    became  ${oneLine(effective.command)}` : "";
  const by =
    lifts === undefined
      ? ""
      : `\n    lifted  by ${lifts.map((one) => `${one.by} (${one.reason})`).join(", ")}`;
  const why = verdict === "deny" || verdict === "ask" ? `\n    ${oneLine(reason)}` : "";
  context.out(
    `${at.slice(0, 19).replace("T", " ")}  ${shown}  ${rule}  ${harness}  ${ms} ms${id === undefined ? "" : `  id ${id}`}\n    ${command}${becomes}${by}${why}\n`,
  );
}

/** Control characters in a logged command must not reach the terminal. */
function oneLine(text: string): string {
  const plain = text.replace(/\s+/g, " ").replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}
