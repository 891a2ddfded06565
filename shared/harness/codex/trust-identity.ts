/** What Codex's trust of one entry rests on. Checked against 0.171.0 for ten shapes over seven events. */

/** The name under which the user's config.toml keeps it: file, event, and the places of group and handler from 0. */
export function codexTrustKey(file: string, event: string, group: number, position: number): string {
  return `${file}:${codexSnake(event)}:${group}:${position}`;
}

/** `PreToolUse` as `pre_tool_use`. */
export function codexSnake(event: string): string {
  return event.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Codex's identity of an entry: JSON with sorted keys, only what decides what runs and when. Its SHA-256 is the trust. */
export function codexTrustIdentity(
  event: string,
  matcher: string | undefined,
  handler: Readonly<Record<string, unknown>>,
): string {
  const { timeout, async: isAsync, statusMessage, additionalContextLimit, command } = handler;
  const byDefault = event === "SessionEnd" ? 1 : 600;
  return JSON.stringify({
    event_name: codexSnake(event),
    hooks: [
      {
        ...(additionalContextLimit !== undefined && { additionalContextLimit }),
        async: isAsync === true,
        command,
        ...(typeof statusMessage === "string" && { statusMessage }),
        timeout: typeof timeout === "number" ? Math.max(timeout, 1) : byDefault,
        type: "command",
      },
    ],
    ...(matcher !== undefined && event !== "UserPromptSubmit" && event !== "Stop" && { matcher }),
  });
}
