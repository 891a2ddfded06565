/**
 * Programs that read shell text in a form of their own (behind `!`, `.shell`, as lines of input): a row each. Options
 * whose value is plain shell code come from the evaluator.
 */
import type { Field } from "@hasna/hooks-lexer";
import { fieldOf, headOf, sketchOf, textOf } from "./field.ts";
import type { Call, Finding } from "./finding.ts";
import { readWords } from "./options.ts";

/** Where a host finds code among its words. */
interface Host {
  /** Letters whose value is code. */
  readonly code?: string;
  /** Long options whose value is code. */
  readonly longCode?: readonly string[];
  /** Letters that take another value. */
  readonly valued?: string;
  /** Long options that take another value as the next word. */
  readonly longValued?: readonly string[];
  /** What must stand in front of code inside the value, and is cut off: `!`, `\!`, `.shell`. */
  readonly marks?: readonly string[];
  /** The operands, from this one on, are a command or a text of commands. */
  readonly operands?: number;
  /** Options may follow operands. */
  readonly permutes?: boolean;
  /** Text that arrives on standard input is code. */
  readonly input?: boolean;
}

/** Input longer than this is data or a program of its own. */
const inputLimit = 65_536;
/** Targets of a Makefile that are followed. */
const targetLimit = 256;

const editorMarks: readonly string[] = [
  "!",
  "%!",
  ".!",
  "r !",
  "r!",
  "w !",
  "silent !",
  "silent! !",
  "call system(",
  ":!",
];

/** The row of a program; undefined for one that reads no shell text of its own. */
function hostOf(name: string): Host | undefined {
  switch (name) {
    case "make":
    case "gmake":
      return { longCode: ["eval"], valued: "CfIoWjl", input: true };
    case "gdb":
      return { longCode: ["ex", "eval-command"], marks: ["shell ", "!", "python "], operands: 0 };
    case "ed":
    case "crontab":
    case "at":
    case "batch":
      return { input: true };
    case "ex":
    case "vim":
    case "vim.tiny":
    case "nvim":
      return { code: "c", longCode: ["cmd"], marks: editorMarks, input: true };
    case "vi":
    case "view":
      return { code: "c", longCode: ["cmd"], marks: editorMarks };
    case "psql":
      return { code: "c", longCode: ["command"], valued: "dfhpUvLoPTFR", marks: ["\\!"], input: true };
    case "mysql":
    case "mariadb":
      return { code: "e", longCode: ["execute"], valued: "hPSD", marks: ["system ", "\\!"], input: true };
    case "sqlite3":
      return { longCode: ["cmd"], marks: [".shell", ".system"], operands: 0, input: true };
    case "dc":
      return { code: "e", longCode: ["expression"], marks: ["!"], input: true };
    case "tmux":
      return { operands: 1, permutes: true, valued: "cfLSTtnFsxye" };
    case "screen":
      return { operands: 0, valued: "ceDhLprStTxX" };
    case "npx":
      return { code: "c", longCode: ["call"], longValued: ["package"], valued: "p", operands: 0 };
    case "bunx":
    case "pnpx":
    case "entr":
    case "shx":
    case "retry":
    // These set variables for the program behind them.
    case "cross-env":
    case "cross-env-shell":
      return { operands: 0 };
    case "env-cmd":
      return { operands: 0, valued: "fer" };
    case "dotenv":
      return { operands: 0, valued: "efvpc" };
    case "watchexec":
      return { operands: 0, valued: "ewfirsdNo" };
    case "concurrently":
      return { operands: 0, permutes: true, valued: "npcslm" };
    case "dotenvx":
    case "doppler":
    case "devbox":
      return { operands: 1, permutes: true, valued: "fecp" };
    case "aws-vault":
    case "chamber":
      return { operands: 2, permutes: true };
    case "hyperfine":
      return {
        operands: 0,
        valued: "wmMrspcnSN",
        longValued: ["warmup", "runs", "prepare", "cleanup", "setup"],
        longCode: ["prepare", "cleanup", "setup"],
      };
    default:
      return undefined;
  }
}

