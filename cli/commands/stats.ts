import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { readLog } from "../log/read.ts";
import { type Stats, statsOf } from "../log/stats.ts";
import { filterOf, readSince } from "./log.ts";

/** `hooks stats`: what was saved, refused and perhaps refused wrongly, and what it cost. */
export async function stats({ options, words }: Call, context: Context): Promise<number> {
  if (words.length > 0) {
    context.err(`hooks stats: it takes no names, got "${words[0]}".\n`);
    return EXIT_USAGE;
  }
  const since = readSince(options.since, context);
  if (since === null) {
    context.err(
      `hooks stats: --since must be a time ago such as 2h or 7d, or a date; got "${options.since}".\n`,
    );
    return EXIT_USAGE;
  }
  if (context.home === undefined) {
    context.err(
      "hooks stats: HOME is not set to an absolute folder, so there is no log. Set HOME and try again.\n",
    );
    return EXIT_FAILED;
  }
  const result = statsOf(await readLog(context.home, filterOf(options, since, context)));
  context.out(
    options.json === true ? `${JSON.stringify({ v: 1, command: "stats", ...result })}\n` : text(result),
  );
  return EXIT_OK;
}

/** Characters of the longest bar. */
const BAR = 24;
const DAYS_SHOWN = 14;

function text({
  records,
  from,
  to,
  redirected,
  denialsByRule,
  verdicts,
  byHarness,
  falseAlarms,
  latency,
}: Stats): string {
  if (records === 0) return "Nothing is on record yet.\n";
  const lines = [
    `${records} verdicts from ${from?.slice(0, 10)} to ${to?.slice(0, 10)}`,
    `${redirected} ${redirected === 1 ? "call had its" : "calls had their"} deletes sent to the trash`,
    "",
    "Verdicts",
    ...bars(verdicts),
    "",
    "Refused, by rule",
    ...(denialsByRule.length === 0 ? ["  none"] : bars(denialsByRule)),
    "",
    "By harness",
    ...bars(byHarness),
    "",
    "Refused and then let pass by you: perhaps false alarms",
    ...(falseAlarms.length === 0
      ? ["  none"]
      : falseAlarms
          .slice(0, 10)
          .map(
            (one) =>
              `  ${one.rule}  ${one.denied} refused, ${one.lifted} let pass  ${one.command.replace(/\s+/g, " ").slice(0, 80)}`,
          )),
    "",
    "Milliseconds from the start of the process to the answer, of calls that got one",
    ...latency
      .slice(-DAYS_SHOWN)
      .map(
        ({ day, count, median, p95 }) =>
          `  ${day}  ${String(count).padStart(5)} calls  median ${median.toFixed(1)}  95 % below ${p95.toFixed(1)}`,
      ),
  ];
  return `${lines.join("\n")}\n`;
}

function bars(counts: readonly { readonly name: string; readonly count: number }[]): readonly string[] {
  const width = Math.max(...counts.map(({ name }) => name.length));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.map(
    ({ name, count }) =>
      `  ${name.padEnd(width)}  ${String(count).padStart(6)}  ${"█".repeat(Math.max(1, Math.round((count / most) * BAR)))}`,
  );
}
