/** A small reading of Windows' command prompt: which command stands where one may stand, and whether it deletes. */
import type { Asking } from "./powershell.ts";
import { deepest } from "./powershell.ts";

const longest = 65_536;
const deleters: readonly string[] = ["del", "erase", "rd", "rmdir"];
function namesDeleter(text: string): boolean {
  return /(?<![\w-])(?:del|erase|rd|rmdir)(?![\w-])/i.test(text);
}

/** Whether a text for cmd.exe deletes files, as far as the text shows it. */
export function promptDeletes(code: string, asking: Asking, depth = 0): boolean {
  if (code.length > longest || depth > deepest) return namesDeleter(code.replaceAll("^", ""));
  return commandsOf(code).some((command) => deletesCommand(command.trim(), asking, depth));
}

function deletesCommand(command: string, asking: Asking, depth: number): boolean {
  const text = command.replace(/^[@\s(]+/, "");
  // The name ends at a blank or where its options begin: `del/q x`, `rd/s/q d`.
  const name = /^(?:"[^"]*"|[^\s/,;="]+)+/.exec(text)?.[0] ?? "";
  const rest = text.slice(name.length);
  switch (plainName(name)) {
    case "":
    case "echo":
    case "rem":
    case "set":
    case "title":
      return false;
    case "if":
      return deletesCommand(
        rest.replace(
          /^\s*(?:\/i\s+)?(?:not\s+)?(?:exist\s+(?:"[^"]*"|\S+)|defined\s+\S+|errorlevel\s+\d+|(?:"[^"]*"|[^\s=]+)\s*(?:==|\s(?:equ|neq|lss|leq|gtr|geq)\s)\s*(?:"[^"]*"|\S+))\s*/i,
          "",
        ),
        asking,
        depth,
      );
    case "for":
      return / do\b/i.test(rest) && deletesCommand(rest.slice(rest.search(/ do\b/i) + 3), asking, depth);
    case "do":
    case "else":
    case "call":
      return deletesCommand(rest, asking, depth);
    case "start":
      return deletesCommand(
        rest.replace(/^(?:\s*"[^"]*"(?=\s+\S))?(?:\s+\/\w+(?:\s+(?=\/)|\s))*/i, ""),
        asking,
        depth,
      );
    case "forfiles": {
      const inner = /\/c\s+"((?:[^"\\]|\\.)*)"|\/c\s+(.*)$/i.exec(rest);
      return inner !== null && promptDeletes(inner[1] ?? inner[2] ?? "", asking, depth + 1);
    }
    default:
  }
  const words = wordsOf(rest);
  if (deleters.includes(plainName(name)))
    return words.some((word) => !word.startsWith("/")) && !words.some((word) => word === "/?");
  return asking.program([name.replaceAll('"', ""), ...words], depth + 1);
}

function plainName(name: string): string {
  const plain = name.replaceAll('"', "");
  return plain
    .slice(plain.lastIndexOf("\\") + 1)
    .toLowerCase()
    .replace(/\.exe$/, "");
}

/** Splits at `&`, `|`, brackets and line ends outside quotes; a caret takes the meaning from what follows it. */
function commandsOf(code: string): readonly string[] {
  const commands: string[] = [];
  let current = "";
  let quoted = false;
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at);
    if (char === '"') quoted = !quoted;
    if (!quoted && char === "^") {
      at += 1;
      current += code.charAt(at);
    } else if (char === "\n" || (!quoted && "&|()\r".includes(char))) {
      // `rem` takes the rest of its line, and the brackets of `for` hold names.
      if (
        char !== "\n" &&
        (/^\s*@?rem\s/i.test(current) || (char !== "&" && char !== "|" && /^\s*@?for\b/i.test(current)))
      )
        current += char;
      else {
        commands.push(current);
        current = "";
      }
    } else current += char;
  }
  commands.push(current);
  return commands;
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"?|[^\s,;="])+/g)].map(([word]) => word.replaceAll('"', ""));
}
