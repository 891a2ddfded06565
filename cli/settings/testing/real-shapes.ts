/**
 * Settings in the shapes that people have them in: bodies as they occur, each as the programs write it that write such
 * files. For tests; no text of anybody's file stands here.
 */
import type { Shape } from "./settings-generator.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Fields = Readonly<Record<string, Json>>;

/** Every body of a harness's shape in every writer's hand. */
export function realJson(shape: Shape): readonly string[] {
  const strict = writers.map((write) => (body: Fields) => write(body));
  const lax = shape.lax ? laxWriters : [];
  return bodies(shape).flatMap((body) => [...strict, ...lax].map((write) => write(body)));
}

function bodies(shape: Shape): readonly Fields[] {
  const [start = "", tool = ""] = shape.events;
  const [shell = ""] = shape.matchers;
  const one = (command: string, more: Fields = {}): Fields => ({ type: "command", command, ...more });
  const entry = (matcher: string | undefined, ...handlers: readonly Fields[]): readonly Json[] => {
    const where = matcher === undefined ? {} : { matcher };
    if (shape.layout === "groups") return [{ ...where, hooks: handlers }];
    return handlers.map((handler) => ({ ...handler, ...where }));
  };
  const hooks = (events: Readonly<Record<string, readonly Json[]>>): Json =>
    shape.layout !== "triggers"
      ? events
      : Object.entries(events).flatMap(([trigger, items]) =>
          items.map((item) => ({ name: `on ${trigger}`, trigger, action: item, enabled: true })),
        );
  const events: readonly Json[] = [
    hooks({}),
    hooks({ [tool]: entry(shell, one("~/bin/audit.sh", { timeout: 10 })) }),
    hooks({
      [tool]: entry(
        shell,
        one('python3 "$HOME/hooks/check.py"'),
        one("jq -r '.tool_input.command' >> ~/log"),
      ),
    }),
    hooks({
      [start]: entry(undefined, one("git status --short | head -20")),
      [tool]: [
        ...entry(shell, one("npx lint-staged")),
        ...entry("Edit|Write", one('prettier --write "$FILE"')),
      ],
    }),
    hooks({
      [tool]: [
        ...entry(undefined, one("bash -c 'cat >/dev/null; exit 0'")),
        ...entry(shell, one("/opt/guard")),
      ],
    }),
  ];
  if (shape.bare)
    return [
      ...events,
      ...events.map((map) => ({ ...(map as Fields), Notification: [] })),
    ] as readonly Fields[];
  const around: readonly Fields[] = [
    {},
    { model: "a-model", permissions: { allow: ["Bash(npm run *)", "Read(src/**)"], deny: ["Read(./.env)"] } },
    { env: { A: "1", "B C": '\u00e9 \u2014 "quoted"' }, statusLine: { type: "command", command: "date" } },
  ];
  const sorted = around.flatMap((rest, index) =>
    events.map((map): Fields => (index % 2 === 0 ? { ...rest, hooks: map } : { hooks: map, ...rest })),
  );
  return [...around, ...sorted];
}

const indented = (body: Fields, unit: string | number) => JSON.stringify(body, null, unit);

/** Programs and people that write strict JSON. */
const writers: readonly ((body: Fields) => string)[] = [
  // Harnesses themselves, jq, most scripts.
  (body) => `${indented(body, 2)}\n`,
  // A harness's own writer that ends without a line end.
  (body) => indented(body, 2),
  // Python's json.dump with indent=4, editors.
  (body) => `${indented(body, 4)}\n`,
  (body) => `${indented(body, "\t")}\n`,
  // Editors on Windows.
  (body) => `${indented(body, 2)}\n`.replaceAll("\n", "\r\n"),
  (body) => JSON.stringify(body),
  // Python's json.dumps, with blanks behind colons and commas.
  (body) => `${pythonic(body)}\n`,
  // Formatters that keep short lists and objects on one line.
  (body) => `${folded(body, "", 60)}\n`,
];

/** People who write comments and leave commas. */
const laxWriters: readonly ((body: Fields) => string)[] = [
  (body) => `// my settings\n${indented(body, 2)}\n`,
  (body) => `${indented(body, 2).replace(/^ {2}"/m, '  // the first\n  "')}\n`,
  (body) => `${indented(body, 2).replace(/([\]}"0-9el])\n(\s*[\]}])/g, "$1,\n$2")}\n`,
];

function pythonic(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => pythonic(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${pythonic(item)}`)
    .join(", ")}}`;
}

function folded(value: Json, indent: string, width: number): string {
  const flat = typeof value === "object" && value !== null ? pythonic(value) : JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + flat.length <= width) {
    return flat.startsWith("{") && flat.length > 2 ? `{ ${flat.slice(1, -1)} }` : flat;
  }
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: Json) => folded(item, inner, width))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${folded(item, inner, width)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${indent}${close}`;
}

/** Files of TOML, each in several hands. */
export function realToml(): readonly string[] {
  const tables = {
    model: 'model = "a-model"\napproval_policy = "on-request"',
    nested: '[providers.local]\nbase_url = "http://127.0.0.1"\n[providers.local.headers]\nA = "b"',
    inline: 'profiles = { fast = { model = "m" }, slow = { model = "n" } }',
    projects:
      '[projects."/home/u/p"]\ntrust_level = "trusted"\n\n[projects."/home/u/q.r"]\ntrust_level = "untrusted"',
    servers:
      '[mcp.servers.docs]\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "docs",\n]\nenv = { KEY = "v" }',
    notes: '# Keep this file short.\n\n# The model\nmodel = "m" # the fast one',
    prompt: 'prompt = """\nWrite [[hooks]] by hand.\nevent = "none"\n"""',
    hook: '[[hooks]]\nevent = "Stop"\ncommand = "say done"',
    hooks:
      '[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = \'/opt/guard "$HOME"\'\ntimeout = 10\n\n[[hooks]]\nevent = "Notification"\ncommand = "notify-send hi"',
  };
  const { model, nested, inline, projects, servers, notes, prompt, hook, hooks } = tables;
  const files = [
    [model],
    [notes],
    [inline, nested],
    [model, projects],
    [model, prompt, servers],
    [notes, projects, hook],
    [model, hooks],
    [model, hook, servers],
    [inline, hooks, nested],
    [prompt, hook, projects],
    [model, servers, projects, hooks],
    [hook],
    [hooks],
  ].map((parts) => parts.join("\n\n"));
  const hands: readonly ((text: string) => string)[] = [
    (text) => `${text}\n`,
    (text) => text,
    (text) => `${text}\n`.replaceAll("\n", "\r\n"),
    (text) => `${text}\n\n# end\n`,
    (text) => `${text.replaceAll(" = ", "=")}\n\n`,
  ];
  return files.flatMap((text) => hands.map((write) => write(text)));
}