/** Finds code that a host would run and that deletes. */
export function hostFindings(call: Call): readonly Finding[] {
  const { name, args } = call;
  if (name === "sed" || name === "gsed") return sed(call);
  if (name === "npm" || name === "pnpm" || name === "yarn" || name === "bun") return packageRunner(call);
  if (name === "nix") return nix(call);
  if (name === "ssh" || name === "scp" || name === "sftp") return sshSettings(call);
  if (name.startsWith("ld-") && /^ld-(?:linux|musl).*\.so/.test(name))
    return readCode(call, [args.map(sketchOf).join(" ")], "ld.so");
  const host = hostOf(name);
  if (host === undefined) return [];
  const { options, operands } = readWords(spread(args), {
    valued: `${host.code ?? ""}${host.valued ?? ""}`,
    longValued: [...(host.longCode ?? []), ...(host.longValued ?? [])],
    permutes: host.permutes ?? host.operands === undefined,
  });
  const texts: string[] = [];
  const program = name === "gdb" ? args.findIndex((field) => headOf(field) === "--args") : -1;
  if (program !== -1)
    texts.push(
      `!${args
        .slice(program + 1)
        .map(sketchOf)
        .join(" ")}`,
    );
  for (const { name: option, value } of options) {
    if (value === undefined) continue;
    const isCode = option.length === 1 ? host.code?.includes(option) : host.longCode?.includes(option);
    if (isCode === true) texts.push(sketchOf(value));
  }
  for (const field of operands) {
    const text = sketchOf(field);
    if (text.startsWith("+") && host.marks === editorMarks) texts.push(text.slice(1));
  }
  if (host.operands !== undefined) {
    const words = operands.slice(host.operands).map(sketchOf);
    // One word may hold the whole command, several are its words: both readings are tried.
    texts.push(words.join(" "), ...(host.marks === undefined ? [] : words));
  }
  if (host.input === true) texts.push(...linesOf(call.input()));
  if (name === "make" || name === "gmake")
    texts.push(...linesOf(recipesOf(makefilesOf(call, options), operands)));
  return readCode(call, unmarked(texts, host.marks), name);
}

/** The lines of a text that a program reads as code, without what a Makefile or crontab has in front. */
function linesOf(inputs: readonly string[]): readonly string[] {
  return inputs
    .filter((text) => text.length <= inputLimit)
    .flatMap((text) =>
      text
        .split(/\n|\\n/)
        .map((line) =>
          line.replace(
            /^(?:\s|\\t|[\d*/,-]+\s|@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)\s|[@+-])+/,
            "",
          ),
        ),
    );
}

/** Makefiles that the text itself writes and that this call reads. */
function makefilesOf(
  call: Call,
  options: readonly { readonly name: string; readonly value: Field | undefined }[],
): readonly string[] {
  const { span } = call.run.verb;
  const named = options.filter(({ name }) => name === "f" || name === "file" || name === "makefile");
  const files =
    named.length > 0
      ? named.flatMap(({ value }) => value ?? [])
      : ["GNUmakefile", "makefile", "Makefile"].map((name) => fieldOf(name, span));
  return files.flatMap((file) => call.file(file) ?? []);
}

interface MakeRule {
  readonly names: readonly string[];
  readonly needs: readonly string[];
  readonly lines: string[];
}

/** The commands of the targets that are asked for and of what they need; the first target when none is named. */
function recipesOf(makefiles: readonly string[], operands: readonly Field[]): readonly string[] {
  const rules = makefiles.filter((text) => text.length <= inputLimit).flatMap(makeRules);
  const wanted = new Set(operands.map(sketchOf).filter((name) => !name.includes("=")));
  if (wanted.size === 0) {
    const first = rules.flatMap(({ names }) => names).find((name) => !/^\.|[%$]/.test(name));
    if (first !== undefined) wanted.add(first);
  }
  // A rule for a pattern or a variable may be the one of any target.
  const applies = ({ names }: MakeRule): boolean =>
    names.some((name) => wanted.has(name) || /[%$]/.test(name));
  // What is added while the set is walked is walked as well.
  for (const _ of wanted) {
    if (wanted.size > targetLimit) return rules.flatMap(({ lines }) => lines);
    for (const rule of rules) if (applies(rule)) for (const need of rule.needs) wanted.add(need);
  }
  return rules.filter(applies).flatMap(({ lines }) => lines);
}

