/**
 * `bun run replies`: writes the golden replies, one file a harness and event, as the hook process says them. A test holds
 * them, so a change of what a harness is told is seen in the change of a file.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { harnesses, loadProtocol, type Reply } from "@hasna/hooks-harness";
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { clients } from "./e2e/clients.ts";

const refusal = {
  rule: "guard/rule",
  reason: "It deletes what is never deleted.",
  next: "Leave that out.",
  spans: [],
} as const;
const given = { command: "rm -rf build", description: "Clean" } as const;
const rewrite = {
  kind: "rewrite",
  rule: "guard/to-trash",
  reason: "Moved to the trash.",
  toolInput: { ...given, command: "/h/.hasna/hooks/bin/trash guard -rf build" },
  edits: [],
} as const;

const verdicts: Readonly<Record<string, Verdict>> = {
  none: { kind: "none" },
  allow: { kind: "allow", reason: "fine" },
  deny: { kind: "deny", ...refusal },
  ask: { kind: "ask", ...refusal },
  rewrite: { ...rewrite, approves: true },
  "rewrite beside other parts": { ...rewrite, approves: false },
  context: { kind: "context", text: "Read this first." },
};

interface Golden {
  /** Who has carried these out: a client of `bun run e2e`, or nobody here. */
  readonly source: string;
  readonly replies: Readonly<Record<string, Reply>>;
}

/** Path from the root of the repository, to the file's text. */
export async function goldenReplies(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { id, events } of harnesses) {
    const protocol = await loadProtocol(id);
    const client = clients.find((client) => client.id === id);
    for (const event of Object.keys(events) as HookEvent[]) {
      const said = Object.entries(verdicts).map(([name, verdict]): [string, Reply] => [
        name,
        protocol.encode(verdict, event, given),
      ]);
      const isPlayed = event === "PreToolUse" && client !== undefined;
      const golden: Golden = {
        source: isPlayed ? `real client ${client.version}, bun run e2e` : "documentation",
        replies: Object.fromEntries(said),
      };
      const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
      files.set(`shared/harness/${id}/replies/${name}.json`, `${JSON.stringify(golden, null, 2)}\n`);
    }
  }
  return files;
}

if (import.meta.main) {
  for (const [path, text] of await goldenReplies()) {
    const file = join(import.meta.dir, "..", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
