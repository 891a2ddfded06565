/** Settings files as people and programs leave them, from a seed: for tests. */

/** What can be varied in how a value is written. */
interface Look {
  readonly eol: string;
  readonly unit: string;
  readonly colon: string;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  readonly hugging: boolean;
}

export type Random = () => number;

/** Mulberry32: the same seed gives the same files on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What one harness's files look like. */
export interface Shape {
  readonly layout: "groups" | "flat" | "triggers";
  /** Whether the events stand at the root, and not under `hooks`. */
  readonly bare: boolean;
  readonly events: readonly string[];
  readonly matchers: readonly string[];
  /** Whether comments and trailing commas occur. */
  readonly lax: boolean;
}

const CLAUDE: Shape = {
  layout: "groups",
  bare: false,
  events: ["SessionStart", "PreToolUse"],
  matchers: ["Bash", "Edit|Write", "*", "^B"],
  lax: true,
};

/** One settings file. `blanks` also gives containers that hold nothing but white space. */
export function settingsText(
  random: Random,
  { blanks, shape = CLAUDE }: { readonly blanks: boolean; readonly shape?: Shape },
): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  if (blanks && chance(0.05)) return pick(["", "\n", "  \r\n", "\uFEFF", "\uFEFF\n"]);

  const minified = chance(0.15);
  const look: Look = {
    eol: pick(["\n", "\n", "\r\n", "\r"]),
    unit: pick(["  ", "  ", "    ", "\t", " ", "   "]),
    colon: minified ? ":" : pick([": ", ": ", ":", " : "]),
    comments: shape.lax && chance(0.3),
    trailingCommas: shape.lax && !minified && chance(0.2),
    hugging: !minified && chance(0.2),
  };
  const lines = !minified && chance(0.85);
  const text = object(rootProperties(), lines ? "" : undefined);
  const bom = chance(0.1) ? "\uFEFF" : "";
  const lead = chance(0.1) ? pick([look.eol, " ", shape.lax ? `// settings${look.eol}` : " "]) : "";
  return (
    bom +
    lead +
    text +
    pick([look.eol, look.eol, "", `${look.eol}${look.eol}`, " ", shape.lax ? `${look.eol}// end` : ""])
  );

  function rootProperties(): [string, string | Nested][] {
    const properties: [string, string | Nested][] = [];
    if (shape.bare) return events();
    const keys = ["$schema", "model", "env", "permissions", "statusLine", "zzz", "cleanup\u00e9", "\u2014"];
    for (const key of keys) if (chance(0.35)) properties.push([spell(key), valueOfKey(key)]);
    if (chance(0.7))
      properties.splice(Math.floor(random() * (properties.length + 1)), 0, [spell("hooks"), hooks()]);
    return properties;
  }

  function valueOfKey(key: string): string | Nested {
    if (key === "env")
      return nestedObject([
        [quote("PATH"), quote("/usr/bin")],
        [quote("N"), scalar()],
      ]);
    if (key !== "permissions") return chance(0.3) ? nestedArray([scalar(), scalar()]) : scalar();
    const rules = ["Bash(ls:*)", "Read(.env)", "Bash(git *)"].filter(() => chance(0.6)).map(quote);
    const lists: [string, Nested][] = [];
    if (chance(0.6)) lists.push([quote("deny"), nestedArray([quote("Bash(rm -rf *)")])]);
    if (chance(0.7)) lists.push([quote("allow"), nestedArray(rules)]);
    return nestedObject(lists);
  }

  function hooks(): Nested {
    if (shape.layout !== "triggers") return nestedObject(events());
    const count = Math.floor(random() * 4);
    return nestedArray(Array.from({ length: count }, () => trigger(pick(shape.events))));
  }

  function events(): [string, Nested][] {
    const [first = "", second = ""] = shape.events;
    const item = shape.layout === "groups" ? group : handler;
    const found: [string, Nested][] = [];
    if (chance(0.4)) found.push([quote(first), nestedArray([item(undefined)])]);
    if (chance(0.7)) {
      const count = Math.floor(random() * 4);
      found.push([
        spell(second),
        nestedArray(Array.from({ length: count }, () => item(pick(shape.matchers)))),
      ]);
    }
    if (chance(0.3)) found.push([quote("SomeFutureEvent"), nestedArray([scalar()])]);
    return found;
  }

  function trigger(event: string): Nested {
    return nestedObject([
      [quote("name"), quote("mine")],
      [quote("trigger"), quote(event)],
      ...(chance(0.5) ? ([[quote("matcher"), quote(pick(shape.matchers))]] as [string, string][]) : []),
      [quote("action"), handler(undefined)],
    ]);
  }

  function handler(matcher: string | undefined): Nested {
    return nestedObject([
      [quote("command"), quote(pick(["audit", "/opt/x/guard.sh", "jq -r .a", "a\tb"]))],
      ...(matcher === undefined ? [] : ([[quote("matcher"), quote(matcher)]] as [string, string][])),
    ]);
  }

  function group(matcher: string | undefined): Nested {
    const handlers = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      nestedObject([
        [quote("type"), quote("command")],
        [quote("command"), quote(pick(["audit", "/opt/x/guard.sh", "jq -r .a", 'echo "hooks run"', "a\tb"]))],
        ...(chance(0.5) ? ([[quote("timeout"), pick(["10", "1e1", "10.0"])]] as [string, string][]) : []),
      ]),
    );
    const fields: [string, string | Nested][] = [[quote("hooks"), nestedArray(handlers)]];
    if (matcher !== undefined) fields.unshift([quote("matcher"), quote(matcher)]);
    return nestedObject(fields);
  }

  function scalar(): string {
    return pick([
      "1",
      "-0",
      "1.50",
      "1E+2",
      "123456789012345678901234567890",
      "true",
      "null",
      '""',
      '"\\u00e9\\/\\n"',
      '"\u2014"',
      '"// no comment"',
    ]);
  }

  function spell(key: string): string {
    return chance(0.1)
      ? `"\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${key.slice(1)}"`
      : quote(key);
  }

  function quote(value: string): string {
    return JSON.stringify(value);
  }

  function nestedObject(properties: [string, string | Nested][]): Nested {
    return (indent) => object(properties, indent);
  }

  function nestedArray(items: (string | Nested)[]): Nested {
    return (indent) => brackets("[]", items, indent);
  }

  function object(properties: [string, string | Nested][], indent: string | undefined): string {
    const items = properties.map(
      ([key, value]): Nested =>
        (inner) =>
          `${key}${look.colon}${typeof value === "string" ? value : value(inner)}`,
    );
    return brackets("{}", items, indent);
  }

  function brackets(pair: string, items: readonly (string | Nested)[], indent: string | undefined): string {
    const [open, close] = [pair.charAt(0), pair.charAt(1)];
    const lines = indent !== undefined && (indent === "" || chance(0.85));
    const write = (item: string | Nested, inner: string | undefined) =>
      typeof item === "string" ? item : item(inner);
    if (items.length === 0)
      return open + (blanks ? pick(["", " ", lines ? `${look.eol}${indent}` : ""]) : "") + close;
    if (!lines) {
      const pad = look.colon.endsWith(" ") && chance(0.2) ? " " : "";
      const comma = look.colon.endsWith(" ") ? ", " : ",";
      return open + pad + items.map((item) => write(item, undefined)).join(comma) + pad + close;
    }
    if (look.hugging && pair === "[]" && items.length === 1)
      return open + write(items[0] as Nested, indent) + close;
    const inner = indent + look.unit;
    const body = items.map((item, index) => {
      const comma = index < items.length - 1 || look.trailingCommas ? "," : "";
      return `${note(inner)}${inner}${write(item, inner)}${comma}${look.comments && chance(0.15) ? " // behind" : ""}`;
    });
    const last = look.comments && chance(0.1) ? `${look.eol}${inner}// last` : "";
    return `${open}${look.eol}${body.join(look.eol)}${last}${look.eol}${indent}${close}`;
  }

  function note(indent: string): string {
    if (!look.comments || !chance(0.15)) return "";
    return `${indent}${pick(["// a note, with } and ]", "/* a block,\n over lines */", '// "old": 1,'])}${look.eol}`;
  }
}

/** Writes itself at an indentation, or on one line when there is none. */
type Nested = (indent: string | undefined) => string;
