/** Cheap, total questions about a raw text, asked before and instead of lexing it. */
import { baseOf } from "./path.ts";
import { couldMatch } from "./pattern.ts";

/** Programs that delete what they are given and nothing else. */
export const deleterNames: readonly string[] = [
  "rm",
  "rmdir",
  "unlink",
  "shred",
  "rimraf",
  "srm",
  "zf_rm",
  "zf_rmdir",
];

// Patterns stand inside functions: at the top each would be read whenever a hook starts, needed or not.

function holdsDeleterWord(text: string): boolean {
  return /(?<![A-Za-z0-9_])(?:rm|rmdir|unlink|shred|rimraf|srm|zf_rm|zf_rmdir)(?![A-Za-z0-9_])/i.test(text);
}

/**
 * Longest text that is read, in UTF-16 units. Linux hands a program no argument above 128 KiB, so a longer text could
 * not be run by `bash -c` either; reading it would only use up the time that a harness waits for an answer.
 */
export const mostText: number = 131_072;

/** Options, calls and sub-commands that delete; `clean` counts only beside `git`. */
function holdsDeletingWord(text: string): boolean {
  return /(?<![A-Za-z0-9_])(?:trash|zip|file-rm|rm_[rf]|rm_rf|rmtree|rmSync|rmdirSync|unlinkSync|worktree|delete)|(?<![A-Za-z0-9_])(?:del|erase|r[di])(?![A-Za-z0-9_])|-rem|remove|expunge/i.test(
    text,
  );
}

function holdsShellWord(text: string): boolean {
  return /(?<![A-Za-z0-9_])(?:sh|bash|dash|zsh|ksh|mksh|ash|eval|source|busybox|\.)(?![A-Za-z0-9_])/.test(
    text,
  );
}

