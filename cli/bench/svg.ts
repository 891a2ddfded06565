/** The plot: every run a dot, the median a bar, on one logarithmic axis. Readable on white and on black. */
import { short } from "./histogram.ts";
import type { Measured } from "./measure.ts";
import type { Report, Section } from "./report.ts";
import { summaryOf } from "./statistics.ts";
import { label } from "./text.ts";

const WIDTH = 860;
const NAMES = 330;
const RIGHT = 70;
const ROW = 34;
const TOP = 62;

const COLOURS: Readonly<Record<Measured["subject"]["kind"], string>> = {
  baseline: "base",
  ours: "ours",
  foreign: "foreign",
  versus: "versus",
};

export function svgOf(report: Report): string {
  let top = 0;
  const parts = report.sections.map((section) => {
    const drawn = sectionSvg(section, report, top);
    top += heightOf(section);
    return drawn;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img" aria-label="Latency of hooks">
<style>
  .back { fill: #ffffff } text { font: 13px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 11px; fill: #59636e }
  .title { font-size: 15px; font-weight: 600 } .grid { stroke: #d1d9e0 } .base { fill: #6e7781 } .ours { fill: #0969da }
  .foreign { fill: #9a6700 } .versus { fill: #8250df } .dot { fill-opacity: .35 }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } text { fill: #f0f6fc } .small { fill: #9198a1 } .grid { stroke: #3d444d } .base { fill: #9198a1 }
    .ours { fill: #4493f8 } .foreign { fill: #d29922 } .versus { fill: #ab7df8 }
  }
</style>
<rect class="back" width="${WIDTH}" height="${top}"/>
${parts.join("\n")}
</svg>
`;
}

function heightOf({ measured }: Section): number {
  return TOP + measured.length * ROW + 44;
}

function sectionSvg({ harness, measured, call }: Section, { request, machine }: Report, top: number): string {
  const times = measured.flatMap(({ warm }) => warm);
  const [least, most] = [Math.min(...times) * 0.9, Math.max(...times) * 1.1];
  const x = (ms: number): string =>
    (NAMES + (Math.log(ms / least) / Math.log(most / least)) * (WIDTH - NAMES - RIGHT)).toFixed(1);
  const bottom = top + TOP + measured.length * ROW;
  const ticks = ticksOf(least, most).map(
    (ms) =>
      `<line class="grid" x1="${x(ms)}" x2="${x(ms)}" y1="${top + TOP - 8}" y2="${bottom}"/><text class="small" x="${x(ms)}" y="${bottom + 16}" text-anchor="middle">${ms} ms</text>`,
  );
  const rows = measured.map((one, index) => row(one, top + TOP + index * ROW + ROW / 2, x));
  const cost = call === undefined ? "" : `; one call waits ${short(call.all.p50.value)} ms`;
  return `<text class="title" x="16" y="${top + 26}">${escaped(`${harness.label}, ${request.event.event}: what each hook takes`)}</text>
<text class="small" x="16" y="${top + 44}">${escaped(`whole processes, each run a dot, median as bar and number${cost}; ${machine}`)}</text>
${ticks.join("\n")}
${rows.join("\n")}`;
}

function row({ subject, warm }: Measured, y: number, x: (ms: number) => string): string {
  const { p50 } = summaryOf(warm);
  const colour = COLOURS[subject.kind];
  const dots = warm.map(
    (ms, index) =>
      `<circle class="${colour} dot" cx="${x(ms)}" cy="${(y + ((index * 7) % 15) - 7).toFixed(1)}" r="2.5"/>`,
  );
  return `<text x="16" y="${y + 4}">${escaped(label(subject.name))}</text>${dots.join("")}
<rect class="${colour}" x="${(Number(x(p50.value)) - 1.5).toFixed(1)}" y="${y - 12}" width="3" height="24"/><text x="${WIDTH - 12}" y="${y + 4}" text-anchor="end">${short(p50.value)}</text>`;
}

/** 1, 2 and 5 of each power of ten. */
function ticksOf(least: number, most: number): readonly number[] {
  const ticks: number[] = [];
  for (let power = -2; power < 7; power += 1) {
    for (const step of [1, 2, 5]) {
      const ms = Number((step * 10 ** power).toPrecision(1));
      if (ms > least && ms < most) ticks.push(ms);
    }
  }
  return ticks.length > 8 ? ticks.filter((ms) => /^0?\.?0*1/.test(String(ms))) : ticks;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
