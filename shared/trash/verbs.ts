import { type Arguments, type Grammar, readArguments } from "./arguments.ts";
import { type Bytes, toReadable } from "./bytes.ts";
import { type Fault, faultCode, isFault } from "./fault.ts";
import type { Machine } from "./machine.ts";
import { answer, complain, EXIT, type ExitCode, openScreen, type Screen, table } from "./screen.ts";
import { openSession, type Session } from "./session.ts";
import { GUARD_PROTOCOL, PACKAGE_NAME, VERSION } from "./version.ts";

interface Verb extends Grammar {
  readonly does: string;
  readonly usage: string;
  load(): Promise<(session: Session, args: Arguments, screen: Screen) => ExitCode | Promise<ExitCode>>;
}

const FILTERS: readonly string[] = ["session", "command", "since", "path", "class", "limit"];

/** Every verb but `guard`, in the order of the help text. */
const VERBS: Readonly<Record<string, Verb>> = {
  undo: {
    does: "bring back the last call, whole (of this agent session when one is known)",
    usage: "[COMMAND] [--last N] [--on-conflict fail|rename] [--dry-run]",
    switches: ["dry-run"],
    values: ["last", "on-conflict"],
    operands: "COMMAND",
    load: async () => (await import("./verbs/undo.ts")).runUndo,
  },
  list: {
    does: "what is in the trash, newest first",
    usage: "[--since AGE] [--path P] [--session S] [--command C] [--class K] [--limit N] [--orphans]",
    switches: ["orphans"],
    values: FILTERS,
    load: async () => (await import("./verbs/list.ts")).runList,
  },
  restore: {
    does: "bring back single items, by ID or by path",
    usage: "ITEM... [--to FOLDER] [--on-conflict fail|rename|swap]",
    switches: [],
    values: ["to", "on-conflict"],
    operands: "ITEM",
    load: async () => (await import("./verbs/restore.ts")).runRestore,
  },
  log: {
    does: "the calls, newest first, and what is still in the trash of each",
    usage: "[--limit N]",
    switches: [],
    values: ["limit"],
    load: async () => (await import("./verbs/log.ts")).runLog,
  },
  info: {
    does: "all that is known about an item",
    usage: "ITEM...",
    switches: [],
    values: [],
    operands: "ITEM",
    load: async () => (await import("./verbs/info.ts")).runInfo,
  },
  status: {
    does: "how much is in each trash, how it grows, what goes when",
    usage: "",
    switches: [],
    values: [],
    load: async () => (await import("./verbs/status.ts")).runStatus,
  },
  put: {
    does: "move files and folders to the trash",
    usage: "FILE...",
    switches: [],
    values: [],
    operands: "FILE",
    load: async () => (await import("./verbs/put.ts")).runPut,
  },
  pin: {
    does: "keep items until they are unpinned",
    usage: "ITEM...",
    switches: [],
    values: [],
    operands: "ITEM",
    load: async () => (await import("./verbs/pin.ts")).runPin,
  },
  unpin: {
    does: "let the rules of growth apply to items again",
    usage: "ITEM...",
    switches: [],
    values: [],
    operands: "ITEM",
    load: async () => (await import("./verbs/pin.ts")).runUnpin,
  },
  purge: {
    does: "delete chosen items for good",
    usage: "ITEM... | --older-than AGE | --class K | --command C  [--dry-run] [--yes]",
    switches: ["dry-run", "yes"],
    values: ["older-than", "class", "command"],
    operands: "ITEM",
    load: async () => (await import("./verbs/purge.ts")).runPurge,
  },
  empty: {
    does: "delete everything in the trash for good, pinned items aside",
    usage: "[--dry-run] [--yes]",
    switches: ["dry-run", "yes"],
    values: [],
    load: async () => (await import("./verbs/purge.ts")).runEmpty,
  },
  gc: {
    does: "delete for good what the rules of growth no longer keep (runs by itself after deletes)",
    usage: "[--dry-run] [--background]",
    switches: ["dry-run", "background"],
    values: [],
    load: async () => (await import("./verbs/gc.ts")).runGc,
  },
  doctor: {
    does: "look for what could make a delete or an undo fail; --fix mends it",
    usage: "[--fix]",
    switches: ["fix"],
    values: [],
    load: async () => (await import("./verbs/doctor.ts")).runDoctor,
  },
  config: {
    does: "the settings",
    usage: "path | list | get KEY | set KEY VALUE | unset KEY",
    switches: [],
    values: [],
    operands: "ACTION",
    load: async () => (await import("./verbs/config.ts")).runConfig,
  },
};

/** Names of all verbs, for whoever asks what this program can do. */
export function verbNames(): readonly string[] {
  return ["guard", ...Object.keys(VERBS)];
}

