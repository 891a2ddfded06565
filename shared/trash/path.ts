import type { Bytes } from "./bytes.ts";

/** `folder/name` with exactly one slash between. */
export function under(folder: Bytes, name: string): Bytes {
  return (folder.endsWith("/") ? folder + name : `${folder}/${name}`) as Bytes;
}

/** True when `path` is `folder` or lies below it; both absolute and normalised. */
export function isWithin(path: Bytes, folder: Bytes): boolean {
  if (path === folder || folder === "/") return true;
  return path.length > folder.length && path.charCodeAt(folder.length) === 0x2f && path.startsWith(folder);
}

/** The last component, trailing slashes aside; `/` for the root. */
export function baseName(path: Bytes): Bytes {
  const end = withoutTrailingSlashes(path);
  return end === "/" ? end : (end.slice(end.lastIndexOf("/") + 1) as Bytes);
}

/** What comes before the last component: `.` when nothing does. */
export function folderOf(path: Bytes): Bytes {
  const end = withoutTrailingSlashes(path);
  const slash = end.lastIndexOf("/");
  if (slash < 0) return "." as Bytes;
  return slash === 0 ? ("/" as Bytes) : withoutTrailingSlashes(end.slice(0, slash) as Bytes);
}

export function withoutTrailingSlashes(path: Bytes): Bytes {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end--;
  return end === path.length ? path : (path.slice(0, end) as Bytes);
}

/** Takes `.`, `..` and doubled slashes out of an absolute path by text alone: only for paths without links. */
export function normalised(path: Bytes): Bytes {
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `/${out.join("/")}` as Bytes;
}
