/**
 * Public reports about hooks that were registered and did not guard, each a row that drives the planner, the entry of a
 * harness or its encoder; with incidents.test.ts and incidents-harness.test.ts these are all of the two kinds "settings were
 * lost" and "registered, and no guard".
 */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  claudeCode,
  firmReply,
  forSession,
  type Harness,
  harnesses,
  loadProtocol,
  mayBeSpoiled,
} from "@hasna/hooks-harness";
import type { Verdict } from "@hasna/hooks-registry";
import { planWith } from "./forms.ts";
import type { Wanted } from "./plan.ts";
import { formats } from "./testing/formats.ts";

const format = formats.find(({ name }) => name === "claude-code");
if (format === undefined) throw new Error("no format of Claude Code");
const base: Wanted = format.wanted;

/** What is registered for one guard in an empty file of a harness's own. */
function entryOf(harness: Harness): string | undefined {
  const [place] = harness.settingsFiles("user", { home: "/h", project: "/p", env: {} });
  if (place === undefined) return undefined;
  const rule = harness.id === "claude-code" ? base.rule : undefined;
  const plan = planWith(undefined, { ...base, names: ["trash-guard"], harness, root: place.root, rule });
  return plan.kind === "write" ? plan.text : undefined;
}

const entries = harnesses.flatMap((harness) => {
  const text = entryOf(harness);
  return text === undefined ? [] : [{ harness, text }];
});
const refusal = { rule: "g/r", reason: "It deletes.", next: "Use less.", spans: [] } as const;
const rewrite: Verdict = {
  kind: "rewrite",
  rule: "g/w",
  reason: "Moved.",
  toolInput: { command: "trash guard -rf build", description: "Clean" },
  edits: [],
  approves: true,
};

interface Row {
  readonly id: string;
  readonly url: string;
  /** What must hold, in words. */
  readonly holds: string;
  readonly check: () => void | Promise<void>;
}

