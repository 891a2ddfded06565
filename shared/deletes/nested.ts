/** Deletes that stand inside of something, and whether another program can be put in the place of their verb. */
import type { Field, Run, Runs } from "@hasna/hooks-lexer";
import type { Deletion } from "./deletion.ts";
import { textOf } from "./field.ts";
import { isSystemRm } from "./system-rm.ts";

/** Shells whose code strings and here-documents are followed to the byte. */
const shells: readonly string[] = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash"];

/** Programs and builtins that never read standard input, which in a here-document's code is the rest of the code. */
const readNothing: readonly string[] =
  "rm cd echo printf true false : test [ ls mkdir touch cp mv ln chmod pwd export set exit sleep find basename dirname date".split(
    " ",
  );

export function isAppletBox(name: string): boolean {
  return name === "busybox" || name === "toybox";
}

/** The place of the verb, undefined where the swap is not certain to change the program and nothing else. */
export function nestedSite(run: Run, read: Runs): Deletion["nested"] {
  const verb = run.place === "string" ? run.site : run.written ? run.verb.span : undefined;
  if (verb === undefined || !isSystemRm(run)) return undefined;
  let mark: string | undefined;
  for (const { kind, name } of run.wrappers) {
    if (kind === "prefix" && !isAppletBox(name)) continue;
    if (kind === "code" && shells.includes(name)) continue;
    if (kind === "feeder" && name === "find") continue;
    if (kind !== "feeder" || name !== "xargs") return undefined;
    const options = xargsOptions(run, read.script.source);
    if (options === undefined) return undefined;
    mark = options.mark ?? mark;
  }
  if (run.place === "string" && !isPlainCode(run, read)) return undefined;
  return { verb, mark };
}

interface XargsOptions {
  readonly mark: string | undefined;
}

/** What matters of the options of an xargs that stands in the source; undefined when they cannot be told. */
function xargsOptions({ command, wrappers, verb, place }: Run, source: string): XargsOptions | undefined {
  const xargs = wrappers.find(({ name }) => name === "xargs");
  if (xargs === undefined) return undefined;
  if (place === "string" && wrappers.slice(0, wrappers.indexOf(xargs)).some(({ kind }) => kind === "code")) {
    // Its words stand in a code string: any option of the kind in the text counts.
    const bare = source.replace(/['"\\]/g, "");
    return /\s-[a-zA-Z0-9]*[IiJs]|--repl|--max-c/.test(bare) ? undefined : { mark: undefined };
  }
  let mark: string | undefined;
  let takesMark = false;
  for (const { pieces, span } of command.words) {
    if (span.start < xargs.span.start || (place !== "string" && span.start >= verb.span.start)) continue;
    let text = "";
    for (const piece of pieces) {
      if (piece.kind !== "literal") return undefined;
      text += piece.text;
    }
    if (takesMark) {
      mark = text;
      takesMark = false;
    }
    // How many names fit into one call depends on the length of the program's name.
    if (/^-[a-zA-Z0-9]*s|^--max-c/.test(text)) return undefined;
    const option = /^(?:-[0a-zA-Z]*?[IiJ]|--replace=?)(.*)$/s.exec(text);
    if (option === null) continue;
    if (option[1] !== "") mark = option[1];
    else if (/[IJ]$/.test(text)) takesMark = true;
    else mark = "{}";
  }
  return { mark };
}

/** Whether the code that holds the run is not looked at by anything but the shell that runs it. */
function isPlainCode({ command }: Run, { runs, script }: Runs): boolean {
  // Another search path or a builtin of that name is another rm or none, and a shell can print its own code.
  if (/PATH|path=|path\+=|BASH_EXECUTION_STRING|zmodload|enable|hash/.test(script.source)) return false;
  if (!command.redirections.some(({ hereDocument }) => hereDocument !== undefined)) return true;
  for (const other of runs) {
    if (other.command !== command || other.place !== "string") continue;
    if (other.name === undefined || !readNothing.includes(other.name) || asks(other.args)) return false;
  }
  return true;
}

/** `rm -i` reads an answer. */
function asks(args: readonly Field[]): boolean {
  return args.some((field) => /^-[a-zA-Z]*[iI]|^--inter/.test(textOf(field) ?? ""));
}
