/** The files by which people say what is let pass, and the record of it. Pure text. */

/** Below `~/.hasna/hooks`. */
const FILES = ["policy.json", "grants", "log", "log-failures.jsonl"];
const PROJECT_POLICY = "/.hasna/hooks-policy.json";

/** Whether changing what stands at an absolute path changes one of them: the file, what lies in it, a folder above. */
export function isKept(path: string, home: string | undefined): boolean {
  if (path.endsWith(PROJECT_POLICY)) return true;
  if (home === undefined) return mentionsKept(path);
  const own = `${home === "/" ? "" : home}/.hasna`;
  if (path === own || path === `${own}/hooks`) return true;
  for (const name of FILES) {
    const file = `${own}/hooks/${name}`;
    if (path === file || path.startsWith(`${file}/`)) return true;
  }
  return false;
}

/** Whether a path that begins so could be one of them; `isFolder`: what is not known begins behind a slash. */
export function isKeptPrefix(start: string, isFolder: boolean, home: string | undefined): boolean {
  if (home === undefined) return false;
  const begin = isFolder ? `${start}/` : start;
  const own = `${home === "/" ? "" : home}/.hasna/hooks/`;
  return FILES.some((name) => `${own}${name}`.startsWith(begin) && begin.length >= `${home}/.hasna`.length);
}

/** Whether a text holds the path of one, in whatever home. */
export function mentionsKept(text: string): boolean {
  return (
    text.includes(".hasna/hooks/policy.json") ||
    text.includes(".hasna/hooks/grants") ||
    text.includes(".hasna/hooks-policy.json")
  );
}
