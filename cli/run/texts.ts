/** The texts of an event that could not be read as one: a guard looks through them for what it owns. */

/** Every string of a JSON value, keys included, one a line. Iterative: a payload may nest 100,000 deep. */
export function allTexts(value: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") texts.push(next);
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      // The harness's own path: `.claude` in it would make every event suspect.
      if (next === value && key === "transcript_path") continue;
      texts.push(key);
      open.push(inner);
    }
  }
  return texts.join("\n");
}

/** Text that is not JSON as a guard searches it: as it came, without JSON's escapes, without the NULs of UTF-16. */
export function searchable(event: string): string {
  const raw = event.replace(/"transcript_path"\s*:\s*"[^"\\\s;&|$`]*"/g, "");
  return `${raw}\n${unescaped(raw)}${raw.includes("\0") ? `\n${raw.replaceAll("\0", "")}` : ""}`;
}

/** Text that is not valid JSON with JSON's escapes undone, so that `\u0072m` is seen as `rm`. */
function unescaped(raw: string): string {
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, character: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { n: "\n", t: "\t", r: "\r" }[character] ?? character;
  });
}
