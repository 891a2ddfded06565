/** A bench as people read it in a terminal. */
import { visible } from "../fire/words.ts";
import { binsOf, histogramLines, short, sparkline } from "./histogram.ts";
import type { Measured } from "./measure.ts";
import { baselineOf, hooksOf, overOf, type Report, type Section, versusOf } from "./report.ts";
import { type Estimate, pairingOf, partWithin, summaryOf } from "./statistics.ts";

/** Columns of the small histogram in a table's row. */
const COLUMNS = 24;
const BAR_WIDTH = 36;
const MOST_NAME = 44;

export function textOf(report: Report, isColoured: boolean): string {
  return report.sections.map((section) => sectionText(section, report, isColoured)).join("\n");
}

function sectionText(section: Section, report: Report, isColoured: boolean): string {
  const { harness, measured, unmeasured } = section;
  const { event } = report.request;
  const command = event.given.input.command;
  const about = typeof command === "string" ? ` about ${visible(command)}` : "";
  const lines = [
    `${harness.label}: ${event.event}${about}`,
    `Whole processes in its shell, input on stdin; milliseconds, ${report.machine}, hooks ${report.version}`,
    "",
    ...table(measured),
    "",
    ...shapes(section),
    ...measured
      .filter(({ notCold }) => notCold !== undefined && notCold !== "not asked for")
      .map(({ subject, notCold }) => `No cold times of ${label(subject.name)}: ${notCold}.`),
  ];
  for (const { name, says } of unmeasured) lines.push(`Not measured: ${label(name)}: ${visible(says)}.`);
  lines.push(...comparisons(section, report, isColoured));
  lines.push(...callCost(section, report.home));
  return `${lines.join("\n")}\n`;
}

function table(measured: readonly Measured[]): readonly string[] {
  const names = measured.map(({ subject }) => label(subject.name));
  const width = Math.max(...names.map((name) => name.length));
  const head = `${"".padEnd(width)}  ${["p50", "95 % certain", "p90", "p99", "cold p50", "CPU", "memory"].map((word, index) => word.padStart(index === 1 ? 15 : 8)).join(" ")}  runs`;
  return [
    head,
    ...measured.map((one, index) => {
      const { p50, p90, p99, runs } = summaryOf(one.warm);
      const cold = one.cold.length === 0 ? "-" : short(summaryOf(one.cold).p50.value);
      const cpu = one.cpu.length === 0 ? "-" : short(summaryOf(one.cpu).p50.value);
      const cells = [short(p50.value), interval(p50), tail(p90), tail(p99), cold, cpu, memory(one)];
      const row = cells.map((cell, at) => cell.padStart(at === 1 ? 15 : 8)).join(" ");
      return `${(names[index] ?? "").padEnd(width)}  ${row}  ${String(runs).padStart(4)}`;
    }),
    "A percentile with ~ is the best guess of a row too short to bound it from above.",
  ];
}

function interval({ low, high }: Estimate): string {
  return low === undefined || high === undefined ? "-" : `${short(low)} to ${short(high)}`;
}

function tail({ value, high }: Estimate): string {
  return `${high === undefined ? "~" : ""}${short(value)}`;
}

export function memory({ peakKiB }: Measured): string {
  return peakKiB === undefined ? "-" : `${short(peakKiB / 1024)}M`;
}

/** Where the times lie: one axis for all, then the slowest hook bin by bin. */
function shapes(section: Section): readonly string[] {
  const { measured } = section;
  const all = measured.flatMap(({ warm }) => warm);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const width = Math.max(...measured.map(({ subject }) => label(subject.name).length));
  const hooks = [...hooksOf(section)].sort(
    (a, b) => summaryOf(b.warm).p50.value - summaryOf(a.warm).p50.value,
  );
  const [slowest] = hooks;
  const lines = [
    `${"".padEnd(width)}  ${short(least)} ms${`${short(most)} ms`.padStart(COLUMNS - `${short(least)} ms`.length)}`,
    ...measured.map(({ subject, warm }) =>
      `${label(subject.name).padEnd(width)}  ${sparkline(binsOf(warm, least, most, COLUMNS))}`.trimEnd(),
    ),
    "",
  ];
  if (slowest === undefined) return lines;
  const { warm } = slowest;
  return [
    ...lines,
    `${label(slowest.subject.name)}, run by run`,
    ...histogramLines(binsOf(warm, Math.min(...warm), Math.max(...warm), 10), BAR_WIDTH),
    "",
  ];
}

