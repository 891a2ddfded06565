/** The part of a changelog between two versions. */
import { compare, valid } from "semver";

/** The sections above `from` up to `to`, newest first as they stand; undefined when the changelog has none of them. */
export function changesIn(changelog: string, from: string, to: string): string | undefined {
  const kept: string[] = [];
  let isWanted = false;
  for (const line of changelog.split(/\r?\n/)) {
    const heading = /^#{1,3}\s+\[?v?([0-9][\w.+-]*)/.exec(line)?.[1];
    const version = heading === undefined ? null : valid(heading);
    if (version !== null) isWanted = compare(version, from) > 0 && compare(version, to) <= 0;
    if (isWanted) kept.push(line);
  }
  const text = kept.join("\n").trim();
  return text === "" ? undefined : text;
}
