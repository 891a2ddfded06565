/** The command table, and how a command line becomes a call. */
import { parseArgs } from "node:util";
import { type Call, type Command, type Context, EXIT_OK, EXIT_USAGE } from "./context.ts";
import { nearest } from "./nearest.ts";

const json = { type: "boolean", about: "Print one JSON document instead of text" } as const;
const dryRun = { type: "boolean", about: "Print the plan and change nothing" } as const;
const scope = { type: "string", about: "user (default), project or local" } as const;
const harness = {
  type: "string",
  about: "Ids of harnesses, separated by commas; default: all that are found",
} as const;
const trust = {
  type: "boolean",
  about: "Trust our entries in Codex and Codewith, which skip them otherwise; shows exactly what is trusted",
} as const;

const commands: Readonly<Record<string, Command>> = {
  install: {
    summary: "Register hooks in the settings of your harnesses",
    usage: "install NAME... [--scope SCOPE] [--harness ID] [--dry-run]",
    options: {
      scope,
      harness,
      trust,
      json,
      "dry-run": dryRun,
      force: { type: "boolean", about: "Replace a newer installed version" },
      "no-permission-rule": {
        type: "boolean",
        about: "Do not add the permission rule for the trash command",
      },
    },
    examples: ["install trash-guard", "install trash-guard workspace-repos-guard --scope project --dry-run"],
    load: async () => (await import("./commands/install.ts")).install,
  },
  uninstall: {
    summary: "Take hooks out of the settings of your harnesses",
    usage: "uninstall NAME... [--scope SCOPE] [--harness ID] [--dry-run]",
    options: {
      scope,
      harness,
      json,
      "dry-run": dryRun,
      purge: { type: "boolean", about: "Remove the installed programs too when no hook is left" },
    },
    examples: ["uninstall trash-guard"],
    load: async () => (await import("./commands/uninstall.ts")).uninstall,
  },
  sync: {
    summary: "Bring every harness to what was installed, those found since included",
    usage: "sync [--dry-run] [--trust]",
    options: { json, "dry-run": dryRun, trust },
    examples: ["sync --dry-run"],
    load: async () => (await import("./commands/sync.ts")).sync,
  },
  list: {
    summary: "Show the hooks there are",
    usage: "list [--json]",
    options: { json },
    examples: ["list"],
    load: async () => (await import("./commands/list.ts")).list,
  },
  explain: {
    summary: "Show what hooks answer to a command, without running it",
    usage: "explain [NAME...] -- COMMAND   or   explain --jsonl",
    options: {
      json,
      jsonl: { type: "boolean", about: "Read one JSON object a line, write one verdict a line" },
      trash: { type: "string", about: "Take this path for a genuine trash without looking" },
      cwd: { type: "string", about: "The folder the command would run in" },
      home: { type: "string", about: "The home folder to judge by" },
      shell: { type: "string", about: "bash, zsh, sh or unknown (default)" },
    },
    examples: ["explain -- 'rm -rf build && ls'", "explain trash-guard --json -- 'rm -rf ~'"],
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  run: {
    summary: "Answer one event of a harness (JSON on stdin); harnesses call this",
    usage: "run NAME... [--harness ID]",
    options: {},
    examples: ["run trash-guard < event.json"],
    load: async () => {
      throw new Error("main.ts handles run itself, before this table is loaded");
    },
  },
};

/** Runs `hooks ARGV`, returns the exit code. */
export async function app(argv: readonly string[], context: Context): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const about = rest[0] === undefined ? undefined : commands[rest[0]];
    context.out(about === undefined ? overview() : usage(about));
    return name === undefined ? EXIT_USAGE : EXIT_OK;
  }
  if (name === "--version" || name === "-V" || name === "version") {
    context.out(`hooks ${context.version}\n`);
    return EXIT_OK;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const close = nearest(name, Object.keys(commands));
    const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
    context.err(`hooks: there is no command "${name}".${hint} Run "hooks help" for the list.\n`);
    return EXIT_USAGE;
  }
  if (rest.includes("--help") && !rest.slice(0, rest.indexOf("--help")).includes("--")) {
    context.out(usage(command));
    return EXIT_OK;
  }
  let call: Call;
  try {
    call = readCall(rest, command);
  } catch (error) {
    context.err(`hooks ${name}: ${(error as Error).message}\nUsage: hooks ${command.usage}\n`);
    return EXIT_USAGE;
  }
  return (await command.load())(call, context);
}

function readCall(argv: readonly string[], command: Command): Call {
  const split = argv.indexOf("--");
  const before = split === -1 ? argv : argv.slice(0, split);
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { type }]) => [key, { type }]),
  );
  const { values, positionals } = parseArgs({
    args: [...before],
    options,
    allowPositionals: true,
    strict: true,
  });
  return {
    options: values as Call["options"],
    words: positionals,
    rest: split === -1 ? undefined : argv.slice(split + 1),
  };
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `hooks: guards for coding harnesses\n\nUsage: hooks COMMAND\n\n${lines.join("\n")}\n\nhooks help COMMAND shows its options and examples.\n`;
}

function usage(command: Command): string {
  const flags = Object.entries(command.options).map(
    ([key, { type, about }]) => `  --${key}${type === "string" ? " VALUE" : ""}\n      ${about}`,
  );
  const options = flags.length === 0 ? "" : `\nOptions\n${flags.join("\n")}\n`;
  const examples = command.examples.map((example) => `  hooks ${example}`).join("\n");
  return `${command.summary}\n\nUsage: hooks ${command.usage}\n${options}\nExamples\n${examples}\n`;
}
