/**
 * The rewritten input with the keys of the call and its command, and no others: a hook may fill in what Claude Code's own
 * tool knows, which another harness's tool need not.
 */
export function onlyGiven(
  toolInput: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  if (given === undefined) return toolInput;
  return Object.fromEntries(
    Object.entries(toolInput).filter(([key]) => key === "command" || Object.hasOwn(given, key)),
  );
}
