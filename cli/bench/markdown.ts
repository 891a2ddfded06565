/** A bench as a table for a README or an issue. */
import { short } from "./histogram.ts";
import type { Report, Section } from "./report.ts";
import { hooksOf, overOf, versusOf } from "./report.ts";
import { summaryOf } from "./statistics.ts";
import { label, memory, seconds, versusText } from "./text.ts";

export function markdownOf(report: Report): string {
  return report.sections.map((section) => sectionMarkdown(section, report)).join("\n");
}

function sectionMarkdown(section: Section, { request, machine, version }: Report): string {
  const lines = [
    `### ${section.harness.label}: ${request.event.event}`,
    "",
    `Whole processes, milliseconds; ${machine}, hooks ${version}.`,
    "",
    "| | p50 | 95 % certain | p90 | p99 | cold p50 | CPU | memory | time-out | runs |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  ];
  for (const one of section.measured) {
    const { p50, p90, p99, runs } = summaryOf(one.warm);
    const over = overOf(one, request.budgetMs);
    const cells = [
      `${cell(one.subject.name)}${over === undefined ? "" : ` (**over**: ${over})`}`,
      short(p50.value),
      p50.low === undefined || p50.high === undefined ? "" : `${short(p50.low)} to ${short(p50.high)}`,
      short(p90.value),
      short(p99.value),
      one.cold.length === 0 ? "" : short(summaryOf(one.cold).p50.value),
      one.cpu.length === 0 ? "" : short(summaryOf(one.cpu).p50.value),
      memory(one),
      one.subject.place === undefined ? "" : seconds(one.subject.timeoutMs),
      String(runs),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  const { call } = section;
  const other = versusOf(section);
  if (other !== undefined) {
    lines.push("", ...hooksOf(section).map((one) => `- ${cell(one.subject.name)} ${versusText(one, other)}`));
  }
  if (call !== undefined) {
    lines.push(
      "",
      `One call waits ${short(call.all.p50.value)} ms for all its hooks. The slowest is ${cell(call.slowest.subject.name)} with ${short(summaryOf(call.slowest.warm).p50.value)} ms.${call.without === undefined ? "" : ` Without it the call would wait ${short(call.without.p50.value)} ms.`}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function cell(name: string): string {
  return label(name).replace(/[|\\`*_<>[\]]/g, "\\$&");
}
