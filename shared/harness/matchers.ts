/** How the harnesses read the matcher of an entry: whether it fires for a tool, by the tool's own name. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Slot } from "./harness.ts";

type Fires = (matcher: string | undefined, tool: string) => boolean;

function isEvery(matcher: string | undefined): matcher is undefined | "" | "*" {
  return matcher === undefined || matcher === "" || matcher === "*";
}

function found(pattern: string, tool: string, flags?: string): boolean {
  try {
    return new RegExp(pattern, flags).test(tool);
  } catch {
    return false;
  }
}

/** Plain characters are a list of exact names, by `|` and since 2.1.191 by comma; anything else an unanchored pattern. */
export const claudeFires: Fires = (matcher, tool) => {
  if (isEvery(matcher)) return true;
  if (/^[\w\- ,|]*$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  return found(matcher, tool);
};

/** As Claude Code's, with fewer characters counted as plain, and Rust's patterns, which know `(?i)`. */
export const codexFires: Fires = (matcher, tool) => {
  if (isEvery(matcher)) return true;
  if (/^[A-Za-z0-9_|]*$/.test(matcher)) return matcher.split("|").includes(tool);
  const [, pattern = matcher] = /^\(\?i\)(.*)$/s.exec(matcher) ?? [];
  return found(pattern, tool, pattern === matcher ? "" : "i");
};

/** Always an unanchored pattern; one that cannot be read is compared as it stands. Blanks around it do not count. */
export const patternFires: Fires = (matcher, tool) => {
  if (isEvery(matcher)) return true;
  const text = matcher.trim();
  try {
    return new RegExp(text).test(tool);
  } catch {
    return text === tool;
  }
};

/** A pattern that stands as it is, blanks too. */
export const exactPatternFires: Fires = (matcher, tool) => isEvery(matcher) || found(matcher, tool);

/**
 * A list of names, or a pattern that must fit the whole name; the empty text fits nothing, `**` everything. A name of
 * the list may also be the harness's older one, in small letters.
 */
export const wholeNameFires: Fires = (matcher, tool) => {
  if (matcher === undefined || matcher === "*" || matcher === "**") return true;
  if (matcher === "") return false;
  const text = matcher.trim();
  return (
    text.split("|").some((name) => name === tool || name === tool.toLowerCase()) ||
    found(`^(?:${text})$`, tool)
  );
};

/** The matcher is not looked at. */
export const always: Fires = () => true;

/** A neutral matcher in a harness's own tool names; undefined for every tool. */
function ownMatcher(matcher: string, tools: Readonly<Record<string, string>>): string | undefined {
  if (matcher === "") return undefined;
  return (
    matcher
      .split("|")
      // A name that a harness does not know would only change its entry, which people trust by its hash.
      .filter((tool) => tool !== "PowerShell" || tools.PowerShell !== undefined)
      .map((tool) => tools[tool] ?? tool)
      .join("|")
  );
}

/** One slot under the harness's own event name; none for an event that it does not have. */
export function plainSlots(
  events: Readonly<Partial<Record<HookEvent, string>>>,
  tools: Readonly<Record<string, string>>,
): (event: HookEvent, matcher: string) => readonly Slot[] {
  return (event, matcher) => {
    const key = events[event];
    if (key === undefined || (matcher === "PowerShell" && tools.PowerShell === undefined)) return [];
    return [{ key, matcher: ownMatcher(matcher, tools) }];
  };
}
