/** Every folder of hooks/ that holds a hook: its object, its rows, its README. A new folder is found by itself. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Hook, HookCase, HookInput, HookInputCase, Verdict, World } from "./hook.ts";

const hooksFolder = join(import.meta.dir, "..", "hooks");
const folders = readdirSync(hooksFolder).filter(
  (name) => statSync(join(hooksFolder, name)).isDirectory() && existsSync(join(hooksFolder, name, "hook.ts")),
);
const trash = "/opt/hooks/bin/trash";

// Not below /tmp: rows speak of /tmp, and no file is looked at but through the world below.
const home = "/home/someone";
const world: World = {
  home,
  user: 1000,
  path: ["/usr/bin", "/bin"],
  ownFolder: undefined,
  vouchedTrash: trash,
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  head: async () => undefined,
};

/** What is put into commands to damage them. */
const odd: readonly string[] = [
  ..."'\"\\$`(){}[]<>|&;#!~*?=%@ \n\t\0".split(""),
  ...[
    "$(",
    "${",
    "$((",
    "<<E",
    "`",
    "'",
    "\ud800",
    "\u2028",
    "\r\n",
    " rm ",
    "-",
    "--",
    "/",
    "..",
    "é",
    "\u{1f5d1}",
  ],
];

function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function fill(text: string): string {
  return text.replaceAll("{home}", home).replaceAll("{trash}", trash);
}

function inputOf(row: Pick<HookCase, "command" | "cwd" | "shell">): HookInput {
  return {
    event: "PreToolUse",
    tool: "Bash",
    toolInput: { command: fill(row.command) },
    cwd: (row.cwd ?? "~/project").replace("~", home),
    shell: row.shell ?? "bash",
    session: undefined,
  };
}

/** What every verdict must be, whatever the hook. */
function checkShape(hook: Hook, input: HookInput, verdict: Verdict): void {
  const command = input.toolInput.command;
  if (verdict.kind !== "none" && typeof command === "string") {
    expect(hook.couldOwn(command), "couldOwn must not be narrower than run").toBe(true);
  }
  if (verdict.kind === "deny" || verdict.kind === "ask") {
    expect(verdict.rule).toStartWith(`${hook.name}/`);
    expect(verdict.reason).toMatch(/[.]$/);
    expect(verdict.next).toMatch(/[.]$/);
    for (const { start, end } of verdict.spans) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      if (typeof command === "string") expect(end).toBeLessThanOrEqual(command.length);
    }
  }
  if (verdict.kind !== "rewrite" || typeof command !== "string") return;
  let built = "";
  let from = 0;
  for (const edit of verdict.edits) {
    expect(edit.start).toBeGreaterThanOrEqual(from);
    built += command.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  expect(built + command.slice(from), "the edits give the new command").toBe(
    String(verdict.toolInput.command),
  );
  for (const key of Object.keys(input.toolInput)) expect(Object.keys(verdict.toolInput)).toContain(key);
}

test("hooks are found", () => {
  expect(folders).toContain("trash-guard");
  expect(folders).toContain("workspace-repos-guard");
});

for (const folder of folders) {
  const { hook }: { hook: Hook } = await import(join(hooksFolder, folder, "hook.ts"));
  const rows: { cases: readonly HookCase[]; inputs?: readonly HookInputCase[] } = await import(
    join(hooksFolder, folder, "cases.ts")
  );
  const { cases, inputs = [] } = rows;

  describe(folder, () => {
    test("is an object that says what it is", () => {
      if (!folder.startsWith("_")) expect(hook.name).toBe(folder);
      expect(hook.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(hook.summary.length).toBeLessThanOrEqual(120);
      expect(hook.events.length).toBeGreaterThan(0);
    });

    test("has a README in the short form, a changelog and a description", () => {
      const readme = readFileSync(join(hooksFolder, folder, "README.md"), "utf8");
      expect(readme).toStartWith(`# ${hook.name}\n\n`);
      const examples = readme.split("\n").filter((line) => line.startsWith("- "));
      expect(examples.length).toBeGreaterThan(0);
      expect(examples.length).toBeLessThanOrEqual(8);
      expect(readme).toContain(`Switch it off: \`hooks uninstall ${hook.name}\``);
      expect(readme).toContain("What it does not catch:");
      expect(readFileSync(join(hooksFolder, folder, "CHANGELOG.md"), "utf8")).toMatch(/^## \d+\.\d+\.\d+$/m);
      const manifest: { description?: string } = JSON.parse(
        readFileSync(join(hooksFolder, folder, "package.json"), "utf8"),
      );
      expect(manifest.description ?? "").toMatch(/^[A-Z]/);
    });

    test("has a row that it stops and a neighbour that passes", () => {
      const wants = new Set(cases.map(({ want }) => want));
      if (hook.kind === "guard") expect(wants.has("deny")).toBe(true);
      expect(wants.has("none")).toBe(true);
    });

    test("has no row twice", () => {
      const seen = new Set<string>();
      for (const { command, cwd, shell } of cases) {
        const key = JSON.stringify([command, cwd, shell]);
        expect(seen.has(key), key).toBe(false);
        seen.add(key);
      }
    });

    for (const row of cases) {
      test(`${row.name}: ${JSON.stringify(row.command).slice(0, 80)}`, async () => {
        const input = inputOf(row);
        const verdict = await hook.run(input, world);
        const said =
          verdict.kind === "deny" || verdict.kind === "ask" ? `${verdict.rule}: ${verdict.reason}` : "";
        expect(`${verdict.kind} ${row.want === verdict.kind ? "" : said}`.trim()).toBe(row.want);
        if (row.rule !== undefined && "rule" in verdict) expect(verdict.rule).toBe(row.rule);
        if (row.becomes !== undefined && verdict.kind === "rewrite") {
          expect(verdict.toolInput.command).toBe(fill(row.becomes));
        }
        checkShape(hook, input, verdict);
      });
    }

    test("answers damaged commands without a throw", async () => {
      const random = randomFrom(7);
      const at = (length: number): number => Math.floor(random() * length);
      for (let round = 0; round < 1500; round += 1) {
        const row = cases[at(cases.length)];
        if (row === undefined) continue;
        let command = fill(row.command);
        for (let cuts = 1 + at(3); cuts > 0; cuts -= 1) {
          const from = at(command.length + 1);
          const piece = odd[at(odd.length)] ?? "";
          command = command.slice(0, from) + piece + command.slice(from + at(3));
        }
        const input = inputOf({ ...row, command });
        checkShape(hook, input, await hook.run(input, world));
      }
    });

    for (const row of inputs) {
      test(row.name, async () => {
        const input: HookInput = { ...inputOf({ command: "" }), ...row.input };
        const verdict = await hook.run(input, world);
        expect(verdict.kind).toBe(row.want);
        if (row.rule !== undefined && "rule" in verdict) expect(verdict.rule).toBe(row.rule);
        checkShape(hook, input, verdict);
      });
    }
  });
}
