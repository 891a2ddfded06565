/** The texts in the shells themselves: what a Tab would offer. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "../app.ts";
import type { Context } from "../context.ts";

const folder = mkdtempSync(join(tmpdir(), "hooks-completions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function hooks(...argv: readonly string[]) {
  const said = { out: "", err: "" };
  const context: Context = {
    env: {},
    home: folder,
    cwd: folder,
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.0.0",
    terminal: false,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    input: async function* () {},
  };
  return { exitCode: await app(argv, context), ...said };
}

interface Row {
  /** The line up to the cursor. */
  readonly line: string;
  readonly offers: readonly string[];
  readonly not?: readonly string[];
}

const rows: readonly Row[] = [
  { line: "hooks ins", offers: ["install"], not: ["uninstall", "list"] },
  { line: "hooks install tra", offers: ["trash-guard"], not: ["workspace-repos-guard"] },
  { line: "hooks install --har", offers: ["--harness"] },
  { line: "hooks install --scope ", offers: ["user", "project", "local"], not: ["trash-guard"] },
  { line: "hooks list --js", offers: ["--json"] },
  { line: "hooks install --harness cod", offers: ["codex", "codewith"], not: ["cline"] },
  { line: "hooks completions z", offers: ["zsh"], not: ["bash"] },
  { line: "hooks help exit", offers: ["exit-codes"] },
  { line: "hooks help inst", offers: ["install"], not: ["trash-guard"] },
  { line: "hooks explain -- tra", offers: [], not: ["trash-guard"] },
];

/** How each shell is asked for what it would offer; zsh only in a terminal of its own, which `zpty` makes. */
const shells: Readonly<Record<string, (file: string, line: string) => readonly string[]>> = {
  bash: (file, line) => [
    "bash",
    "--norc",
    "-c",
    `source '${file}'; COMP_LINE=$1; COMP_POINT=\${#1}; read -ra COMP_WORDS <<<"$1"; [[ $1 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _hooks; printf '%s\\n' "\${COMPREPLY[@]}"`,
    "bash",
    line,
  ],
  fish: (file, line) => ["fish", "--no-config", "-c", `source '${file}'; complete -C "$argv[1]"`, line],
  zsh: (file, line) => ["zsh", "-f", join(folder, "ask.zsh"), file, line],
};

const ASK_ZSH = `zmodload zsh/zpty
zpty ask zsh -f -i
say() { zpty -w ask "$1" }
say 'PS1= PROMPT=; autoload -Uz compinit; compinit -D -u; source '"$1"
say 'bindkey "^I" complete-word; zstyle ":completion:*" list-prompt ""; zstyle ":completion:*" menu no; LISTMAX=10000; COLUMNS=200'
say 'null-line() { compadd() { local -a found; local arg; if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi; builtin compadd -O found "$@"; for arg in $found; do print -r -- "OFFER:$arg"; done >> '"$1.offers"'; builtin compadd "$@" }; _main_complete; unset -f compadd; print END >> '"$1.offers"' }; zle -C offers complete-word null-line; bindkey "^I" offers'
say 'print READY'
local out
zpty -r -m ask out '*READY*READY*' 2>/dev/null || sleep 1
: > "$1.offers"
zpty -w -n ask "$2"$'\\t'
for i in {1..100}; do grep -q '^END' "$1.offers" && break; sleep 0.05; done
zpty -d ask
sed -n 's/^OFFER://p' "$1.offers" | sort -u
`;

beforeAll(() => writeFileSync(join(folder, "ask.zsh"), ASK_ZSH));

for (const [shell, argvOf] of Object.entries(shells)) {
  const isThere = Bun.which(shell) !== null;
  describe.skipIf(!isThere)(`${shell}${isThere ? "" : ` (SKIPPED: ${shell} is not installed)`}`, () => {
    const file = join(folder, `hooks.${shell}`);
    beforeAll(async () => {
      const { out, exitCode } = await hooks("completions", shell);
      expect(exitCode).toBe(0);
      writeFileSync(file, out);
    });
    for (const { line, offers, not = [] } of rows) {
      test(line, async () => {
        const child = Bun.spawn([...argvOf(file, line)], {
          stdin: "ignore",
          stdout: "pipe",
          stderr: "pipe",
          env: { PATH: process.env.PATH, HOME: folder, TERM: "dumb" },
        });
        const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
        const found = out.split("\n").map((row) => row.split("\t")[0] ?? "");
        expect(found, err).toEqual(expect.arrayContaining([...offers]));
        for (const word of not) expect(found).not.toContain(word);
      }, 20_000);
    }
  });
}

test("a shell that there is none for", async () => {
  expect(await hooks("completions", "zshh")).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Did you mean "zsh"?'),
  });
  expect(await hooks("completions")).toMatchObject({ exitCode: 2 });
});
