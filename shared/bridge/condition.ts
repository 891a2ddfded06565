/** Claude Code's `if`: one permission rule in front of a handler. It spares a process; it is no wall. */

/**
 * Whether a rule such as `Bash(git *)` fits a call. A rule or a command that cannot be understood lets the hook run:
 * the hook judges for itself.
 */
export function conditionFits(rule: string, tools: readonly string[], command: string | undefined): boolean {
  const [, tool, inner] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/s.exec(rule) ?? [];
  if (tool === undefined) return true;
  if (!tools.includes(tool)) return false;
  if (inner === undefined || inner === "*" || command === undefined) return true;
  const fits = commandTest(inner);
  // What is only known when the shell runs could be anything.
  if (/[$`]|<\(|\beval\b/.test(command)) return true;
  return command
    .split(/&&|\|\||[;|&\n()]/)
    .map((part) => part.trim().replace(/^(?:\w+=\S*\s+)+/, ""))
    .some(fits);
}

/** `git:*` and `git *` mean git with anything behind it, or nothing. */
function commandTest(inner: string): (part: string) => boolean {
  const spread = inner.replace(/:\*$/, " *");
  const pieces = spread.split("*");
  const alone = spread.endsWith(" *") ? spread.slice(0, -2).split("*") : undefined;
  return (part) => fitsPieces(pieces, part) || (alone !== undefined && fitsPieces(alone, part));
}

/** Each piece at the first place where it stands: stars as a regular expression go back over a long command for ever. */
function fitsPieces(pieces: readonly string[], text: string): boolean {
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
