/** What allow-guard answers to a call that could lift a refusal. */
import type { Dialect, Field, Folder, Run, Segment, Span } from "@hasna/hooks-lexer";
import { basename, exactText, leadingText, normalise, resolveFrom, runs } from "@hasna/hooks-lexer";
import type { HookInput, Shell, Verdict, World } from "@hasna/hooks-registry";
import { changedBy, changedText } from "./changes.ts";
import { isKept, isKeptPrefix, mentionsKept } from "./kept.ts";
import { isProgram, lostBetween, registers, settingsAt, settingsIn, switchesOff } from "./registration.ts";

const silence: Verdict = { kind: "none" };

/** Texts in texts that are read: `script -c "sh -c 'hooks allow'"`. */
const MOST_DEPTH = 3;

function deny(what: string, reason: string, next: string, spans: readonly Span[]): Verdict {
  return { kind: "deny", rule: `allow-guard/${what}`, reason, next, spans };
}

const lifts = (spans: readonly Span[]): Verdict =>
  deny(
    "lift",
    "This would run `hooks allow`, by which only a person lifts a refusal.",
    "Tell the user what was refused and why you want it; they can run the command themselves in a terminal.",
    spans,
  );

const writes = (what: string, spans: readonly Span[]): Verdict =>
  deny(
    "policy",
    `This would change ${what}, where only a person says what is let pass.`,
    "Tell the user what you would have changed there; reading it with `cat` is fine.",
    spans,
  );

const unregisters = (spans: readonly Span[]): Verdict =>
  deny(
    "uninstall",
    "This would run `hooks uninstall`, which takes guards away; only a person does that.",
    "Tell the user why you want it; they can run the command themselves in a terminal. `--dry-run` shows what it would do.",
    spans,
  );

const asksAbout = (what: string, spans: readonly Span[]): Verdict => ({
  kind: "ask",
  rule: "allow-guard/settings",
  reason: `This could change ${what}, by which the harness calls its guards.`,
  next: "Tell the user what you want to change there, or change it with the tool that edits files: what keeps our entries as they are passes.",
  spans,
});

export async function decide(command: string, input: HookInput, world: World): Promise<Verdict> {
  const { home } = world;
  const touched = new Map<string, readonly Span[]>();
  for (const dialect of dialectsOf(input.shell)) {
    const verdict = judge(command, { home, cwd: input.cwd, dialect, touched }, 0);
    if (verdict !== undefined) return verdict;
  }
  for (const [path, spans] of touched) {
    if (switchesOff(command) || (await isRegistration(path, world))) return asksAbout(path, spans);
  }
  return silence;
}

/** As much of a settings file as is read to find our entries. */
const MOST_SETTINGS = 1 << 20;

/** Whether the file at a path registers a guard of ours; a path that is not absolute may be any. */
async function isRegistration(path: string, world: World): Promise<boolean> {
  if (!path.startsWith("/")) return true;
  const text = await world.head(path, MOST_SETTINGS);
  return text !== undefined && registers(text);
}

function dialectsOf(shell: Shell): readonly Dialect[] {
  return shell === "unknown" ? ["bash", "zsh"] : [shell];
}

interface Ground {
  readonly home: string | undefined;
  readonly cwd: string | undefined;
  readonly dialect: Dialect;
  /** Settings files of harnesses that the command could change are put here: whether they are ours is asked afterwards. */
  readonly touched: Map<string, readonly Span[]>;
}

function judge(text: string, ground: Ground, depth: number): Verdict | undefined {
  const found = runs(text, ground);
  for (const run of found.runs) {
    const verdict = judgeRun(run, text, ground, depth);
    if (verdict !== undefined) return verdict;
  }
  for (const [path] of found.written) {
    if (isKept(path, ground.home)) return writes(path, []);
    if (isProgram(path, ground.home)) return replacesProgram([]);
    for (const file of settingsAt(path)) ground.touched.set(file, []);
  }
  const mayLift = /allow|uninstall/.test(text) && text.includes("hooks");
  if (found.lost !== undefined && (mayLift || mentionsKept(text))) {
    const at = Math.min(found.lost.at, text.length);
    return deny(
      "hidden",
      `The command cannot be read to the end (${found.lost.reason}), and it speaks of \`hooks allow\` or \`hooks uninstall\`.`,
      "Close what is open at that place, or leave that part out.",
      [{ start: at, end: text.length }],
    );
  }
  if (!mayLift && !/allow|uninstall/.test(text)) return undefined;
  for (const doubt of found.doubts) {
    if (doubt.kind === "unknown-option" || !doubt.couldBe("hooks")) continue;
    return deny(
      "hidden",
      `The command could run \`hooks allow\` or \`hooks uninstall\`: ${doubt.detail}.`,
      "Write the program's name out.",
      [doubt.span],
    );
  }
  return undefined;
}

