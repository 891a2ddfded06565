import { type Bytes, toReadable, toText } from "./bytes.ts";

/** What a verb takes: switches, options with a value, and whether operands follow. */
export interface Grammar {
  readonly switches: readonly string[];
  readonly values: readonly string[];
  /** How operands are called in the usage line; undefined when there are none. */
  readonly operands?: string;
}

export interface Arguments {
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Bytes>;
  readonly operands: readonly Bytes[];
}

/** A text is a complaint. */
export function readArguments(args: readonly Bytes[], grammar: Grammar): Arguments | string {
  const switches = new Set<string>();
  const values = new Map<string, Bytes>();
  const operands: Bytes[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Bytes;
    if (arg === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("--") || arg === "-") {
      if (arg.startsWith("-") && arg.length > 1) return `there is no option ${toReadable(arg)}`;
      operands.push(arg);
      continue;
    }
    const equals = arg.indexOf("=");
    const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
    if (grammar.switches.includes(name)) {
      if (equals >= 0) return `--${name} takes no value`;
      switches.add(name);
      continue;
    }
    if (!grammar.values.includes(name)) return `there is no option --${name}`;
    if (equals >= 0) values.set(name, arg.slice(equals + 1) as Bytes);
    else {
      // An option never takes the next option for its value: `--to --json` is a mistake, not a folder.
      const next = args[i + 1];
      if (next === undefined || next.startsWith("--")) return `--${name} needs a value`;
      values.set(name, next);
      i++;
    }
  }
  if (operands.length > 0 && grammar.operands === undefined)
    return `there is nothing to do with ${toReadable(operands[0] as Bytes)}`;
  return { switches, values, operands };
}

export function textOf(value: Bytes | undefined): string | undefined {
  return value === undefined ? undefined : (toText(value) ?? toReadable(value));
}

/** `90s`, `30m`, `12h`, `7d`, `2w` in milliseconds. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(s|m|h|d|w)$/.exec(text.trim());
  const units: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };
  return match?.[1] === undefined ? undefined : Number(match[1]) * (units[match[2] ?? ""] ?? 0);
}
