/** An example that works: it refuses a forced push. Replace what it watches, what it looks for and what it says. */
import { type Field, runs } from "@hasna/hooks-lexer";
import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";

export const hook: Hook = {
  name: "template-hook",
  summary: "Refuses `git push --force`",
  events: ["PreToolUse"],
  matcher: "Bash",
  kind: "guard",
  rewritesInput: false,
  // Quotes, backslashes and line ends may stand inside a word that the shell still reads as `push`.
  couldOwn: (text) => text.replace(/\\\n|["'\\]/g, "").includes("push"),
  run: judge,
};

function judge(input: HookInput, world: World): Verdict {
  const { command } = input.toolInput;
  // Most commands end here, before anything is parsed.
  if (typeof command !== "string" || !hook.couldOwn(command)) return { kind: "none" };

  const dialect = input.shell === "unknown" ? "bash" : input.shell;
  const surroundings = { home: world.home, cwd: input.cwd, dialect };
  for (const { name, args, command: whole } of runs(command, surroundings).runs) {
    const words = args.map(textOf);
    if (name !== "git" || words[0] !== "push") continue;
    if (!words.some((word) => word === "-f" || word === "--force")) continue;
    return {
      kind: "deny",
      rule: "template-hook/forced-push",
      reason: "A forced push throws away what others pushed in the meantime.",
      next: "Use `git push --force-with-lease`, which stops when there is something new.",
      spans: [whole.span],
    };
  }
  return { kind: "none" };
}

/** The argument that the program gets; undefined where the text does not decide it (`$x`, `*`). */
function textOf({ segments }: Field): string | undefined {
  return segments.every((segment) => segment.kind === "text")
    ? segments.map(({ text }) => text).join("")
    : undefined;
}
