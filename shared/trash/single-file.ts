import { type Bytes, raw } from "./bytes.ts";
import { collectWhenDue } from "./collection-clock.ts";
import { faultCode } from "./fault.ts";
import { realFolder, writeNew } from "./files.ts";
import { formatInfo } from "./info.ts";
import { appendJournal, callLine } from "./journal.ts";
import { isTemporary } from "./keep-class.ts";
import type { Machine } from "./machine.ts";
import { type CommandId, newCommandId, payloadName } from "./names.ts";
import { originOf } from "./origin.ts";
import { type Places, placesOf } from "./places.ts";
import { SECRET_FOLDERS } from "./protected-names.ts";
import { defaultSettings } from "./settings.ts";
import { storeAt } from "./store-place.ts";

/** What a call that could not be answered here has begun: its name, and whether the journal knows it. */
export interface Begun {
  readonly command: CommandId;
  readonly started: number;
  readonly isRecorded: boolean;
}

/**
 * Below these, two folders deep at most, no system folder's content can lie, whatever is linked to what. Any other place
 * as close to the root is judged by the general way, which looks at each link.
 */
const COMMON_TOPS: readonly string[] = [
  "/home",
  "/root",
  "/tmp",
  "/srv",
  "/opt",
  "/mnt",
  "/work",
  "/workspace",
  "/workspaces",
  "/app",
  "/code",
  "/project",
  "/projects",
  "/repo",
  "/src",
];

const SLASH = 0x2f;
const DASH = 0x2d;

/**
 * The commonest call, `rm [-rf] [--] FILE` for one file that is no folder and lies on the home trash's own mount, in as
 * few functions as it takes: in a process that lives for ten milliseconds each function that runs for the first time
 * costs some ten microseconds, and the general way runs more than a hundred.
 *
 * True when the file is in the trash. Anything that is not plainly so (other options, a question to ask, a settings
 * file, a place that may be protected, any answer of the system but yes) leaves everything as it was, and the general
 * way decides: this one refuses nothing and says nothing.
 */
export function trashSingleFile(args: readonly Bytes[], machine: Machine): true | Begun | undefined {
  const last = args.length - 1;
  const operand = args[last];
  if (operand === undefined || last > 2) return undefined;
  let isForced = false;
  if (last > 0) {
    const options = args[0] as Bytes;
    if (options.charCodeAt(0) !== DASH || options.length < 2) return undefined;
    for (let i = 1; i < options.length; i++) {
      const letter = options.charAt(i);
      if (letter === "f") isForced = true;
      else if (letter !== "r" && letter !== "R") return undefined;
    }
  }
  if (last === 2 ? args[1] !== "--" : operand.charCodeAt(0) === DASH) return undefined;
  const slash = operand.lastIndexOf("/");
  const name = operand.slice(slash + 1);
  if (slash === 0 || name === "" || name === "." || name === "..") return undefined;
  // These stand for themselves even where they are links.
  if (SECRET_FOLDERS.includes(name) || name === "Trash" || name === "trash") return undefined;
  const { disk } = machine;
  let begun: Begun | undefined;
  let reserved: Bytes | undefined;
  try {
    const stat = disk.lstat(operand);
    if (stat.kind === "folder" || stat.mountRoot || stat.mount === undefined) return undefined;
    if (!isForced && machine.uid !== 0 && machine.input.isTerminal) return undefined;
    const places = placesOf(machine);
    const { trash, state, settings } = places;
    if (trash === undefined || state === undefined || settings === undefined) return undefined;
    if (disk.identityOf(settings) !== undefined) return undefined;
    const current = disk.currentFolder();
    const folder = slash < 0 ? current : realFolder(disk, raw(operand.slice(0, slash)));
    const real = raw(`${folder}/${name}`);
    if (!isPlainPlace(machine, places, folder, real)) return undefined;
    const store = storeAt(trash, undefined);
    const home = disk.statFollowing(store.info);
    if (home.kind !== "folder" || home.mount !== stat.mount) return undefined;
    const started = machine.now();
    const command = newCommandId(started, machine.random);
    const origin = originOf(machine, undefined);
    const call = { machine, command, started, origin };
    begun = { command, started, isRecorded: true };
    appendJournal(machine, places, callLine(call, "guard", current, args), defaultSettings().durability);
    const stem = payloadName(raw(name), command, 0, 0);
    const info = raw(`${store.info}/${stem}.trashinfo`);
    const data = formatInfo({
      path: real,
      deleted: machine.localTime(started),
      command,
      ...origin,
      keep: isTemporary(machine, real) ? "temporary" : "normal",
      partial: false,
    });
    writeNew(disk, info, data);
    reserved = info;
    disk.renameNew(operand, raw(`${store.files}/${stem}`));
    reserved = undefined;
    collectWhenDue({ machine, places, settings: defaultSettings }, store, 1);
    return true;
  } catch (thrown) {
    faultCode(thrown);
    if (reserved !== undefined) disk.unlink(reserved);
    return begun;
  }
}

/** Surely not protected, by path and by the identity of each folder above; see `protected.ts`, which knows the rest. */
function isPlainPlace({ disk }: Machine, places: Places, folder: Bytes, real: Bytes): boolean {
  const { home, trash, state, settings } = places;
  if (home === undefined || real.includes("/.Trash")) return false;
  const second = folder.indexOf("/", 1);
  if (second < 0 || folder.indexOf("/", second + 1) < 0) {
    const top = second < 0 ? folder : folder.slice(0, second);
    if (!COMMON_TOPS.includes(top)) return false;
  }
  const deep: string[] = [];
  for (let i = -3; i < SECRET_FOLDERS.length; i++) {
    const place =
      i === -3
        ? trash
        : i === -2
          ? state
          : i === -1
            ? settings?.slice(0, settings.lastIndexOf("/"))
            : `${home}/${SECRET_FOLDERS[i]}`;
    if (place === undefined || real.startsWith(place)) return false;
    const id = disk.identityOf(place as Bytes);
    if (id !== undefined) deep.push(id);
  }
  for (let end = folder.length; end > 0; end = folder.lastIndexOf("/", end - 1)) {
    const id = disk.identityOf(raw(folder.slice(0, end)));
    if (id === undefined || deep.includes(id)) return false;
  }
  return folder.charCodeAt(0) === SLASH;
}
