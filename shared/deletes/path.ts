/** Absolute POSIX paths as text; nothing here looks at a disk. */

const slash = 47;
const dot = 46;

/** `/a//b/./c/../d/` becomes `/a/b/d`; `..` above the root stays at the root. Expects a leading slash. */
export function normalise(path: string): string {
  if (isNormal(path)) return path;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return `/${kept.join("/")}`;
}

// Most operands are plain names: splitting a hundred thousand of them is what this test saves.
function isNormal(path: string): boolean {
  const length = path.length;
  if (length === 1) return true;
  if (path.charCodeAt(length - 1) === slash) return false;
  for (let at = path.indexOf("/", 0); at !== -1; at = path.indexOf("/", at + 1)) {
    const next = path.charCodeAt(at + 1);
    if (next === slash) return false;
    if (next !== dot) continue;
    const after = path.charCodeAt(at + 2);
    if (at + 2 === length || after === slash) return false;
    if (after === dot && (at + 3 === length || path.charCodeAt(at + 3) === slash)) return false;
  }
  return true;
}

/** The path of `name` seen from `folder`; `name` may be absolute. */
export function resolve(folder: string, name: string): string {
  return normalise(name.startsWith("/") ? name : `${folder}/${name}`);
}

/** Whether `path` is `root` or lies below it. Both normalised. */
export function isWithin(path: string, root: string): boolean {
  if (root === "/") return path.startsWith("/");
  return path.startsWith(root) && (path.length === root.length || path.charCodeAt(root.length) === slash);
}

/** The folder a normalised path lies in; the root lies in itself. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at <= 0 ? "/" : path.slice(0, at);
}

/** Last component of a path or program word; the whole text when it has no slash. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Every folder above a normalised path, nearest first, ending with `/`. */
export function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let here = path; here !== "/"; ) {
    here = parentOf(here);
    above.push(here);
  }
  return above;
}
