import { describe, expect, test } from "bun:test";
import type { Verdict } from "@hasna/hooks-registry";
import type { Environment, HarnessId } from "./harness.ts";
import { harnesses } from "./harnesses.ts";
import { loadProtocol } from "./protocol-loaders.ts";
import { firmReply, mayBeSpoiled } from "./start-files.ts";
import { type Measured, readers } from "./testing/readers.ts";

const NOISY: Environment = { BASH_ENV: "/h/.noise.sh", SHLVL: "3" };

describe("whether something may have been printed before our program", () => {
  const rows: readonly (readonly [id: HarnessId, env: Environment, spoiled: boolean, why: string])[] = [
    ["claude-code", NOISY, false, "sh reads no start file in a script"],
    ["codex", NOISY, true, "bash reads BASH_ENV"],
    ["codex", { BASH_ENV: "", SHLVL: "2" }, false, "an empty one is none"],
    ["codex", {}, false, "its input is a pipe, so bash does not seem to be remote"],
    ["copilot-cli", NOISY, true, "--norc does not keep bash from BASH_ENV"],
    ["copilot-cli", {}, false, "--norc keeps it from everything else"],
    ["gemini-cli", {}, true, "a socket, and no shell above: ~/.bashrc is read"],
    ["gemini-cli", { SHLVL: "0" }, true, "its bash was the first shell, and became our program"],
    ["gemini-cli", { SHLVL: "1" }, false, "started from a terminal"],
    ["qwen-code", { SHLVL: "0" }, true, "as Gemini"],
    ["cursor", NOISY, true, "its shell is not known"],
  ];
  for (const [id, env, spoiled, why] of rows) {
    test(`${id} ${JSON.stringify(env)}: ${why}`, () => expect(mayBeSpoiled(id, env)).toBe(spoiled));
  }
});

const refusal = { rule: "g/r", reason: "It deletes.", next: "Use less.", spans: [] };
const given = { command: "rm -rf build" };
const verdicts: readonly Verdict[] = [
  { kind: "deny", ...refusal },
  { kind: "ask", ...refusal },
  {
    kind: "rewrite",
    rule: "g/w",
    reason: "Moved.",
    toolInput: { command: "trash guard -rf build" },
    edits: [],
    approves: true,
  },
];

describe("an answer behind another text keeps the command from running", () => {
  for (const { id } of harnesses.filter(({ id }) => id in readers)) {
    for (const verdict of verdicts) {
      test(`${id}: ${verdict.kind}`, async () => {
        const said = firmReply(await loadProtocol(id), verdict, "PreToolUse", given);
        const read = readers[id as Measured];
        for (const stdout of [said.stdout, `Good morning\n${said.stdout}`, ""])
          expect(read({ ...said, stdout })).toBe("blocked");
        expect(said.stderr).toContain(verdict.kind === "rewrite" ? "trash guard -rf build" : "It deletes.");
      });
    }
    test(`${id}: nothing is still nothing`, async () => {
      const protocol = await loadProtocol(id);
      expect(firmReply(protocol, { kind: "none" }, "PreToolUse")).toEqual(
        protocol.encode({ kind: "none" }, "PreToolUse"),
      );
    });
  }
});
