import { afterAll, describe, expect, test } from "bun:test";
import { createRunner, type RunOutcome, type TrustedRunRequest } from "./index.ts";

const runner = createRunner({ limits: { graceMs: 200, drainMs: 300 } });
afterAll(() => runner.dispose());

function run(command: string, more: Partial<TrustedRunRequest> = {}): Promise<RunOutcome> {
  return runner.run(runner.resolve({ kind: "trusted", command, ...more }));
}

describe("a run", () => {
  test("hands over input and gives back output, byte for byte", async () => {
    const outcome = await run("cat; echo no >&2; exit 3", { stdin: "a\u00e9\n" });
    expect(outcome).toMatchObject({
      cause: "exit",
      exitCode: 3,
      signal: null,
      stdin: { state: "delivered", taken: 4, given: 4 },
      survivors: { state: "none", pids: [] },
    });
    expect(outcome.stdout.text).toBe("a\u00e9\n");
    expect(outcome.stderr.text).toBe("no\n");
  });
});