/** What the options mean, by name, with the word for their value. A verb in front makes it that verb's own. */
const OPTIONS: Readonly<Record<string, readonly [value: string, does: string]>> = {
  last: ["N", "the last N calls, not only one"],
  "on-conflict": [
    "HOW",
    "something is in the way: fail (the standard, nothing changes), or rename what comes back",
  ],
  "restore on-conflict": [
    "HOW",
    "something is in the way: fail (the standard), rename what comes back, or swap: the other goes to the trash",
  ],
  "dry-run": ["", "only say what would be done"],
  since: ["AGE", "deleted within that time, such as 90s, 30m, 12h, 7d, 2w"],
  "older-than": ["AGE", "deleted longer ago than that, such as 12h, 7d, 2w"],
  path: ["P", "what was at this path or below it"],
  session: ["S", "what this agent session deleted"],
  command: ["C", "what this call deleted ('trash log' names the calls)"],
  class: ["K", "what is kept as disposable, temporary, normal or pinned"],
  limit: ["N", "at most N lines"],
  orphans: ["", "content without a place, and places without content"],
  to: ["FOLDER", "into this folder, which is made if need be"],
  yes: ["", "do not ask"],
  background: ["", "as the program starts it itself after deletes: at the lowest priority, without a word"],
  fix: ["", "mend what can be mended"],
  json: ["", "one JSON object in place of text"],
};

const OPERANDS: Readonly<Record<string, string>> = {
  COMMAND: "a call, as 'trash log' names it; given an undo, that is taken back",
  ITEM: "an ID of 'trash list', any unique part of it, or the path where the file was",
};

export async function runVerb(args: readonly Bytes[], machine: Machine): Promise<number> {
  const name = args[0] === undefined ? "--help" : toReadable(args[0]);
  const rest = args.slice(1);
  // Behind `--` lie operands, whatever they look like.
  const end = rest.indexOf("--" as Bytes);
  const options = new Set<string>(end < 0 ? rest : rest.slice(0, end));
  const json = options.has("--json");
  const screen = openScreen(machine, json);
  try {
    return await answerVerb(name, rest, options, machine, screen);
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    if (!json || !canAnswer(screen, name, thrown))
      screen.warn(`${thrown.message} ('trash doctor' looks for the cause)`);
    return EXIT.failed;
  }
}

/** False when nothing can be printed: then stderr has to tell. */
function canAnswer(screen: Screen, name: string, { call, message }: Fault): boolean {
  if (call === "print") return false;
  try {
    answer(screen, name, false, [], [{ message }]);
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}

async function answerVerb(
  name: string,
  rest: readonly Bytes[],
  options: ReadonlySet<string>,
  machine: Machine,
  screen: Screen,
): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") return help(rest, screen);
  if (name === "--version" || name === "-V") {
    screen.print(
      screen.json
        ? JSON.stringify({
            name: PACKAGE_NAME,
            version: VERSION,
            guardProtocol: GUARD_PROTOCOL,
            verbs: verbNames(),
          })
        : `trash ${VERSION}`,
    );
    return EXIT.ok;
  }
  const verb = verbCalled(name);
  if (verb === undefined) return unknownVerb(name, screen);
  if (options.has("--help") || options.has("-h")) {
    screen.print(verbHelp(name, verb));
    return EXIT.ok;
  }
  const read = readArguments(rest, { ...verb, switches: [...verb.switches, "json"] });
  if (typeof read === "string") {
    complain(machine, `trash ${name}: ${read}\nusage: ${usageLine(name, verb)}\n`);
    return EXIT.usage;
  }
  const run = await verb.load();
  return run(openSession(machine), read, screen);
}

function verbCalled(name: string): Verb | undefined {
  return Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
}

function unknownVerb(name: string, screen: Screen): ExitCode {
  screen.warn(
    `there is no command ${name}; 'trash help' lists them, 'trash put FILE...' moves files to the trash`,
  );
  return EXIT.usage;
}

/** `trash help`, and `trash help VERB`. */
function help(rest: readonly Bytes[], screen: Screen): ExitCode {
  const word = rest.find((arg) => !arg.startsWith("-"));
  const name = word === undefined ? "help" : toReadable(word);
  const verb = verbCalled(name);
  if (name === "help") screen.print(helpText());
  else if (name === "guard") screen.print(GUARD_HELP);
  else if (verb === undefined) return unknownVerb(name, screen);
  else screen.print(verbHelp(name, verb));
  return EXIT.ok;
}

const GUARD_DOES = "takes the arguments of rm and keeps its contract, with the trash in place of deleting";

const GUARD_HELP = `trash guard RM-ARGS...
  ${GUARD_DOES}

'trash guard --help' prints what rm itself says about its options.`;

function usageLine(name: string, { usage }: Verb): string {
  return `trash ${name}${usage === "" ? "" : ` ${usage}`} [--json]`;
}

function verbHelp(name: string, verb: Verb): string {
  const operand = verb.operands ?? "";
  const rows: (readonly string[])[] = [];
  if (Object.hasOwn(OPERANDS, operand)) rows.push([`  ${operand}`, OPERANDS[operand] ?? ""]);
  for (const option of [...verb.values, ...verb.switches, "json"]) {
    const [value, does] = OPTIONS[`${name} ${option}`] ?? OPTIONS[option] ?? ["", ""];
    rows.push([`  --${option}${value === "" ? "" : ` ${value}`}`, does]);
  }
  return `${usageLine(name, verb)}\n  ${verb.does}\n\n${table(rows)}`;
}

function helpText(): string {
  const width = Math.max(...verbNames().map((name) => name.length));
  const lines = Object.entries(VERBS).map(([name, { does }]) => `  trash ${name.padEnd(width)}  ${does}`);
  return [
    "trash keeps what was deleted, and brings it back.",
    "",
    ...lines,
    `  trash ${"guard".padEnd(width)}  ${GUARD_DOES}`,
    "",
    "'trash help COMMAND' tells more about one. Every command takes --json and --help.",
  ].join("\n");
}
