/** The command table, and how a command line becomes a call. */
import { parseArgs } from "node:util";
import { type Call, type Command, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "./context.ts";
import { nearest } from "./nearest.ts";

const json = { type: "boolean", about: "Print one JSON document instead of text" } as const;
const dryRun = { type: "boolean", about: "Print the plan and change nothing" } as const;
const scope = { type: "string", about: "user (default), project or local" } as const;
const harness = {
  type: "string",
  about: "Ids of harnesses (listed below), separated by commas; all (default): all that are found",
} as const;
const trust = {
  type: "boolean",
  about: "Trust our entries in Codex and Codewith, which skip them otherwise; shows exactly what is trusted",
} as const;

const registry = {
  type: "string",
  about: "Address of a registry, in the place of the configured one",
} as const;
const lockScope = { type: "string", about: "user (default) or project: whose hooks.lock" } as const;

const logFilters = {
  since: { type: "string", about: "From then on: 30m, 12h, 7d, or a date" },
  harness: { type: "string", about: "Of one harness, by its id" },
  hook: { type: "string", about: "Of one hook" },
  rule: { type: "string", about: "Of one rule, as trash-guard/shred" },
  verdict: { type: "string", about: "deny, ask, rewrite, lifted, allow or context" },
  session: { type: "string", about: "Of a session whose id begins so" },
  cwd: { type: "string", about: "Of calls in this folder and below" },
  grep: { type: "string", about: "That hold this text" },
} as const;

const commands: Readonly<Record<string, Command>> = {
  install: {
    summary: "Register hooks in the settings of your harnesses",
    usage: "install NAME|PACKAGE... [--scope SCOPE] [--harness ID] [--dry-run]",
    options: {
      scope,
      registry,
      yes: { type: "boolean", about: "Agree to what the packages may do" },
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
    examples: [
      "install trash-guard",
      "install trash-guard workspace-repos-guard --scope project --dry-run",
      "install @acme/hook-x@^1.2",
      "install file:./my-hook --yes",
    ],
    load: async () => (await import("./commands/install.ts")).install,
  },
  uninstall: {
    summary: "Take hooks out of the settings of your harnesses",
    usage: "uninstall NAME... [--scope SCOPE] [--harness ID] [--dry-run]",
    options: {
      scope,
      harness: {
        type: "string",
        about: "Ids of harnesses (listed below), separated by commas; all (default): all that register it",
      },
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
    summary: "Show the hooks there are, and which settings files register them",
    usage: "list [--json]",
    options: { json },
    examples: ["list"],
    load: async () => (await import("./commands/list.ts")).list,
  },
  search: {
    summary: "Find hooks by words, built in and on the registry",
    usage: "search [WORD...] [--registry ADDRESS]",
    options: { registry, json, offline: { type: "boolean", about: "Ask no registry" } },
    examples: ["search trash", "search git push --json"],
    load: async () => (await import("./commands/search.ts")).search,
  },
  info: {
    summary: "Show what a hook watches and may do, its versions and its README",
    usage: "info NAME[@VERSION] [--registry ADDRESS]",
    options: { registry, json },
    examples: ["info trash-guard", "info @acme/hook-x"],
    load: async () => (await import("./commands/info.ts")).info,
  },
  outdated: {
    summary: "Show which installed packages have a newer version",
    usage: "outdated [--scope SCOPE]",
    options: { scope: lockScope, registry, json },
    examples: ["outdated"],
    load: async () => (await import("./commands/outdated.ts")).outdated,
  },
  update: {
    summary: "Bring installed packages to the newest versions that fit, or take that back",
    usage: "update [NAME...] [--scope SCOPE] [--rollback]",
    options: {
      scope: lockScope,
      registry,
      json,
      "dry-run": dryRun,
      yes: { type: "boolean", about: "Agree to what the new versions do more than the old ones" },
      rollback: { type: "boolean", about: "Take the last change of the lock back" },
    },
    examples: ["update --dry-run", "update @acme/hook-x", "update --rollback"],
    load: async () => (await import("./commands/update.ts")).update,
  },
  audit: {
    summary: "Check that installed packages are what the lock says, and show what they may do",
    usage: "audit [--scope SCOPE] [--offline]",
    options: {
      scope: lockScope,
      registry,
      json,
      offline: { type: "boolean", about: "Ask no registry: no ages, no withdrawn versions" },
    },
    examples: ["audit", "audit --offline --json"],
    load: async () => (await import("./commands/audit.ts")).audit,
  },
  new: {
    summary: "Make a folder with a hook that works, to start from",
    usage: "new NAME [--package PACKAGE]",
    options: {
      package: { type: "string", about: "Its name on a registry: hook-NAME (default) or @scope/hook-NAME" },
    },
    examples: ["new my-guard", "new my-guard --package @acme/hook-my-guard"],
    load: async () => (await import("./commands/new.ts")).newHook,
  },
  test: {
    summary: "Try a hook's folder: cases, damaged inputs, speed, README, capabilities",
    usage: "test [DIR]",
    options: {},
    examples: ["test", "test my-guard"],
    load: async () => (await import("./commands/author.ts")).test,
  },
  pack: {
    summary: "Test a hook's folder and write the archive that a registry gets",
    usage: "pack [DIR] [--out FILE]",
    options: { out: { type: "string", about: "The file to write; default is named after the package" } },
    examples: ["pack my-guard"],
    load: async () => (await import("./commands/author.ts")).pack,
  },
  publish: {
    summary: "Test a hook's folder and publish it through npm",
    usage: "publish [DIR] [--registry ADDRESS] [--dry-run]",
    options: { registry, "dry-run": dryRun },
    examples: ["publish my-guard --dry-run", "publish my-guard"],
    load: async () => (await import("./commands/author.ts")).publish,
  },
  doctor: {
    summary:
      "Find what keeps a guard from running, in every harness and scope; exit 0 clean, 1 findings, 2 could not check",
    usage: "doctor [--fix | --live HARNESS] [--json]",
    options: {
      json,
      fix: { type: "boolean", about: "Mend what can be mended without taking anything of others away" },
      live: {
        type: "string",
        about:
          "Start the real client (claude-code, codex or gemini-cli) against a stand-in model on loopback and show the guard acting; it gets a home folder of its own with a copy of our entries, and reads none of your settings, keys or sessions",
      },
    },
    examples: ["doctor", "doctor --fix", "doctor --live claude-code", "doctor --json"],
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  log: {
    summary: "Show what was refused, asked, rewritten and let pass",
    usage: "log [--since 2h] [--verdict deny] [--follow] [--otlp URL | --sqlite FILE]",
    options: {
      ...logFilters,
      last: { type: "string", about: "How many of the newest; 50 by default" },
      follow: { type: "boolean", about: "Go on with what is written from now on" },
      f: { type: "boolean", about: "The same as --follow, written -f" },
      json: { type: "boolean", about: "Print one JSON object a line" },
      otlp: {
        type: "string",
        about: "Send the records to an OpenTelemetry collector, as http://127.0.0.1:4318",
      },
      sqlite: { type: "string", about: "Add the records to the table verdicts of this SQLite file" },
    },
    examples: ["log --since 1d --verdict deny", "log -f", "log --sqlite verdicts.db"],
    load: async () => (await import("./commands/log.ts")).log,
  },
  stats: {
    summary: "Add the log up: what was saved, what was refused, what it cost",
    usage: "stats [--since 7d] [--json]",
    options: { ...logFilters, json },
    examples: ["stats", "stats --since 7d --json"],
    load: async () => (await import("./commands/stats.ts")).stats,
  },
  allow: {
    summary: "Let a refused call pass: for people, at a terminal of their own",
    usage: "allow --once ID | --session ID | --rule RULE --reason TEXT --expires 7d | --list | --revoke ID",
    options: {
      once: { type: "string", about: "The very call that was refused under this id, one time" },
      session: { type: "string", about: "What was refused under this id, for the rest of its session" },
      rule: { type: "string", about: "Every refusal of a rule, as trash-guard/rmdir, until --expires" },
      reason: { type: "string", about: "Why; goes into the policy and the log" },
      expires: { type: "string", about: "15m, 12h, 7d, or a date" },
      command: { type: "string", about: "With --rule: this command alone" },
      folder: { type: "string", about: "With --rule: in this folder and below" },
      list: { type: "boolean", about: "Show what is let pass now" },
      revoke: { type: "string", about: "Take back what has this id or rule" },
      json,
    },
    examples: [
      "allow --once 04fefe4462",
      "allow --rule trash-guard/rmdir --expires 7d --reason 'build script'",
      "allow --list",
    ],
    load: async () => (await import("./commands/allow.ts")).allow,
  },
  explain: {
    summary: "Show what hooks answer to a command, without running it",
    usage: "explain [NAME...] -- COMMAND   or   explain --jsonl   or   explain --watch FILE",
    options: {
      json,
      watch: { type: "string", about: "Judge every line of this file, and again whenever it is saved" },
      "fail-on": {
        type: "string",
        about:
          "Exit 1 when a verdict is one of these: deny,ask,rewrite; with --jsonl exit 2 for a line that cannot be read",
      },
      harness: { type: "string", about: "Whose words to show; default claude-code" },
      jsonl: { type: "boolean", about: "Read one JSON object a line, write one verdict a line" },
      trash: { type: "string", about: "Take this path for a genuine trash without looking" },
      cwd: { type: "string", about: "The folder the command would run in" },
      home: { type: "string", about: "The home folder to judge by" },
      shell: { type: "string", about: "bash, zsh, sh or unknown (default)" },
      set: { type: "string", about: "Judge as an entry with this setting would: KEY=VALUE" },
    },
    examples: [
      "explain -- 'rm -rf build && ls'",
      "explain trash-guard --json -- 'rm -rf ~'",
      "explain --jsonl --fail-on deny < commands.jsonl",
      "explain --watch commands.txt",
    ],
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  fire: {
    summary: "Run the hooks that your settings register for an event, and show what each one said",
    usage: "fire EVENT [--command TEXT | --tool NAME --input JSON] [--harness ID]",
    options: {
      command: { type: "string", about: "The shell command that the event is about; it is not run" },
      tool: { type: "string", about: "The tool that the event is about; default Bash" },
      input: { type: "string", about: "The tool's input, or the event's own fields, as a JSON object" },
      response: { type: "string", about: "What the tool answered, for PostToolUse; JSON or text" },
      prompt: { type: "string", about: "The prompt, for UserPromptSubmit" },
      harness,
      "scope-from": { type: "string", about: "The folder whose settings count; default is this one" },
      "only-ours": { type: "boolean", about: "Leave out the hooks of others" },
      dry: { type: "boolean", about: "List what would run and why, and run nothing" },
      strict: {
        type: "boolean",
        about: "One after the other, and a failure denies; default: as the harness does",
      },
      sandbox: { type: "boolean", about: "Start the hooks in an empty folder that is removed afterwards" },
      json,
    },
    examples: [
      "fire PreToolUse --command 'rm -rf build'",
      "fire PreToolUse --command 'rm -rf build' --harness claude --dry",
      "fire UserPromptSubmit --prompt 'hello' --json",
    ],
    load: async () => (await import("./commands/fire.ts")).fire,
  },
  bench: {
    summary: "Measure what hooks cost, ours or all that your settings register; exit 1 when one is over",
    usage: "bench [NAME...] [--budget MS] | bench --installed [--harness ID]",
    options: {
      installed: {
        type: "boolean",
        about: "Everything registered for the event, hooks of others included; each is run some 50 times",
      },
      event: { type: "string", about: "The event; default PreToolUse" },
      command: {
        type: "string",
        about: "The shell command that the event is about; default ls -la; it is not run",
      },
      tool: { type: "string", about: "The tool that the event is about; default Bash" },
      input: { type: "string", about: "The tool's input, or the event's own fields, as a JSON object" },
      prompt: { type: "string", about: "The prompt, for UserPromptSubmit" },
      harness,
      "scope-from": { type: "string", about: "The folder whose settings count; default is this one" },
      runs: { type: "string", about: "Runs of each, default 40" },
      cold: { type: "string", about: "Runs with the program's files out of the system's cache, default 5" },
      seconds: { type: "string", about: "Stop measuring a hook after this time, default 10" },
      budget: { type: "string", about: "Milliseconds that the median may take" },
      vs: { type: "string", about: "A shell command to measure in alternation, on the same input" },
      svg: { type: "string", about: "Write a plot into this file" },
      markdown: { type: "boolean", about: "Print a Markdown table instead of text" },
      json,
    },
    examples: [
      "bench",
      "bench --installed",
      "bench trash-guard --command 'rm -rf build' --budget 50",
      "bench trash-guard --vs '/opt/guard check' --svg bench.svg",
    ],
    load: async () => (await import("./commands/bench.ts")).bench,
  },
  ui: {
    summary: "Show verdicts, costs, trash and doctor's findings on a page of this machine alone",
    usage: "ui [--port NUMBER] [--open]",
    options: {
      port: { type: "string", about: "The port on 127.0.0.1; default is a free one" },
      open: { type: "boolean", about: "Open the page in your browser" },
    },
    examples: ["ui", "ui --open"],
    load: async () => (await import("./commands/ui.ts")).ui,
  },
  completions: {
    summary: "Print what makes your shell complete hooks, its options and names",
    usage: "completions bash|zsh|fish",
    options: {},
    examples: [
      "completions bash >> ~/.bashrc",
      "completions zsh > ~/.zsh/completions/_hooks",
      "completions fish > ~/.config/fish/completions/hooks.fish",
    ],
    load: async () => (await import("./commands/completions.ts")).completionsOf(commands),
  },
  run: {
    summary: "Answer one event of a harness (JSON on stdin); harnesses call this",
    usage: "run NAME... [--harness ID] [--set KEY=VALUE]",
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
  if (name === undefined) {
    context.out(overview());
    return EXIT_USAGE;
  }
  if (name === "help" || name === "--help" || name === "-h") return help(rest[0], context);
  if (name === "--version" || name === "-V" || name === "version") {
    context.out(`hooks ${context.version}\n`);
    return EXIT_OK;
  }
  const command = commandNamed(name);
  if (command === undefined) return noCommand(name, context);
  const split = rest.indexOf("--");
  const before = split === -1 ? rest : rest.slice(0, split);
  if (before.includes("--help") || before.includes("-h")) return help(name, context);
  const call = readCall(before, split === -1 ? undefined : rest.slice(split + 1), command);
  if ("misuse" in call) {
    context.err(`hooks ${name}: ${call.misuse}\nUsage: hooks ${command.usage}\n`);
    return EXIT_USAGE;
  }
  try {
    return await (await command.load())(call, context);
  } catch (error) {
    const advice = adviceOn(error);
    if (advice === undefined) throw error;
    context.err(`hooks ${name}: ${(error as Error).message}.\n  ${advice}\n`);
    return EXIT_FAILED;
  }
}

function commandNamed(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function noCommand(name: string, context: Context, topics: readonly string[] = []): number {
  const hint = didYouMean(name, [...Object.keys(commands), ...topics]);
  context.err(`hooks: there is no command "${name}".${hint} Run "hooks help" for the list.\n`);
  return EXIT_USAGE;
}

async function help(name: string | undefined, context: Context): Promise<number> {
  if (name === undefined) {
    context.out(overview());
    return EXIT_OK;
  }
  if (name === "exit-codes") {
    context.out((await import("./exit-codes.ts")).exitCodeText());
    return EXIT_OK;
  }
  const command = commandNamed(name);
  if (command === undefined) return noCommand(name, context, ["exit-codes"]);
  context.out(await usage(name, command));
  return EXIT_OK;
}

/** What to do about an error of the file system that no command foresaw; undefined for an error of another kind. */
function adviceOn(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  switch (error.code) {
    case "EACCES":
    case "EPERM":
      return "Make that place writable for you, or set HOME to a folder that is, and run the same again.";
    case "EROFS":
      return "That file system cannot be written; set HOME to a folder on one that can, and run the same again.";
    case "ENOSPC":
    case "EDQUOT":
      return "Make room on that disk and run the same again.";
    case "ENOTDIR":
      return "A part of that path is a file where a folder is expected; move it away and run the same again.";
    default:
      return undefined;
  }
}

interface Misuse {
  readonly misuse: string;
}

function readCall(
  before: readonly string[],
  rest: readonly string[] | undefined,
  command: Command,
): Call | Misuse {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { type }]) => [key, { type }]),
  );
  // Not strict: its messages talk of positional arguments and give advice that is wrong here.
  const { tokens } = parseArgs({
    args: [...before],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given: Record<string, string | boolean> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const known = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined;
    if (known === undefined) return { misuse: unknownOption(token.rawName, command) };
    if (known.type === "boolean") {
      if (token.value !== undefined)
        return { misuse: `${token.rawName} takes no value, got "${token.value}".` };
      given[token.name] = true;
      continue;
    }
    // A value that looks like an option is a value forgotten; one that is meant is joined with "=".
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith("-"))) {
      return { misuse: `${token.rawName} needs a value.` };
    }
    given[token.name] = token.value;
  }
  return { options: given, words, rest };
}

function unknownOption(option: string, command: Command): string {
  const hint = didYouMean(
    option,
    Object.keys(command.options).map((key) => `--${key}`),
  );
  const advice = command.usage.includes("-- COMMAND")
    ? " What belongs to the command to explain stands after --, in quotes."
    : "";
  return `there is no option "${option}".${hint || advice}`;
}

function didYouMean(word: string, candidates: readonly string[]): string {
  const close = nearest(word, candidates);
  return close === undefined ? "" : ` Did you mean "${close}"?`;
}

const FIRST_STEPS = `  hooks install trash-guard
  hooks explain -- 'rm -rf build'
  hooks doctor`;

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `hooks: guards for coding harnesses\n\nExamples\n${FIRST_STEPS}\n\nUsage: hooks COMMAND\n\n${lines.join("\n")}\n\nhooks help COMMAND shows its examples and options, hooks help exit-codes what the exit codes mean.\n`;
}

async function usage(name: string, command: Command): Promise<string> {
  const flags = Object.entries(command.options).map(([key, { type, about }]) => {
    const flag = key.length === 1 ? `-${key}` : `--${key}`;
    return `  ${flag}${type === "string" ? " VALUE" : ""}\n      ${about}`;
  });
  const options = flags.length === 0 ? "" : `\nOptions\n${flags.join("\n")}\n`;
  const ids = "harness" in command.options ? await harnessIds() : "";
  // Examples first: most people look for a line to copy.
  const examples = command.examples.map((example) => `  hooks ${example}`).join("\n");
  const { exitCodes } = await import("./exit-codes.ts");
  const own = exitCodes.filter((one) => one.command === name);
  const shared = exitCodes.filter((one) => one.command === "" && !own.some(({ code }) => code === one.code));
  const codes = [...own, ...shared].sort((one, other) => one.code - other.code);
  const ends = codes.map(({ code, means }) => `  ${code}  ${means}`).join("\n");
  return `${command.summary}\n\nExamples\n${examples}\n\nUsage: hooks ${command.usage}\n${options}${ids}\nExit codes\n${ends}\n`;
}

async function harnessIds(): Promise<string> {
  const { harnesses } = await import("@hasna/hooks-harness");
  const width = Math.max(...harnesses.map(({ id }) => id.length));
  return `\nHarnesses\n${harnesses.map(({ id, label }) => `  ${id.padEnd(width)}  ${label}\n`).join("")}`;
}
