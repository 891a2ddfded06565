/** `hooks completions SHELL`: the text that makes a shell complete our command lines. */
import { bundledHooks } from "hooks:bundled";
import { harnesses } from "@hasna/hooks-harness";
import { bashText } from "../completions/bash.ts";
import { fishText } from "../completions/fish.ts";
import { completedCommands } from "../completions/words.ts";
import { zshText } from "../completions/zsh.ts";
import { type Call, type Command, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { nearest } from "../nearest.ts";

const SHELLS = { bash: bashText, zsh: zshText, fish: fishText } as const;

const EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop"];

/** For the table of commands, which it is told because it completes itself too. */
export function completionsOf(
  commands: Readonly<Record<string, Command>>,
): (call: Call, context: Context) => Promise<number> {
  return async ({ words }, context) => {
    const [shell, ...more] = words;
    const shells = Object.keys(SHELLS);
    if (shell === undefined || more.length > 0 || !isShell(shell)) {
      const close = shell === undefined ? undefined : nearest(shell, shells);
      const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
      context.err(`hooks completions: name one shell of ${shells.join(", ")}.${hint}\n`);
      return EXIT_USAGE;
    }
    const names = {
      hooks: bundledHooks.map(({ name }) => name),
      harnesses: harnesses.map(({ id }) => id),
      shells,
      events: EVENTS,
    };
    context.out(SHELLS[shell](completedCommands(commands, names)));
    return EXIT_OK;
  };
}

function isShell(shell: string): shell is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, shell);
}