/** Their escapes and encodings (`R`e`move-Item`, `d^el`, `-enc`) are read by rules of their own. */
function holdsWindowsShell(text: string): boolean {
  return /pwsh|powershell|(?<![A-Za-z0-9_])cmd(?:\.exe)?["']?\s/i.test(text);
}

function holdsDecoderWord(text: string): boolean {
  return /(?<![A-Za-z0-9_])(?:base64|base32|basenc|xxd|uudecode|openssl|rev|tr|hexdump|od)(?![A-Za-z0-9_])/.test(
    text,
  );
}

/** What a delete can be spelled with that the text does not name. */
const SPECIAL = "'\"\\$`{*?[";

/**
 * Whether a text could hold a delete in any spelling that the guards refuse or rewrite. False lets a command pass
 * without lexing, so it must be at least as broad as every rule built on `deletionsOf`.
 */
export function couldDelete(text: string): boolean {
  const lower = text.toLowerCase();
  // Written out in one function: in a process that answers once, the first call of each further function costs more
  // than all these searches. Without one of these parts none of the questions below finds anything in the text itself.
  const clear = !(
    lower.includes("rm") ||
    lower.includes("unlink") ||
    lower.includes("shred") ||
    lower.includes("rimraf") ||
    lower.includes("del") ||
    lower.includes("rem") ||
    lower.includes("erase") ||
    lower.includes("trash") ||
    lower.includes("zip") ||
    lower.includes("worktree") ||
    lower.includes("expunge") ||
    lower.includes("rd") ||
    lower.includes("ri") ||
    lower.includes("clean") ||
    lower.includes("pwsh") ||
    lower.includes("powershell") ||
    lower.includes("cmd") ||
    lower.includes("tr") ||
    lower.includes("od") ||
    lower.includes("rev") ||
    lower.includes("base") ||
    lower.includes("printf") ||
    lower.includes("openssl") ||
    lower.includes("xxd") ||
    lower.includes("hexdump")
  );
  if (clear) {
    let special = false;
    for (let at = 0; at < SPECIAL.length && !special; at += 1) special = text.includes(SPECIAL[at] as string);
    if (!special) return false;
  }
  if (lower.includes("rm") && pipesIntoShell(text)) return true;
  if (mentions(text) || hiddenByDecoder(text) || namesWindowsShell(text)) return true;
  if (!holdsAny(text, SPECIAL)) return false;
  const bare = withoutQuotes(text);
  if (mentions(bare)) return true;
  // A comment ends with its line, whatever stands before that: in `#b\⏎r\m x` nothing is joined.
  if (text.includes("#") && text.includes("\\\n") && couldDelete(text.replace(/\\+\n/g, "\n"))) return true;
  // `system('r' + 'm x')` of another language, its quotes escaped for a shell or not.
  if (text.includes("system") && /r['"\\]+[\s+.]*['"\\]+m/.test(text)) return true;
  if (spelledByEscapes(text) || spelledByPattern(bare)) return true;
  if (!/[$`]/.test(bare)) return false;
  if (mentions(withoutExpansions(bare)) || spelledByExpansion(bare)) return true;
  // `$on\r\m x`: the name of the variable ends at the backslash, which is gone in `bare`.
  return /\$\w+['"\\]/.test(text) && mentions(withoutQuotes(withoutVariables(text)));
}

/**
 * Whether a text names a deleter as a word, quotes and escapes removed. Narrower than `couldDelete`: it decides about
 * texts that could not be read, and about data that could become code.
 */
export function mentionsDeleter(text: string): boolean {
  if (namesDeleter(text)) return true;
  if (!/['"\\$`{]/.test(text)) return false;
  const bare = withoutQuotes(text);
  return namesDeleter(bare) || /\$'[^']*\\[xuU0-7]/.test(text) || namesDeleter(withoutExpansions(bare));
}

/** The line of a POSIX shell that hands `code` to PowerShell: what a harness's PowerShell tool runs is judged as that. */
export function throughPowerShell(code: string): string {
  return `pwsh -Command '${code.replaceAll("'", "'\\''")}'`;
}

/** Whether encoded text could be turned into code: a decoder beside something that runs what it reads. */
export function hiddenByDecoder(text: string): boolean {
  if (!mayDecode(text) || !holdsShellWord(text)) return false;
  return holdsDecoderWord(text) || (text.includes("printf") && /\\[xuU0-7]/.test(text));
}

/** Whether a program of this name deletes. Case is folded on request, for volumes that fold it. */
export function isDeleterName(name: string): boolean {
  return deleterNames.includes(name);
}

/** `echo 'xrm x' | cut -c2- | sh`: what a filter makes can be a word that the text does not hold as one. */
function pipesIntoShell(text: string): boolean {
  return text.includes("sh") && text.includes("|") && /\|\s*(?:ba|da|z|k)?sh(?![A-Za-z0-9_])/.test(text);
}

function mentions(text: string): boolean {
  if (holdsWord(text, "rm")) return true;
  const lower = text.toLowerCase();
  const deleter = mayNameDeleter(lower);
  return (
    (deleter && holdsDeleterWord(text)) ||
    ((deleter || mayHoldDeletingWord(lower) || holdsFolderWord(text, lower)) && holdsDeletingWord(text)) ||
    cleansWithGit(text)
  );
}

// The first use of a regular expression compiles it, which costs a call that deletes nothing more than these searches.

function namesWindowsShell(text: string): boolean {
  const lower = text.toLowerCase();
  const mayBe = lower.includes("pwsh") || lower.includes("powershell") || lower.includes("cmd");
  return mayBe && holdsWindowsShell(text);
}

/** A part of every word that `holdsDeleterWord` looks for. */
function mayNameDeleter(lower: string): boolean {
  return (
    lower.includes("rm") || lower.includes("unlink") || lower.includes("shred") || lower.includes("rimraf")
  );
}

/** A part of every word that `holdsDeletingWord` looks for and `mayNameDeleter` does not. */
function mayHoldDeletingWord(lower: string): boolean {
  return (
    lower.includes("del") ||
    lower.includes("rem") ||
    lower.includes("erase") ||
    lower.includes("trash") ||
    lower.includes("zip") ||
    lower.includes("worktree") ||
    lower.includes("expunge")
  );
}

/** `rd` and `ri` in any case: looked for as words, as they stand inside of many. */
function holdsFolderWord(text: string, lower: string): boolean {
  if (!lower.includes("rd") && !lower.includes("ri")) return false;
  for (const word of ["rd", "ri", "Rd", "Ri", "RD", "RI", "rD", "rI"]) if (holdsWord(text, word)) return true;
  return false;
}

/** A part of every word that makes `hiddenByDecoder` true. */
function mayDecode(text: string): boolean {
  return (
    text.includes("tr") ||
    text.includes("od") ||
    text.includes("rev") ||
    text.includes("base") ||
    text.includes("printf") ||
    text.includes("openssl") ||
    text.includes("xxd") ||
    text.includes("hexdump")
  );
}

function holdsAny(text: string, characters: string): boolean {
  for (let at = 0; at < characters.length; at += 1) if (text.includes(characters.charAt(at))) return true;
  return false;
}

/** Whether the word stands in the text in just this spelling. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

/** An ASCII letter, digit or underscore; NaN, outside the text, is none. */
function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  );
}

function namesDeleter(text: string): boolean {
  return holdsDeleterWord(text) || /-delete(?![A-Za-z0-9_])/.test(text) || cleansWithGit(text);
}

// Two searches, not one pattern across both words: that would be quadratic in a text of many gits.
function cleansWithGit(text: string): boolean {
  return text.includes("git") && holdsWord(text, "clean");
}

function withoutQuotes(text: string): string {
  return text.replace(/\\\r?\n|['"\\]/g, "");
}

/** Expansions taken as empty: `r$(true)m` and `r${x}m` run `rm` when they expand to nothing. */
function withoutExpansions(bare: string): string {
  return bare.replace(/\$\{[^{}$`]*\}|\$\([^()$`]*\)|`[^`]*`|\$(?:[A-Za-z_]\w*|[0-9@*#?!$-])/g, "");
}

/** The same of plain variables only: `` `$on\r\m x` `` is a text of its own. */
function withoutVariables(text: string): string {
  return text.replace(/\$(?:[A-Za-z_]\w*|[0-9@*#?!$-])/g, "");
}

function spelledByEscapes(text: string): boolean {
  if (!text.includes("\\")) return false;
  if (/\$'[^']*\\[xuU0-7c]/.test(text)) return true;
  if (/\\[xuU0-7]/.test(text) && (holdsShellWord(text) || /[`$]/.test(text))) return true;
  // `\trm`: what printf makes of it begins a word with rm.
  return mentions(text.replace(/\\[abefnrtv]/g, " "));
}