/** Programs that only show, search or keep the words that they are given. */
const INERT =
  "echo printf git gh glab grep egrep fgrep rg ag ack ls cat bat head tail less more wc jq test [ sort uniq diff cmp stat file tree du basename dirname realpath readlink sha256sum md5sum true false : cd pwd type which".split(
    " ",
  );

function judgeRun(run: Run, text: string, ground: Ground, depth: number): Verdict | undefined {
  const words = run.args.map(exactText);
  const spans = [run.verb.span];
  const [first] = words;
  if (run.name === "hooks") {
    if (first === "allow" || (run.args[0] !== undefined && first === undefined)) return lifts(spans);
    if (first === "uninstall" && !onlyShows(words)) return unregisters(spans);
    // Of our own program nothing else writes a policy.
    return undefined;
  }
  const isInert = run.name !== undefined && INERT.includes(run.name);
  if (!isInert && startsOurs(words)) return lifts(spans);
  if (!isInert && removesOurs(run.name, words)) return unregisters(spans);
  const kept = keptArgument(run, ground);
  if (kept !== undefined) return writes(kept, spans);
  for (const { path, field } of changedBy(run)) {
    for (const folder of run.folders) {
      const place = placeOf(folder, path);
      if (place === undefined) {
        for (const file of settingsIn(path)) ground.touched.set(file, [field.span]);
        continue;
      }
      if (isProgram(place, ground.home)) return replacesProgram(spans);
      for (const file of settingsAt(place)) ground.touched.set(file, [field.span]);
    }
  }
  for (const file of changedText(run, textsFor(run))) {
    for (const root of [ground.home, ground.cwd]) {
      if (root !== undefined) ground.touched.set(`${root}/${file}`, spans);
    }
  }
  if (isInert || depth >= MOST_DEPTH) return undefined;
  for (const inner of textsFor(run)) {
    if (inner === text) continue;
    const isAbout =
      (inner.includes("hooks") && /allow|uninstall/.test(inner)) ||
      mentionsKept(inner) ||
      settingsIn(inner).length > 0;
    if (!isAbout) continue;
    const verdict = judge(inner, ground, depth + 1);
    // Places in an inner text say nothing about the command.
    if (verdict !== undefined && "spans" in verdict) return { ...verdict, spans };
  }
  return undefined;
}

/** Whether some words start our program for a lift: `bunx @hasna/hooks allow`, `/tmp/copy allow --once x`, `unbuffer hooks allow`. */
function startsOurs(words: readonly (string | undefined)[]): boolean {
  const at = words.indexOf("allow");
  if (at === -1) return false;
  const hasFlag = words
    .slice(at + 1)
    .some((word) => word !== undefined && /^--(?:once|session|rule|list|revoke)\b/.test(word));
  if (at === 0) return hasFlag;
  const before = basename(words[at - 1] ?? "").replace(/@[\w.^~-]+$/, "");
  return before === "hooks" || (hasFlag && /^(?:main\.(?:ts|js)|hooks[\w.-]*)$/.test(before));
}

const replacesProgram = (spans: readonly Span[]): Verdict =>
  deny(
    "program",
    "This would change the program that the harness calls as its guard.",
    "Tell the user what you want to change; `hooks install` and `hooks update` bring a new version in.",
    spans,
  );

/** Options with which uninstall takes nothing away. */
function onlyShows(words: readonly (string | undefined)[]): boolean {
  return words.some((word) => word === "--dry-run" || word === "--help" || word === "-h");
}

/** Programs whose own `uninstall` is about something else. */
const INSTALLERS =
  "npm pnpm yarn bun pip pip3 pipx uv brew apt apt-get gem cargo mise asdf helm code flatpak snap dotnet choco".split(
    " ",
  );

/** `bunx @hasna/hooks uninstall`, `bun cli/main.ts uninstall trash-guard`, `/tmp/copy uninstall trash-guard`. */
function removesOurs(name: string | undefined, words: readonly (string | undefined)[]): boolean {
  const at = words.indexOf("uninstall");
  if (at === -1 || onlyShows(words)) return false;
  const namesGuard = words.slice(at + 1).some((word) => word !== undefined && /^[a-z-]+-guard$/.test(word));
  if (at === 0) return namesGuard && name !== undefined && !INSTALLERS.includes(name);
  const before = basename(words[at - 1] ?? "").replace(/@[\w.^~-]+$/, "");
  return before === "hooks" || (namesGuard && /^(?:main\.(?:ts|js)|hooks[\w.-]*)$/.test(before));
}

/** Texts that a program could take for code: its arguments, and what it is fed. */
function textsFor(run: Run): readonly string[] {
  const texts = run.args.map((field) => known(field.segments));
  if (run.input !== undefined) texts.push(known(run.input));
  return texts.filter((text) => text.length > "hooks allow".length);
}

function known(segments: readonly Segment[]): string {
  let text = "";
  for (const segment of segments) if (segment.kind === "text") text += segment.text;
  return text;
}

