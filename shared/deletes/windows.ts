/** PowerShell and cmd.exe, called from a shell: what they are given to run is read by rules of their own. */
import type { Field } from "@hasna/hooks-lexer";
import { promptDeletes } from "./command-prompt.ts";
import { sketchOf, textOf } from "./field.ts";
import type { Call, Finding } from "./finding.ts";
import type { Asking } from "./powershell.ts";
import { powerShellDeletes } from "./powershell.ts";

/** The shell that a program's name stands for; names of Windows are of any case and may end in `.exe`. */
function shellOf(name: string): "powershell" | "cmd" | undefined {
  // Nearly every program ends here, and a first pattern would have to be compiled for it.
  const lower = name.toLowerCase();
  if (!lower.includes("pwsh") && !lower.includes("powershell") && !lower.includes("cmd")) return undefined;
  const plain = lower
    .slice(Math.max(lower.lastIndexOf("\\"), lower.lastIndexOf("/")) + 1)
    .replace(/\.exe$/, "");
  if (plain === "powershell" || plain === "pwsh" || plain === "pwsh-preview") return "powershell";
  return plain === "cmd" ? "cmd" : undefined;
}

/** Undefined when the program is neither of the two. */
export function windowsFindings(call: Call): readonly Finding[] | undefined {
  if (isOwnCall(call.name.toLowerCase())) return bare(call);
  const shell = shellOf(call.name);
  if (shell === undefined) return undefined;
  const words = call.args.map(sketchOf);
  const whole = call.args.every((field) => textOf(field) !== undefined);
  const deletes = deletesBy(shell, words, askingOf(call), 0, { whole, input: call.input });
  if (!deletes) return [];
  const operands: readonly Field[] = [];
  return [{ by: shell === "cmd" ? "cmd.exe" : "PowerShell", operands, open: true }];
}

function isOwnCall(lower: string): boolean {
  return lower === "remove-item" || lower === "clear-recyclebin";
}

/** A call of PowerShell's own without PowerShell: no other shell has such a program, so the user's shell must be one. */
function bare(call: Call): readonly Finding[] {
  const words = call.args.map((field) => `'${sketchOf(field).replaceAll("'", "''")}'`);
  // What begins with a dash is an option only when it is not quoted.
  const code = [call.name, ...words.map((word) => (word.startsWith("'-") ? word.slice(1, -1) : word))].join(
    " ",
  );
  return powerShellDeletes(code, askingOf(call)) ? [{ by: call.name, operands: call.args, open: true }] : [];
}

interface Given {
  /** Every word is known from the text. */
  readonly whole: boolean;
  readonly input: () => readonly string[];
}

const nothing: Given = { whole: true, input: () => [] };

function deletesBy(
  shell: "powershell" | "cmd",
  words: readonly string[],
  asking: Asking,
  depth: number,
  given: Given = nothing,
): boolean {
  const read = shell === "cmd" ? promptDeletes : powerShellDeletes;
  const asked = shell === "cmd" ? promptCode(words) : powerShellCode(words);
  switch (asked.kind) {
    case "code":
      return read(asked.code, asking, depth);
    case "encoded": {
      const code = decoded(asked.code);
      // What is encoded is hidden on purpose: code that cannot be shown is not passed in silence.
      return code === undefined || !given.whole || powerShellDeletes(code, asking, depth);
    }
    case "input":
      return given.input().some((text) => read(text, asking, depth));
    case "file":
      return false;
  }
}

type Asked =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "encoded"; readonly code: string }
  /** Standard input is the code. */
  | { readonly kind: "input" }
  /** A script, or nothing that runs code. */
  | { readonly kind: "file" };

/** Parameters with a value, as far as they must be written to be told from others. */
function takesValue(parameter: string): boolean {
  return /^(?:ex|ep|in|if|o|of|w|wd|wo|config|custom|psc|settings|v)/.test(parameter);
}

/** Parameters may be cut short, and begin with a dash or a slash. */
function powerShellCode(words: readonly string[]): Asked {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const rest = (from: number): string => words.slice(from).join(" ");
    const name = /^(?:--?|\/\/?)([a-z?]+)$/i.exec(word)?.[1]?.toLowerCase();
    if (name === undefined) {
      if (word === "-") return { kind: "input" };
      return /\.ps[md]?1$/i.test(word) ? { kind: "file" } : { kind: "code", code: rest(at) };
    }
    if (/^(?:e|ec|en\w*)$/.test(name)) return { kind: "encoded", code: words[at + 1] ?? "" };
    if (/^(?:c|cwa|co|com\w*)$/.test(name))
      return words[at + 1] === "-" ? { kind: "input" } : { kind: "code", code: rest(at + 1) };
    if (/^f(?:i(?:l(?:e)?)?)?$/.test(name))
      return words[at + 1] === "-" ? { kind: "input" } : { kind: "file" };
    if (/^(?:h|help|\?|version)$/.test(name)) return { kind: "file" };
    if (takesValue(name)) at += 1;
  }
  return { kind: "input" };
}

/** `/c`, `/k` and `/r`, behind other switches and in one word with what follows; Git Bash doubles the slash. */
function promptCode(words: readonly string[]): Asked {
  const line = words.join(" ");
  const switches = /^(?:\s*\/\/?(?!\/)(?:[adqsuADQSU]|[efvEFV]:\w+|[tT]:\w+))*\s*\/\/?[ckrCKR]/.exec(line);
  if (switches !== null) return { kind: "code", code: unwrapped(line.slice(switches[0].length)) };
  return words.some((word) => word === "/?") ? { kind: "file" } : { kind: "input" };
}

/** cmd takes one pair of quotes around the whole command away. */
function unwrapped(code: string): string {
  const text = code.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** UTF-16 in base64, as `-EncodedCommand` takes it; undefined when it is none. */
function decoded(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  let bytes: string;
  try {
    bytes = atob(text);
  } catch {
    return undefined;
  }
  let code = "";
  for (let at = 0; at + 1 < bytes.length; at += 2)
    code += String.fromCharCode(bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8));
  return code;
}

function askingOf(call: Call): Asking {
  const asking: Asking = {
    program: (words, depth) => {
      const [name = "", ...args] = words;
      const shell = shellOf(name);
      if (shell !== undefined) return deletesBy(shell, args, asking, depth);
      // Another program: its words are the same everywhere, so the reading of a shell command holds for it.
      return name !== "" && call.deletes(words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" "));
    },
  };
  return asking;
}
