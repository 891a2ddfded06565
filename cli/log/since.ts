/** Reads a moment: `90m`, `12h`, `7d`, `2w` ago, or a date. Milliseconds since 1970; undefined for anything else. */
export function momentOf(text: string, now: number): number | undefined {
  const [, amount, unit] = /^(\d+)\s*([smhdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** The same forwards: how long something holds. */
export function endOf(text: string, now: number): number | undefined {
  const past = momentOf(text, now);
  if (past === undefined) return undefined;
  return /^\d+\s*[smhdw]$/.test(text) ? 2 * now - past : past;
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
