import { type Arguments, textOf } from "../arguments.ts";
import { fromText, toReadable, toText } from "../bytes.ts";
import { faultCode, wordsFor } from "../fault.ts";
import { makeFolders, readFileIfThere, replaceFile } from "../files.ts";
import { folderOf } from "../path.ts";
import { answer, EXIT, type ExitCode, type Screen } from "../screen.ts";
import type { Session } from "../session.ts";
import { defaultSettings, parseSettings, readSettings } from "../settings.ts";

type Json = { [key: string]: unknown };

/** `trash config path|list|get|set|unset`: the user's settings, checked before they are written. */
export function runConfig(session: Session, args: Arguments, screen: Screen): ExitCode {
  const [action, key, value, more] = args.operands.map((word) => textOf(word) ?? "");
  const path = session.places.settings;
  if (path === undefined) {
    screen.warn("there is no place for settings: neither HOME nor XDG_CONFIG_HOME is set");
    return EXIT.failed;
  }
  const counts: Readonly<Record<string, number>> = { path: 1, list: 1, get: 2, set: 3, unset: 2 };
  const wanted = action !== undefined && Object.hasOwn(counts, action) ? counts[action] : undefined;
  if (wanted === undefined || args.operands.length !== wanted || more !== undefined) {
    screen.warn("use: trash config path | list | get KEY | set KEY VALUE | unset KEY");
    return EXIT.usage;
  }
  const reading = readSettings(session.machine, session.places);
  if (action === "path") {
    say(screen, toReadable(path), { path: toReadable(path) });
    return EXIT.ok;
  }
  if (action === "list") {
    if (screen.json)
      answer(screen, "config", reading.kind !== "broken", [], problemOf(reading), {
        settings: reading.settings,
      });
    else {
      for (const [name, current] of flat(reading.settings))
        screen.print(`${name} = ${JSON.stringify(current)}`);
      if (reading.kind === "broken")
        screen.warn(`${toReadable(path)} ${reading.problem}; those settings have their standard value`);
    }
    return reading.kind === "broken" ? EXIT.failed : EXIT.ok;
  }
  const known = flat(defaultSettings()).map(([name]) => name);
  if (key === undefined || !known.includes(key)) {
    screen.warn(`there is no setting ${key ?? ""}; they are: ${known.join(", ")}`);
    return EXIT.usage;
  }
  if (action === "get") {
    const current = flat(reading.settings).find(([name]) => name === key)?.[1];
    say(screen, typeof current === "string" ? current : JSON.stringify(current), { key, value: current });
    return EXIT.ok;
  }
  return change(session, screen, key, action === "set" ? value : undefined);
}

function problemOf(reading: ReturnType<typeof readSettings>): { message: string }[] {
  return reading.kind === "broken" ? [{ message: reading.problem }] : [];
}

function say(screen: Screen, text: string, json: object): void {
  if (screen.json) answer(screen, "config", true, [json], []);
  else screen.print(text);
}

/** `retention.normalDays` and its like, with their values. */
function flat(settings: object, prefix = ""): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as const],
  );
}

/** Undefined takes the setting out of the file. */
function change(session: Session, screen: Screen, key: string, value: string | undefined): ExitCode {
  const { machine, places } = session;
  const path = places.settings;
  if (path === undefined) return EXIT.failed;
  try {
    const bytes = readFileIfThere(machine.disk, path);
    const text = bytes === undefined ? "{}" : toText(bytes);
    const file = text === undefined ? undefined : parseObject(text);
    if (file === undefined) {
      screen.warn(`${toReadable(path)} is not a JSON object; mend or remove it first (nothing was changed)`);
      return EXIT.failed;
    }
    const changed = withValue(file, key.split("."), value === undefined ? undefined : readValue(value));
    const check = parseSettings(JSON.stringify(changed));
    if (value !== undefined && check.kind === "broken" && check.problem.includes(key)) {
      screen.warn(`${check.problem} (nothing was changed)`);
      return EXIT.usage;
    }
    makeFolders(machine.disk, folderOf(path));
    replaceFile(machine.disk, path, fromText(`${JSON.stringify(changed, null, 2)}\n`), String(machine.pid));
  } catch (thrown) {
    screen.warn(`cannot write ${toReadable(path)}: ${wordsFor(faultCode(thrown))}`);
    return EXIT.failed;
  }
  say(screen, value === undefined ? `${key} has its standard value again` : `${key} = ${value}`, {
    key,
    value,
  });
  return EXIT.ok;
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON where it is JSON (`30`, `true`, `["a"]`), else the text itself (`20GiB`, `manual`). */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withValue(object: Json, [first, ...rest]: readonly string[], value: unknown): Json {
  if (first === undefined) return object;
  const out = { ...object };
  if (rest.length > 0) {
    const inner = Object.hasOwn(out, first) ? out[first] : undefined;
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    const child = withValue(isObject ? (inner as Json) : {}, rest, value);
    if (Object.keys(child).length === 0) delete out[first];
    else out[first] = child;
  } else if (value === undefined) delete out[first];
  else out[first] = value;
  return out;
}
