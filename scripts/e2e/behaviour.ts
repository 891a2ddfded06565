/** What two versions of a client did differently in the same cases. */
import type { Played, Seen } from "./player.ts";

type Behaviour = Readonly<Record<string, Played>>;

/** Lines for people; empty when both behaved alike. */
export function behaviourChanges(before: Behaviour, after: Behaviour): readonly string[] {
  const lines: string[] = [];
  for (const [name, old] of Object.entries(before)) {
    const now = after[name];
    if (now === undefined) {
      lines.push(`${name}: not played any more`);
      continue;
    }
    const changes = [...verdictChange(old, now), ...seenChanges(old.seen, now.seen)];
    if (changes.length > 0) lines.push([`${name}:`, ...changes.map((change) => `  ${change}`)].join("\n"));
  }
  return lines;
}

function verdictChange(old: Played, now: Played): readonly string[] {
  const [was, is] = [old.problems.length === 0, now.problems.length === 0];
  if (was === is) return [];
  return is ? ["holds now"] : ["holds no more:", ...now.problems];
}

function seenChanges(old: readonly Seen[], now: readonly Seen[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, was] of old.entries()) {
    const is = now[index];
    if (is === undefined) {
      lines.push(`\`${was.command}\`: no answer any more`);
      continue;
    }
    const changes: string[] = [];
    if (was.changes.join() !== is.changes.join())
      changes.push(
        `files: ${was.changes.join(", ") || "nothing"} became ${is.changes.join(", ") || "nothing"}`,
      );
    if (was.isError !== is.isError) changes.push(is.isError ? "is an error now" : "is no error any more");
    if (was.told !== is.told) changes.push(`told: ${was.told}\nnow:  ${is.told}`);
    if (changes.length > 0) lines.push(`\`${was.command}\`: ${changes.join("\n")}`);
  }
  return lines;
}
