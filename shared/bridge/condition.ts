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
  const fits = commandPattern(inner);
  // What is only known when the shell runs could be anything.
  if (/[$`]|<\(|\beval\b/.test(command)) return true;
  return command
    .split(/&&|\|\||[;|&\n()]/)
    .map((part) => part.trim().replace(/^(?:\w+=\S*\s+)+/, ""))
    .some((part) => fits.test(part));
}

/** `git:*` and `git *` mean git with anything behind it, or nothing. */
function commandPattern(inner: string): RegExp {
  const spread = inner.replace(/:\*$/, " *");
  const escaped = spread.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped.replace(/ \.\*$/, "(?: .*)?")}$`, "s");
}
