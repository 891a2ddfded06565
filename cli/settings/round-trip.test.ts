import { describe, expect, test } from "bun:test";
import { claudeCode } from "@hasna/hooks-harness";
import { read } from "./document.ts";
import { type HookFacts, madeBy, planInstall, planUninstall, type Wanted, withoutBom } from "./plan.ts";
import { randomFrom, settingsText } from "./testing/settings-generator.ts";

const catalogue: readonly HookFacts[] = [
  { name: "other-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  { name: "watcher", events: ["PreToolUse", "Stop"], matcher: "", kind: "helper", rewritesInput: false },
];

const all: Wanted = {
  harness: claudeCode,
  root: ["hooks"],
  names: ["trash-guard", "watcher"],
  catalogue,
  program: "/home/u/.hasna/hooks/bin/hooks",
  folder: "/home/u/.hasna/hooks",
  rule: "Bash(/home/u/.hasna/hooks/bin/trash guard:*)",
};

const FILES = 250;

/** Milliseconds: the machine may be busy, and nothing here is about time. */
const PATIENCE = 60_000;

describe("generated settings files", () => {
  test(
    `${FILES} files: install, install again, uninstall gives the same bytes`,
    () => {
      const distinct = new Set<string>();
      for (let seed = 1; seed <= FILES; seed++) {
        const before = settingsText(randomFrom(seed), { blanks: false });
        distinct.add(before);
        const installed = planInstall(before, all);
        if (installed.kind !== "write") throw new Error(`seed ${seed}: ${JSON.stringify(installed)}`);
        const after = installed.text;
        if (planInstall(after, all).kind !== "unchanged")
          throw new Error(`seed ${seed}: not idempotent\n${after}`);
        const made = madeBy(before, after, all);
        const uninstalled = planUninstall(after, all, made);
        if (uninstalled.kind !== "write" || uninstalled.text !== before) {
          throw new Error(
            `seed ${seed}:\n${JSON.stringify(before)}\n${JSON.stringify(after)}\n${JSON.stringify(uninstalled)}`,
          );
        }
      }
      expect(distinct.size).toBeGreaterThan(FILES * 0.9);
    },
    PATIENCE,
  );

  test(
    "one hook after the other, taken out in the other order",
    () => {
      for (let seed = 1; seed <= 80; seed++) {
        const before = settingsText(randomFrom(seed), { blanks: false });
        const text = (plan: ReturnType<typeof planInstall>) => {
          if (plan.kind !== "write") throw new Error(`seed ${seed}: ${JSON.stringify(plan)}`);
          return plan.text;
        };
        const one = { ...all, names: ["trash-guard"] };
        const two = { ...all, names: ["other-guard"] };
        const first = text(planInstall(before, one));
        const second = text(planInstall(first, two));
        expect(text(planUninstall(second, two, madeBy(first, second, two)))).toBe(first);
        expect(text(planUninstall(first, one, madeBy(before, first, one)))).toBe(before);
      }
    },
    PATIENCE,
  );

  test(
    "strict files stay strict, and every added line ends as the file's lines do",
    () => {
      for (let seed = 1; seed <= 80; seed++) {
        const before = settingsText(randomFrom(seed), { blanks: true });
        const plan = planInstall(before, all);
        if (plan.kind !== "write") throw new Error(`seed ${seed}: ${plan.kind}`);
        const { body } = withoutBom(plan.text);
        const strict = (text: string) => {
          const reading = read(text);
          return reading.kind !== "document" || reading.document.laxities.length === 0;
        };
        if (!strict(withoutBom(before).body)) continue;
        JSON.parse(body);
        const ends = new Set(body.match(/\r\n|\n|\r/g));
        expect(ends.size).toBeLessThan(2);
      }
    },
    PATIENCE,
  );

  test(
    "the reader takes what JSON takes: every cut and every swapped character",
    () => {
      const random = randomFrom(7);
      let refused = 0;
      for (let seed = 1; seed <= 150; seed++) {
        const { body } = withoutBom(settingsText(randomFrom(seed), { blanks: true }));
        for (let round = 0; round < 12; round++) {
          const at = Math.floor(random() * (body.length + 1));
          const put = ["", ",", "}", "]", '"', "\\", "0", "-", "\u0001", "\v", "\u00a0", "x", "/", ":"][
            Math.floor(random() * 14)
          ] as string;
          const text = body.slice(0, at) + put + body.slice(at + Math.floor(random() * 2));
          const reading = read(text);
          const isStrict = reading.kind === "document" && reading.document.laxities.length === 0;
          let parses = true;
          try {
            JSON.parse(text);
          } catch {
            parses = false;
          }
          if (isStrict !== parses) throw new Error(`${JSON.stringify(text)}: we ${isStrict}, JSON ${parses}`);
          if (reading.kind === "problem") refused++;
        }
      }
      expect(refused).toBeGreaterThan(100);
    },
    PATIENCE,
  );
});
