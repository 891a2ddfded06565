import { type Arguments, type Grammar, readArguments } from "./arguments.ts";
import { type Bytes, fromText, toReadable } from "./bytes.ts";
import { Fault } from "./fault.ts";
import type { Machine } from "./machine.ts";
import { answer, EXIT, type ExitCode, openScreen, type Screen } from "./screen.ts";
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

export async function runVerb(args: readonly Bytes[], machine: Machine): Promise<number> {
  const name = args[0] === undefined ? "--help" : toReadable(args[0]);
  const rest = args.slice(1);
  const json = rest.includes("--json" as Bytes);
  const screen = openScreen(machine, json);
  if (name === "--help" || name === "-h" || name === "help") {
    screen.print(helpText());
    return EXIT.ok;
  }
  if (name === "--version" || name === "-V") {
    screen.print(
      json
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
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined) {
    screen.warn(
      `there is no command ${name}; 'trash help' lists them, 'trash put FILE...' moves files to the trash`,
    );
    return EXIT.usage;
  }
  if (rest.includes("--help" as Bytes)) {
    screen.print(`trash ${name} ${verb.usage} [--json]\n  ${verb.does}`);
    return EXIT.ok;
  }
  const read = readArguments(rest, { ...verb, switches: [...verb.switches, "json"] });
  if (typeof read === "string") {
    machine.err(fromText(`trash ${name}: ${read}\nusage: trash ${name} ${verb.usage} [--json]\n`));
    return EXIT.usage;
  }
  const run = await verb.load();
  try {
    return await run(openSession(machine), read, screen);
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    if (json) answer(screen, name, false, [], [{ message: thrown.message }]);
    else screen.warn(`${thrown.message} ('trash doctor' looks for the cause)`);
    return EXIT.failed;
  }
}

function helpText(): string {
  const width = Math.max(...verbNames().map((name) => name.length));
  const lines = Object.entries(VERBS).map(([name, { does }]) => `  trash ${name.padEnd(width)}  ${does}`);
  return [
    "trash keeps what was deleted, and brings it back.",
    "",
    ...lines,
    `  trash ${"guard".padEnd(width)}  takes the arguments of rm and keeps its contract, with the trash in place of deleting`,
    "",
    "Every command takes --json and --help.",
  ].join("\n");
}