function makeRules(text: string): readonly MakeRule[] {
  // What stands outside of rules is read by every call.
  const rules: MakeRule[] = [{ names: ["%"], needs: [], lines: [] }];
  for (const line of text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").split("\n")) {
    const match = /^([^\t#=:][^=:]*)::?(?!=)([^;]*)(?:;(.*))?$/.exec(line);
    if (match === null) {
      rules.at(-1)?.lines.push(line);
      continue;
    }
    const [, names = "", needs = "", command] = match;
    rules.push({
      names: names.trim().split(/\s+/),
      needs: needs.split(/\s+/).filter((name) => name !== "" && name !== "|"),
      lines: command === undefined ? [] : [command],
    });
  }
  return rules;
}

/** gdb and vim spell some long options with one dash. */
function spread(args: readonly Field[]): readonly Field[] {
  return args.map((field) => {
    const head = headOf(field);
    return /^-(?:ex|eval-command|cmd|batch|args)$/.test(head) ? fieldOf(`-${head}`, field.span) : field;
  });
}

/** The code behind the longest mark; a text without one is no code. */
function unmarked(texts: readonly string[], marks: readonly string[] | undefined): readonly string[] {
  if (marks === undefined) return texts;
  return texts.flatMap((text) => {
    const plain = text.trimStart();
    let longest = "";
    for (const mark of marks) if (mark.length > longest.length && plain.startsWith(mark)) longest = mark;
    return longest === "" ? [] : [plain.slice(longest.length).replace(/^[("']+/, "")];
  });
}

function readCode(call: Call, texts: readonly string[], by: string): readonly Finding[] {
  for (const text of texts) {
    if (text.trim() !== "" && call.deletes(text)) return [{ by, operands: [], open: true }];
  }
  return [];
}

/** GNU sed runs what `e` gives it: `1e rm x`, `s/a/rm x/e`. */
function sed(call: Call): readonly Finding[] {
  const { options, operands } = readWords(call.args, {
    valued: "efl",
    longValued: ["expression", "file", "line-length"],
    permutes: true,
  });
  const scripts = options.flatMap(({ name, value }) =>
    value !== undefined && (name === "e" || name === "expression") ? [sketchOf(value)] : [],
  );
  if (scripts.length === 0 && operands[0] !== undefined) scripts.push(sketchOf(operands[0]));
  const texts: string[] = [];
  for (const script of scripts) {
    for (const part of script.split(/[\n;{}]/)) {
      const command =
        /^\s*(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)?(?:,(?:\d+|\$|\/(?:[^/\\]|\\.)*\/))?\s*!?\s*e\s+(.*)$/.exec(part);
      if (command?.[1] !== undefined) texts.push(command[1]);
      const substitute =
        /^\s*(?:[\d$,]*)s(.)((?:(?!\1)[^\\]|\\.)*)\1((?:(?!\1)[^\\]|\\.)*)\1[gpiImM\d]*e/.exec(part);
      if (substitute?.[3] !== undefined) texts.push(substitute[3]);
    }
  }
  return readCode(call, texts, "sed e");
}

/** `npm exec -c CODE`, `pnpm dlx rimraf d`, `yarn dlx`, `bun x`. */
function packageRunner(call: Call): readonly Finding[] {
  const [first, ...rest] = call.args;
  const verb = first === undefined ? undefined : textOf(first);
  if (verb === undefined || !/^(?:exec|x|dlx)$/.test(verb)) return [];
  const { options, operands } = readWords(rest, { valued: "cp", longValued: ["call", "package"] });
  const texts = options.flatMap(({ name, value }) =>
    value !== undefined && (name === "c" || name === "call") ? [sketchOf(value)] : [],
  );
  texts.push(operands.map(sketchOf).join(" "));
  return readCode(call, texts, `${call.name} ${verb}`);
}

/** `nix develop -c PROGRAM …`: all words behind the option are the command. */
function nix(call: Call): readonly Finding[] {
  const mark = call.args.findIndex((field) => /^(?:-c|--command)$/.test(textOf(field) ?? ""));
  if (mark === -1) return [];
  const words = call.args.slice(mark + 1).map(sketchOf);
  return readCode(call, [words.join(" ")], "nix -c");
}

/** ssh runs some of its settings here and not there; the option hides in clusters (`scp -qvoProxyCommand=…`). */
function sshSettings(call: Call): readonly Finding[] {
  const { options } = readWords(call.args, { valued: "bcDEeFIiJLlmOopQRSWw" });
  const texts = options.flatMap(({ name, value }) => {
    if (name !== "o" || value === undefined) return [];
    const setting = /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[=\s]\s*(.*)$/is.exec(
      sketchOf(value),
    );
    return setting?.[1] === undefined ? [] : [setting[1]];
  });
  return readCode(call, texts, `${call.name} -o`);
}