const rows: readonly Row[] = [
  {
    id: "C05",
    url: "https://github.com/anthropics/claude-code/issues/32348",
    holds: "what is never deleted is refused, not rewritten; a rewrite names every key of the input",
    check: async () => {
      const protocol = await loadProtocol("claude-code");
      expect(protocol.encode({ kind: "deny", ...refusal }, "PreToolUse").exitCode).toBe(2);
      const { hookSpecificOutput: said } = JSON.parse(protocol.encode(rewrite, "PreToolUse").stdout);
      expect(said.updatedInput).toEqual({ command: "trash guard -rf build", description: "Clean" });
    },
  },
  {
    id: "C15",
    url: "https://github.com/anthropics/claude-code/issues/21992",
    holds: "no login shell is asked for, and behind a greeting a denial is still one",
    check: async () => {
      for (const { text } of entries) expect(text).not.toMatch(/\b(?:bash|zsh|sh) -[a-z]*[li]/);
      for (const { harness } of entries) {
        // Where a greeting may stand before it, everything is said by the exit code as well.
        const protocol = await loadProtocol(harness.id);
        const firm = firmReply(protocol, { kind: "deny", ...refusal }, "PreToolUse");
        expect([harness.id, firm.exitCode]).toEqual([harness.id, 2]);
        expect(firm.stderr).toContain("It deletes.");
      }
      expect(mayBeSpoiled("codex", { BASH_ENV: "/h/.greeting" })).toBe(true);
    },
  },
  {
    id: "C22",
    url: "https://github.com/faded-penguin021/AMH/issues/67",
    holds: "what is started is a program and no script that a shell must be found for",
    check: () => {
      for (const { text } of entries) expect(text).not.toMatch(/\.(?:sh|bash|ps1|py|js|mjs)["' ]/);
    },
  },
  {
    id: "C25",
    url: "https://github.com/github/copilot-cli/issues/2893",
    holds: "many calls at once: each entry has whole seconds, and our own deadline lies below them",
    check: async () => {
      const main = await Bun.file(join(import.meta.dir, "../main.ts")).text();
      const deadline = Number(/DEADLINE_MS = (\d+)/.exec(main)?.[1]);
      expect(deadline).toBeGreaterThan(1000);
      for (const { harness } of entries) {
        if (harness.timeout === undefined) continue;
        const { value, unit } = harness.timeout;
        expect(unit === "ms" ? value : value * 1000).toBeGreaterThan(deadline);
      }
    },
  },
  {
    id: "C32",
    url: "https://github.com/anthropics/claude-code/issues/79356",
    holds: "a question in a session where nobody answers is a refusal",
    check: async () => {
      const ask: Verdict = { kind: "ask", ...refusal };
      expect(forSession(ask, { permission_mode: "auto" }).kind).toBe("deny");
      expect(forSession(ask, { permission_mode: "default" }).kind).toBe("ask");
      // Those that would let the command run, or hang, when nobody can be asked.
      for (const id of ["codex", "codewith", "gemini-cli", "droid", "cursor"] as const) {
        const protocol = await loadProtocol(id);
        expect(protocol.encode(ask, "PreToolUse")).toEqual(
          protocol.encode({ ...ask, kind: "deny" }, "PreToolUse"),
        );
      }
    },
  },
  {
    id: "C33",
    url: "https://github.com/anthropics/claude-code/issues/82451",
    holds: "a user's own rule on rm stays, and the rewritten command has a rule of its own",
    check: () => {
      const text = '{\n  "permissions": {\n    "ask": ["Bash(rm *)"]\n  }\n}\n';
      const plan = planWith(text, { ...base, names: ["trash-guard"] });
      const { permissions } = JSON.parse(plan.kind === "write" ? plan.text : "{}");
      expect(permissions).toEqual({ ask: ["Bash(rm *)"], allow: [base.rule] });
    },
  },
  {
    id: "C34",
    url: "https://github.com/gaia-react/gaia/issues/1838",
    holds: "no entry leans on another program",
    check: () => {
      for (const { harness, text } of entries) {
        expect([harness.id, /\b(?:jq|grep|sed|awk|node|bun|python3?|perl)\b [-'"]/.test(text)]).toEqual([
          harness.id,
          false,
        ]);
      }
    },
  },
  {
    id: "C36",
    url: "https://github.com/anthropics/claude-code/issues/88896",
    holds: "settings that switch all hooks off are told of, with their place",
    check: () => {
      const plan = planWith('{ "disableAllHooks": true }', base);
      const notes = plan.kind === "write" ? plan.notes : [];
      expect(notes.map(({ kind }) => kind)).toContain("not-in-force");
    },
  },
  {
    id: "C38",
    url: "https://github.com/FailproofAI/failproofai/pull/318",
    holds: "a guard stands at the event where its verdict counts, and Cursor is told to fail closed",
    check: () => {
      const cursor = harnesses.find(({ id }) => id === "cursor");
      const { hooks } = JSON.parse((cursor && entryOf(cursor)) ?? "{}");
      expect(Object.keys(hooks)).toEqual(["preToolUse"]);
      expect(hooks.preToolUse[0].failClosed).toBe(true);
      for (const harness of harnesses) expect(harness.slots("PreToolUse", "Bash")).not.toEqual([]);
    },
  },
  {
    id: "C41",
    url: "https://github.com/anthropics/claude-code/issues/49778",
    holds: "nothing is fetched when a hook runs, and no entry is made for an event that no hook watches",
    check: () => {
      for (const { text } of entries) {
        expect(text).not.toMatch(/bunx|npx|@latest|https?:|curl|wget/);
        expect(text).not.toMatch(/SessionStart|PostToolUse/i);
      }
      const { hooks } = JSON.parse(entryOf(claudeCode) ?? "{}");
      expect(hooks.PreToolUse[0].matcher).toBe("Bash");
    },
  },
];

describe("registered, and it guards", () => {
  for (const { id, url, holds, check } of rows) test(`${id}, ${url}: ${holds}`, check);
});

/** Of the two kinds; those that are not here are about other things (a harness that stops calling hooks, what a shell does). */
const ALL =
  "C01 C02 C05 C06 C10 C11 C12 C13 C14 C15 C16 C18 C22 C24 C25 C27 C29 C32 C33 C34 C35 C36 C37 C38 C41 " +
  "D01 D04 D05 D06 D08 D10 D11 D12 D21 D25 D26 D27 D28 D29 D30 D32";

test("every report has a row", async () => {
  const files = [
    "incidents.test.ts",
    "incidents-harness.test.ts",
    "incidents-registered.test.ts",
    // C27: whoever writes the event is never left with a broken pipe.
    "../../scripts/binary/lost-answer.test.ts",
  ];
  const texts = await Promise.all(files.map((name) => Bun.file(join(import.meta.dir, name)).text()));
  const rowTexts = texts.map((text) => text.replace(/const ALL =[\s\S]*?;\n/, "")).join("\n");
  const missing = ALL.split(" ").filter((id) => !new RegExp(`\\b${id}\\b`).test(rowTexts));
  expect(missing).toEqual([]);
});
