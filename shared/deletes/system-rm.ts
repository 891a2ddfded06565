/** Which spellings of `rm` name the system's own. */
import type { Run } from "@hasna/hooks-lexer";
import { textOf } from "./field.ts";
import { normalise } from "./path.ts";

/** Whether the program is the system's own `rm`. */
export function isSystemRm(run: Run): boolean {
  const text = textOf(run.verb);
  if (text === "rm" || text === "=rm") return true;
  if (text === undefined || !text.startsWith("/")) return false;
  // A place that is spelled with links or dots could be another program; only the two real places are known.
  if (!passesKnownFolders(text)) return false;
  const path = normalise(text);
  return path === "/bin/rm" || path === "/usr/bin/rm";
}

/** Folders that every system has and that are no links to elsewhere. */
const knownFolders: readonly string[] = ["/usr", "/usr/bin", "/etc", "/usr/lib", "/usr/local"];

/** Whether `..` leaves only folders that are there: the shell finds no `/binn/../bin/rm`, so nothing may be redirected. */
function passesKnownFolders(path: string): boolean {
  if (!path.includes("..")) return true;
  const parts = path.split("/");
  return parts.every((part, at) => {
    if (part !== "..") return true;
    const folder = normalise(parts.slice(0, at).join("/"));
    // /bin may be a link to /usr/bin: what is above it is then /usr, which has a bin as well and no usr.
    return folder === "/bin" ? parts[at + 1] === "bin" : knownFolders.includes(folder);
  });
}
