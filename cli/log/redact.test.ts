// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
import { describe, expect, test } from "bun:test";
import type { Judged } from "../run/command.ts";
import { recordOf } from "./append.ts";
import { redact, redactValue } from "./redact.ts";

/** A secret that must not be found in what is kept, in the text that holds it. */
const secrets: readonly (readonly [secret: string, text: string])[] = [
  ["ghp_abcdefghij0123456789", "git push https://ghp_abcdefghij0123456789@github.com/a/b"],
  ["github_pat_11ABCDEFG0abcdefghij", "echo github_pat_11ABCDEFG0abcdefghij > t"],
  ["glpat-abcdefghij0123456789", "glab auth login -t glpat-abcdefghij0123456789"],
  ["sk-ant-api03-abcdefghijklmn", "export X=sk-ant-api03-abcdefghijklmn; rm x"],
  ["sk_live_abcdefghij", "stripe --key sk_live_abcdefghij"],
  ["xoxb-123456789012-abcdef", "curl -d token=xoxb-123456789012-abcdef https://slack.example"],
  ["AKIAIOSFODNN7EXAMPLE", "aws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE"],
  ["AIzaSyA0123456789abcdefghijk", "curl 'https://maps.example/?q=AIzaSyA0123456789abcdefghijk'"],
  ["eyJhbGciOiJI.eyJzdWIiOiIx.c2ln", "curl -H 'Authorization: Bearer eyJhbGciOiJI.eyJzdWIiOiIx.c2ln' x"],
  ["hunter2", "curl -u me:hunter2 https://x.example"],
  ["hunter2", "curl --user me:hunter2 https://x.example"],
  ["hunter2", "psql postgres://me:hunter2@db.example/app"],
  ["hunter2", "PGPASSWORD=hunter2 psql -c 'drop table x'"],
  ["hunter2", "export DB_PASSWORD='hunter2'"],
  ["hunter 2", 'export DB_PASSWORD="hunter 2"; rm x'],
  ["hunter2", "MYSQL_PWD=hunter2 mysql x"],
  ["hunter2", "mysql -u root -phunter2 app"],
  ["hunter2", "sshpass -p hunter2 ssh x rm y"],
  ["hunter2", "sshpass -p 'hunter2' ssh x rm y"],
  ["hunter2", "redis-cli -a hunter2 flushall"],
  ["hunter2", "app --password hunter2 --force"],
  ["hunter2", "app --password=hunter2"],
  ["hunter2", "app --db-password 'hunter2'"],
  ["hunter2", "app --api-key=hunter2 rm"],
  ["hunter2", "echo hunter2 | sudo -S rm -rf /x"],
  ["hunter2", "echo 'hunter2' | docker login -u me --password-stdin"],
  ["hunter2", `curl -d '{"user":"me","password":"hunter2"}' https://x.example`],
  ["hunter2", "curl -H 'X-Api-Key: hunter2' https://x.example"],
  ["hunter2", 'curl -H "Cookie: session=hunter2; a=b" https://x.example'],
  [
    "MIIEvQIBADANBg",
    "cat <<E > k\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----\nE",
  ],
  ["MIIEvQIBADANBg", "echo '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQIBADANBg"],
  ["hunter2", "TOKEN=hunter2 ./deploy && rm -rf build"],
  ["hunter2", "helm install --set auth.password=hunter2 x"],
  ["hunter2", "secret: hunter2"],
];

/** What must be left as it is: the log is there to be understood. */
const plain: readonly string[] = [
  "rm -rf build && ls -la",
  "find . -name '*.key' -delete",
  "cd /home/u/project; git commit -m 'pass the tests'",
  "grep -rn password src",
  "rm -rf ~/.cache/token-store",
  "docker run -u 1000:1000 alpine rm x",
  "ls ~/.ssh/authorized_keys",
  "rm -- https://example.com/a",
  "PWD=/tmp rm x",
];

describe("a secret is not kept", () => {
  test.each(secrets)("%s in %s", (secret, text) => {
    expect(redact(text)).not.toContain(secret);
  });
});

describe("what is no secret stays", () => {
  test.each(plain)("%s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

test("what is around a secret stays", () => {
  expect(redact("PGPASSWORD=hunter2 psql -c 'drop table x'")).toBe(
    "PGPASSWORD=[redacted] psql -c 'drop table x'",
  );
});

test("values under a secret's name go, whatever they look like", () => {
  expect(redactValue({ command: "x", apiKey: "abc", nested: { db_password: "abc", note: "abc" } })).toEqual({
    command: "x",
    apiKey: "[redacted]",
    nested: { db_password: "[redacted]", note: "abc" },
  });
});

test("long, wide and deep inputs are cut", () => {
  let deep: unknown = "end";
  for (let count = 0; count < 10_000; count += 1) deep = { deep };
  const value = { text: "x".repeat(1_000_000), list: Array(1000).fill(1), deep };
  expect(JSON.stringify(redactValue(value)).length).toBeLessThan(6000);
});

test("no field of a record carries a secret of the call", () => {
  for (const [secret, text] of secrets) {
    const judged: Judged = {
      harness: "claude-code",
      hooks: [],
      input: {
        event: "PreToolUse",
        tool: "Bash",
        toolInput: { command: text, description: text },
        cwd: "/p",
        shell: "bash",
        session: "s",
      },
      verdict: {
        kind: "rewrite",
        rule: "a/b",
        reason: text,
        toolInput: { command: text },
        edits: [],
        approves: false,
      },
      lifted: undefined,
      lifts: [],
      key: undefined,
    };
    expect(JSON.stringify(recordOf(judged, 1, new Date(0), () => undefined))).not.toContain(secret);
  }
});

test.each(["pass", "pass-", "token=", "--key ", "a:"])("many of %p take no time", (part) => {
  const start = performance.now();
  redact(part.repeat(Math.ceil(8000 / part.length)));
  expect(performance.now() - start).toBeLessThan(4000);
});
