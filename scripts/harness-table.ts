/** The table of harnesses for README.md: what each can do is asked of its own encoder, so that it cannot promise more. */
import { type Harness, harnesses } from "@hasna/hooks-harness";
import type { Verdict } from "@hasna/hooks-registry";

const refusal = { rule: "r", reason: "r", next: "n", spans: [] };
const given = { command: "rm -rf build" };
const rewrite: Extract<Verdict, { readonly kind: "rewrite" }> = {
  kind: "rewrite",
  rule: "r",
  reason: "r",
  toolInput: { command: "trash guard -rf build" },
  edits: [],
  approves: true,
};

/** One row a harness, its head first. */
export function harnessRows(): readonly (readonly string[])[] {
  const head = ["harness", "id", "user's file", "rewrite", "question", "hook cannot run", "verified by"];
  return [head, ...harnesses.map(row)];
}

function row(harness: Harness): readonly string[] {
  const [place] = harness.settingsFiles("user", { home: "~", project: ".", env: {} });
  const { id, label, unableToRun, evidence, trust } = harness;
  const name = trust === undefined ? label : `${label} (asks for trust)`;
  return [
    name,
    `\`${id}\``,
    place === undefined ? "none" : `\`${place.path}\``,
    rewrites(harness),
    asks(harness) ? "asked" : "refused",
    unableToRun === "blocks" ? "call blocked" : "call runs",
    evidence,
  ];
}

/** A reply that refuses carries the code 2, or says so in its own words. */
function isCarriedOut(harness: Harness, verdict: Verdict): boolean {
  const { stdout } = harness.encode(verdict, "PreToolUse", given);
  return stdout.includes("trash guard") && !/deny|cancel|errorMessage/.test(stdout);
}

function rewrites(harness: Harness): string {
  if (!isCarriedOut(harness, rewrite)) return "refused with the safe command";
  return isCarriedOut(harness, { ...rewrite, approves: false })
    ? "carried out"
    : "carried out for a whole call, else refused with the safe command";
}

function asks(harness: Harness): boolean {
  return harness.encode({ kind: "ask", ...refusal }, "PreToolUse", given).stdout.includes('"ask"');
}
