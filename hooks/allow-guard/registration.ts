/** Where harnesses keep which guards they call, and what a change of such a file takes away. Pure text. */

/** Settings files by the end of their path, a project's and a user's alike; the last part may be a plugin or a script. */
const SETTINGS = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/hooks.json",
  ".codex/config.toml",
  ".codewith/hooks.json",
  ".codewith/config.toml",
  ".gemini/settings.json",
  ".qwen/settings.json",
  ".copilot/hooks/hasna-hooks.json",
  ".github/hooks/hasna-hooks.json",
  ".factory/hooks.json",
  ".factory/hooks/hooks.json",
  ".factory/settings.json",
  ".config/opencode/plugins/hasna-hooks.js",
  ".opencode/plugins/hasna-hooks.js",
  ".config/kilo/plugins/hasna-hooks.js",
  ".kilo/plugins/hasna-hooks.js",
  ".pi/agent/extensions/hasna-hooks.ts",
  ".pi/extensions/hasna-hooks.ts",
  ".cline/hooks/PreToolUse",
  ".cursor/hooks.json",
  ".codeium/windsurf/hooks.json",
  ".windsurf/hooks.json",
  ".kiro/hooks/hasna-hooks.json",
  ".config/devin/config.json",
  ".devin/hooks.v1.json",
  ".kimi-code/config.toml",
  ".grok/hooks/hasna-hooks.json",
];

/** The program that every entry starts, below the home folder. */
const PROGRAMS = ".hasna/hooks/bin";

/** Whether a text could be about one of them: the first parts of their paths, which nothing else has in its name. */
export function couldTouch(text: string): boolean {
  for (const part of PARTS) if (text.includes(part)) return true;
  return false;
}

/** What some path or working folder must hold to be among the settings. */
const PARTS = [
  "settings",
  "hooks.",
  "hooks/",
  ".claude",
  ".code",
  ".gemini",
  ".qwen",
  ".copilot",
  ".github",
  ".factory",
  "opencode",
  "kilo",
  ".pi",
  ".cline",
  ".cursor",
  ".windsurf",
  ".kiro",
  "devin",
  ".kimi",
  ".grok",
  "config.toml",
];

/** The settings files that a change of this absolute path changes: itself, or those in the folder. */
export function settingsAt(path: string): readonly string[] {
  const found: string[] = [];
  for (const file of SETTINGS) {
    if (path.endsWith(`/${file}`)) return [path];
    for (let slash = file.indexOf("/"); slash !== -1; slash = file.indexOf("/", slash + 1)) {
      // `.config` and `.github` hold much else; who takes them away whole takes ours too.
      if (path.endsWith(`/${file.slice(0, slash)}`)) found.push(path + file.slice(slash));
    }
  }
  return found;
}

/** The settings files that a text names, by the end of their path. */
export function settingsIn(text: string): readonly string[] {
  return SETTINGS.filter((file) => text.includes(file));
}

/** Whether a path is the program that entries start, or its folder. */
export function isProgram(path: string, home: string | undefined): boolean {
  const end = `/${PROGRAMS}`;
  if (home === undefined) return path.endsWith(end) || path.includes(`${end}/`);
  const folder = `${home === "/" ? "" : home}${end}`;
  return path === folder || path.startsWith(`${folder}/`);
}

/** `hooks run NAME`, with the quotes that a path with blanks has in JSON and TOML. */
const ENTRY = /\bhooks['"\\]*\s+run\s+[\w@./ -]*/g;
/** What a generated plugin says in its first line. */
const GENERATED = "Made by `hooks install`";

/** Whether a settings file registers one of our guards. */
export function registers(text: string): boolean {
  return text.includes(GENERATED) || text.search(ENTRY) !== -1;
}

/** What of our registration is in one text and not in the other; undefined when all of it is still there. */
export function lostBetween(before: string, after: string): string | undefined {
  if (before.includes(GENERATED) && before !== after) return "the plugin that calls the guards";
  const left = entriesOf(after);
  for (const entry of entriesOf(before)) {
    const at = left.indexOf(entry);
    if (at === -1) return `the entry of \`${entry.slice(entry.lastIndexOf("\t") + 1).trim()}\``;
    left.splice(at, 1);
  }
  return SWITCHES.find((off) => off.test(after) && !off.test(before)) === undefined
    ? undefined
    : "every hook, by a switch";
}

/** Switches by which a harness calls no hooks at all. */
const SWITCHES = [
  /"disableAllHooks"\s*:\s*true/,
  /"hooksConfig"\s*:\s*\{[^}]*"enabled"\s*:\s*false/,
  /^\s*(?:codex_)?hooks\s*=\s*false/m,
];

/** Whether a text would switch hooks off, wherever it is written. */
export function switchesOff(text: string): boolean {
  return SWITCHES.some((off) => off.test(text)) || text.includes("disableAllHooks");
}

/** Each entry of ours with where it stands: an entry moved below another event is not called any more. */
function entriesOf(text: string): string[] {
  const found: string[] = [];
  try {
    collect(JSON.parse(text), "", "", found);
  } catch {
    // With comments, or no JSON at all: the commands alone are compared.
    for (const [entry] of text.matchAll(ENTRY)) found.push(entry.trim());
  }
  return found;
}

function collect(value: unknown, place: string, matcher: string, found: string[]): void {
  if (typeof value === "string") {
    for (const [entry] of value.matchAll(ENTRY)) found.push(`${place}\t${matcher}\t${entry.trim()}`);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const own: unknown = Reflect.get(value, "matcher");
  const inner = own === undefined ? matcher : JSON.stringify(own);
  for (const [key, one] of Object.entries(value)) {
    collect(one, Array.isArray(value) ? place : `${place}/${key}`, inner, found);
  }
}
