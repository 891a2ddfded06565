/** What the exit codes mean, in one place: `hooks help exit-codes` and each command's own help are made from it. */

interface ExitCode {
  /** As it is typed after `hooks`; empty for what holds for every command. */
  readonly command: string;
  readonly code: number;
  /** One sentence. */
  readonly means: string;
}

export const exitCodes: readonly ExitCode[] = [
  { command: "", code: 0, means: "It was done, or there was nothing to say." },
  { command: "", code: 1, means: "It was refused or failed; what stands on stderr says why and what to do." },
  { command: "", code: 2, means: "The command line itself was wrong, and nothing was done." },
  { command: "run", code: 0, means: "The call may go on, as it is or as the answer on stdout rewrites it." },
  {
    command: "run",
    code: 2,
    means:
      "The call is refused: every harness that goes by exit codes reads 2 as a refusal, and the reason is on stderr.",
  },
  { command: "doctor", code: 0, means: "Every check looked, and there is nothing to mend." },
  { command: "doctor", code: 1, means: "There is something to mend." },
  { command: "doctor", code: 2, means: "A check could not look, so nobody can say that all is well." },
  {
    command: "bench",
    code: 1,
    means: "A hook ran into its time-out or is over --budget, or nothing could be measured.",
  },
  { command: "explain", code: 1, means: "A verdict is one of those that --fail-on names." },
  {
    command: "explain",
    code: 2,
    means: "With --jsonl and --fail-on: a line could not be read, so it was not found clean.",
  },
];

/** A table for a terminal. */
export function exitCodeText(): string {
  const width = Math.max(...exitCodes.map(({ command }) => nameOf(command).length));
  const lines = exitCodes.map(
    ({ command, code, means }) => `  ${nameOf(command).padEnd(width)}  ${code}  ${means}`,
  );
  return `What the exit codes mean\n\n${lines.join("\n")}\n`;
}

function nameOf(command: string): string {
  return command === "" ? "every command" : `hooks ${command}`;
}
