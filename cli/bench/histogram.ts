/** Times as bars: the same columns for every row, so that rows compare at a glance. */

export interface Bin {
  /** Milliseconds, inclusive. */
  readonly from: number;
  /** Milliseconds, exclusive but for the last bin. */
  readonly to: number;
  readonly count: number;
}

/** Bins of equal ratio: a hook of 5 ms and one of 500 ms both show their shape. */
export function binsOf(times: readonly number[], from: number, to: number, many: number): readonly Bin[] {
  const least = Math.max(from, 0.01);
  const most = Math.max(to, least * 1.2);
  const step = (most / least) ** (1 / many);
  const counts = new Array<number>(many).fill(0);
  for (const time of times) {
    const index = Math.floor(Math.log(Math.max(time, least) / least) / Math.log(step));
    const at = Math.min(Math.max(index, 0), many - 1);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, index) => ({
    from: least * step ** index,
    to: least * step ** (index + 1),
    count,
  }));
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/** One line of bars; a time seen once is never an empty column. */
export function sparkline(bins: readonly Bin[]): string {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return bins
    .map(({ count }) => (count === 0 ? " " : BARS[Math.ceil((count / most) * BARS.length) - 1]))
    .join("");
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** One bin a line, with its bounds and its count. */
export function histogramLines(bins: readonly Bin[], width: number): readonly string[] {
  const used = bins.filter(({ count }) => count > 0);
  const first = bins.indexOf(used[0] as Bin);
  const last = bins.indexOf(used.at(-1) as Bin);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return bins.slice(first, last + 1).map(({ from, to, count }) => {
    const eighths = count === 0 ? 0 : Math.max(1, Math.round((count / most) * width * 8));
    const bar = "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7];
    return `${short(from).padStart(7)} to ${short(to).padStart(7)} ms  ${String(count).padStart(4)}  ${bar}`.trimEnd();
  });
}

/** Three figures are what such a measurement knows. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return size >= 10 ? value.toFixed(1) : value.toFixed(2);
}
