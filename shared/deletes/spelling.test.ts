// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
import { expect, test } from "bun:test";
import { couldDelete, mentionsDeleter } from "./spelling.ts";

/** Everyday commands that must pass without being lexed. */
const plain: readonly string[] = [
  "",
  "ls",
  "ls -la src/*.ts",
  "git status",
  "git diff --stat",
  'git commit -m "Add a parser"',
  "git log --oneline -5",
  "npm test",
  "npm run format",
  "cargo build --release",
  "bun test shared/lexer",
  'echo "$HOME"',
  "cat package.json | jq '.version'",
  "grep -rn 'term' src",
  "find . -name '*.ts' -type f",
  "mkdir -p a/b && cd a/b",
  "for f in *.txt; do wc -l $f; done",
  "docker build -t img .",
  "terraform plan",
  "chmod +x perm.sh",
  "python3 -m http.server",
  "curl -s https://example.com | head",
  "sed -n '1,5p' file",
  "export PATH=$PATH:/opt/bin",
  "it's open",
];

/** Texts in which a delete could stand, however it is spelled. */
const suspects: readonly string[] = [
  "rm x",
  "\\rm x",
  "r''m x",
  'r"m" x',
  "r\\\nm x",
  "$'\\x72m' x",
  "$'rm' x",
  "/bin/r? x",
  "/bin/r[m] x",
  "r{m,} x",
  "{r..r}m x",
  "r$(true)m x",
  "r${x}m x",
  "rm$x",
  "a=r; b=m; $a$b x",
  "git clean -fd",
  "git 'cle'an -fd",
  "find . -delete",
  "find . -del''ete",
  "rmdir d",
  "unlink x",
  "shred x",
  "rsync -a --delete a b",
  "tar c --remove-files x",
  "python3 -c 'import os; os.remove(1)'",
  "echo cm0geA== | base64 -d | sh",
  "printf '\\162\\155 x' | sh",
  "trash empty",
  "sh<<''\n`'''';$on\\r\\m x`",
  "$1rm x",
  "r[\\m${x} y",
  "npx rimraf d",
];

test("plain commands pass the quick check", () => {
  for (const text of plain) expect(couldDelete(text), text).toBe(false);
});

test("a delete in any spelling does not", () => {
  for (const text of suspects) expect(couldDelete(text), text).toBe(true);
});

test("mentioning is narrower", () => {
  for (const text of ["rm x", "r''m x", "git clean -fd", "find . -delete", "unlink x", "$'\\x72m' x"]) {
    expect(mentionsDeleter(text), text).toBe(true);
  }
  for (const text of ["npm remove x", "farm", "zip -m a b", "echo clean", "it's format"]) {
    expect(mentionsDeleter(text), text).toBe(false);
  }
});

test("ten megabytes cost a moment", () => {
  // Of the processor and not of the clock: on a busy machine the clock tells of the others.
  const started = process.cpuUsage();
  couldDelete("git x; ".repeat(1_500_000));
  couldDelete("'a' ".repeat(2_500_000));
  couldDelete("a{b,c} *d ".repeat(1_000_000));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(4000);
});