/** Letters that a slice, a replacement or a field separator could turn into a name: `${v:1:2}`, `${v/_/}`, IFS. */
function spelledByExpansion(bare: string): boolean {
  if (/=[rR](?![A-Za-z0-9_])/.test(bare) || spelledByParts(bare)) return true;
  // `$(echo cm0= | base64 -d) x`, `nice $(echo cm | tr c r) x`
  if (/(?:^|[\s;&|(){}!`])(?:\$\(|`)/.test(bare) && holdsDecoderWord(bare)) return true;
  if (!/\$\{[^}]{0,256}[:/#%^,@~]|IFS/.test(bare)) return false;
  return /r.{0,4}m|unl.{0,4}ink|sh.{0,4}red/i.test(bare);
}

/**
 * A program that is an expansion, and beside it the letters of `rm` in short pieces that could be put together:
 * `a=(r m); ${a[0]}${a[1]}`, `printf -v c 'r%s' m; $c`.
 */
function spelledByParts(bare: string): boolean {
  if (
    !/(?:^|[;&|(){}!`\n]|\b(?:then|do|else|sudo|env|command|exec|nohup|time|xargs)\s)\s*[A-Za-z]{0,2}[$`]/.test(
      bare,
    )
  )
    return false;
  return (
    /(?<![A-Za-z])[A-Za-z]{0,2}r[A-Za-z]{0,2}(?![A-Za-z])/i.test(bare) &&
    /(?<![A-Za-z])[A-Za-z]{0,2}m[A-Za-z]{0,2}(?![A-Za-z])/i.test(bare)
  );
}

/** A glob or a brace that could become a deleter's name: `/bin/r?`, `r{m,}`, `{r..r}m`. */
function spelledByPattern(bare: string): boolean {
  for (const [word] of bare.matchAll(/[^\s;&|()<>]*[*?[{][^\s;&|()<>]*/g)) {
    if (word.length > 256) continue;
    // `r[m$x`: what the variable holds could close the bracket.
    const bracket = word.indexOf("[");
    if (bracket > 0 && word.includes("$", bracket)) {
      const lead = `${baseOf(word.slice(0, bracket))}*`;
      if (lead !== "*" && deleterNames.some((name) => couldMatch(lead, name))) return true;
    }
    if (word.includes("{")) {
      if (/[A-Za-z]\{|\}[A-Za-z]/.test(word) && /r.*m|u.*n.*l|s.*h.*r/is.test(word)) return true;
      continue;
    }
    const last = baseOf(word);
    if (!/[*?[]/.test(last)) continue;
    if (/[A-Za-z]/.test(last.replace(/\[[^\]]*\]/g, ""))) {
      if (deleterNames.some((name) => couldMatch(last, name))) return true;
    } else if (/b[^/]*\/[^/]*$|[*?\]][^/]*\/[^/]*$/.test(word) && couldMatch(last, "rm")) return true;
    else if (last.includes("[") && couldMatch(last, "rm")) return true;
  }
  return /(?:^|[;&|(){}!\n])[ \t]*[*?]{1,16}(?=\s|$)/.test(bare);
}