function comparisons(section: Section, { request, home }: Report, isColoured: boolean): readonly string[] {
  const base = baselineOf(section);
  const other = versusOf(section);
  const lines: string[] = [];
  for (const one of hooksOf(section)) {
    const { subject, warm } = one;
    const limit = subject.timeoutMs;
    const parts: string[] = [];
    if (base !== undefined)
      parts.push(
        `${short(summaryOf(warm).p50.value / summaryOf(base.warm).p50.value)} times the empty command`,
      );
    parts.push(
      `${short((100 * summaryOf(warm).p99.value) / limit)} % of its time-out of ${seconds(limit)} at p99`,
    );
    if (request.budgetMs !== undefined) {
      parts.push(
        `${Math.round(100 * partWithin(warm, request.budgetMs))} % of runs within ${request.budgetMs} ms`,
      );
    }
    parts.push(one.ending);
    const over = overOf(one, request.budgetMs);
    const mark =
      over === undefined ? "" : isColoured ? `\u001b[31mOVER: ${over}\u001b[0m; ` : `OVER: ${over}; `;
    lines.push(`${label(subject.name)}: ${mark}${parts.join("; ")}.${where(one, home)}`);
    if (one.failed > 0)
      lines.push(`  ${one.failed} of ${warm.length} runs failed; the harness lets the call pass then.`);
    if (other !== undefined) lines.push(`  ${versusText(one, other)}`);
  }
  return lines;
}

export function versusText(one: Measured, other: Measured): string {
  const { pairs, firstFaster, difference, ratio } = pairingOf(one.warm, other.warm);
  const { low, high, value } = difference;
  const range =
    low === undefined || high === undefined
      ? "too few pairs to be certain"
      : `${short(low)} to ${short(high)} with 95 % certainty`;
  const sure = low !== undefined && high !== undefined && (low > 0 || high < 0);
  const verdict = sure ? (value > 0 ? "faster" : "slower") : "not told apart";
  return `against ${label(other.subject.name)}: ${verdict}; that one takes ${short(ratio)} times as long, ${short(value)} ms more in the median of ${pairs} pairs (${range}); this one was faster in ${firstFaster}.`;
}

function where({ subject }: Measured, home: string): string {
  if (subject.place === undefined) return "";
  const { file, line } = subject.place;
  return ` Registered at ${file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file}:${line}.`;
}

function callCost({ call, harness }: Section, home: string): readonly string[] {
  if (call === undefined) return [];
  const { all, slowest, share, without } = call;
  const lines = [
    "",
    `One call waits ${short(all.p50.value)} ms for all its hooks (${interval(all.p50)} with 95 % certainty; ${all.runs} calls, in the order of ${harness.label}).`,
    `The slowest is ${label(slowest.subject.name)}: ${short(summaryOf(slowest.warm).p50.value)} ms, ${Math.round(100 * share)} % of what the hooks take one by one.${where(slowest, home)}`,
  ];
  if (without !== undefined) lines.push(`Without it the call would wait ${short(without.p50.value)} ms.`);
  return lines;
}

export function seconds(ms: number): string {
  return ms >= 1000 ? `${short(ms / 1000)} s` : `${ms} ms`;
}

/** A command text as a name: one line, not too long; the end of a path tells more than its start. */
export function label(name: string): string {
  const line = visible(name).replaceAll("\n", " ");
  return line.length <= MOST_NAME ? line : `…${line.slice(line.length - MOST_NAME + 1)}`;
}