/** The kept file that a program is given and could change; undefined for none. */
function keptArgument(run: Run, { home }: Ground): string | undefined {
  if (onlyReads(run)) return undefined;
  for (const field of run.args) {
    const text = known(field.segments);
    // In code for another language the path is a part of a longer text.
    if (mentionsKept(text)) return text.length < 120 ? text : "a policy file";
    for (const part of [field, ...behindEquals(field)]) {
      const path = typeof part === "string" ? part : (exactText(part) ?? leadingText(part));
      const isWhole = typeof part === "string" || exactText(part) !== undefined;
      for (const folder of run.folders) {
        const place = placeOf(folder, path);
        if (place === undefined) continue;
        if (isWhole ? isKept(place, home) : isKeptPrefix(place, path.endsWith("/"), home)) return place;
      }
    }
  }
  return undefined;
}

function behindEquals(field: Field): readonly string[] {
  const text = exactText(field);
  const at = text?.indexOf("=") ?? -1;
  return text === undefined || at === -1 ? [] : [text.slice(at + 1)];
}

function placeOf(folder: Folder, path: string): string | undefined {
  if (path === "") return undefined;
  const resolved = resolveFrom(folder, path);
  return resolved.kind === "known" ? normalise(resolved.path) : undefined;
}

function onlyReads({ name, args }: Run): boolean {
  if (name === undefined) return false;
  const words = args.map((field) => exactText(field) ?? "");
  if (name === "git")
    return ["add", "commit", "diff", "log", "show", "status", "blame", "grep", "check-ignore"].includes(
      words[0] ?? "",
    );
  if (name === "sed" || name === "perl")
    return !words.some((word) => /^-\w*i|^--in-place/.test(word)) && name === "sed";
  if (name === "find") return !words.some((word) => /^-(?:delete|exec|execdir|ok|okdir|fprint)/.test(word));
  return INERT.includes(name) || name === "awk" || name === "trash";
}

/** Tools that write files: the path that they are given, or the files that a patch names. */
export async function decideWrite({ toolInput, cwd }: HookInput, world: World): Promise<Verdict> {
  const { home } = world;
  const folder: Folder = cwd === undefined ? { kind: "unknown" } : { kind: "known", path: cwd };
  for (const key of ["file_path", "filePath", "path", "notebook_path", "target_file", "filename"]) {
    const path = toolInput[key];
    if (typeof path !== "string" || path === "") continue;
    const whole = path.startsWith("~/") && home !== undefined ? `${home}${path.slice(1)}` : path;
    const place = placeOf(folder, whole);
    if ((place !== undefined && isKept(place, home)) || mentionsKept(whole)) return writes(path, []);
    if (place === undefined) continue;
    if (isProgram(place, home)) return replacesProgram([]);
    const verdict = await rewritten(place, toolInput, world);
    if (verdict !== undefined) return verdict;
  }
  for (const key of ["input", "patch", "command", "changes"]) {
    const text = toolInput[key];
    const patch = typeof text === "string" ? text : JSON.stringify(text ?? "");
    for (const [, path = ""] of patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)) {
      const place = placeOf(folder, path.trim());
      if ((place !== undefined && isKept(place, home)) || mentionsKept(path)) return writes(path.trim(), []);
      for (const file of place === undefined ? [] : settingsAt(place)) {
        if (switchesOff(patch) || (await isRegistration(file, world))) return asksAbout(file, []);
      }
    }
  }
  return silence;
}

/** What a tool that writes or edits makes of a settings file: it passes as long as our entries stay as they are. */
async function rewritten(
  place: string,
  toolInput: HookInput["toolInput"],
  world: World,
): Promise<Verdict | undefined> {
  if (!settingsAt(place).includes(place)) return undefined;
  // The world reads bytes as Latin-1; the tool's texts are put in the same form.
  const before = (await world.head(place, MOST_SETTINGS)) ?? "";
  const after = editedText(before, toolInput);
  const lost = after === undefined ? undefined : lostBetween(before, after);
  if (lost === undefined) return undefined;
  return deny(
    "settings",
    `This would take ${lost} out of ${place}, so that the guard is not called any more.`,
    "Leave our entries as they are; the user can take a guard away with `hooks uninstall` in a terminal.",
    [],
  );
}

/** The text after a tool's write or edits; undefined for a tool of which that is not known. */
function editedText(before: string, toolInput: HookInput["toolInput"]): string | undefined {
  const { content, edits } = toolInput;
  if (typeof content === "string") return latin1(content);
  let text = before;
  for (const edit of Array.isArray(edits) ? edits : [toolInput]) {
    const { old_string: old, new_string: fresh, replace_all: all } = edit ?? {};
    if (typeof old !== "string" || typeof fresh !== "string") return undefined;
    const put = () => latin1(fresh);
    // An edit of an empty text makes the file.
    text = all === true ? text.replaceAll(latin1(old), put) : text.replace(latin1(old), put);
  }
  return text;
}

/** UTF-8 bytes as one unit each. */
function latin1(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
