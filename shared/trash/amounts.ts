const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** `12.3 MiB`: three figures, powers of 1024. */
export function shownBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

export function shownAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const steps: readonly (readonly [size: number, name: string])[] = [
    [86400 * 365, "year"],
    [86400 * 30, "month"],
    [86400 * 7, "week"],
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  for (const [size, name] of steps) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

const BARS = "▁▂▃▄▅▆▇█";

/** One bar for each value, as high as its share of the largest; a value above zero never vanishes. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 0);
  return values
    .map((value) => {
      if (value <= 0 || most === 0) return " ";
      return BARS.charAt(Math.min(BARS.length - 1, Math.ceil((value / most) * BARS.length) - 1));
    })
    .join("");
}
