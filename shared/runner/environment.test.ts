import { afterAll, describe, expect, test } from "bun:test";
import {
  childEnvironment,
  credentialShape,
  type EnvPolicy,
  scrubbedEnvironment,
  wholeEnvironment,
} from "./index.ts";
import { bench } from "./testing/runs.ts";

/** Values that no report may show. */
const SECRET = "hunter2-secret-value";

describe("E1 the scrub hits a credential word in any case and any place", () => {
  const words = [
    ...["KEY", "SECRET", "TOKEN", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "COOKIE", "WEBHOOK"],
    ...["BEARER", "PASSCODE", "AUTH"],
  ];
  const cases: readonly ((word: string) => string)[] = [
    (word) => word,
    (word) => word.toLowerCase(),
    (word) => word.charAt(0) + word.slice(1).toLowerCase(),
    (word) => [...word].map((letter, at) => (at % 2 === 0 ? letter : letter.toLowerCase())).join(""),
  ];
  const places: readonly ((word: string) => string)[] = [
    (word) => word,
    (word) => `MY_${word}`,
    (word) => `${word}_2`,
    (word) => `A_${word}_B`,
    (word) => `app${word}s`,
  ];
  test.each(words)("%s", (word) => {
    for (const spell of cases) {
      for (const place of places) {
        const name = place(spell(word));
        expect(credentialShape(name, "x"), name).toBe("name");
      }
    }
  });
});

describe("E2 what else carries secrets, and its neighbours that do not", () => {
  const dropped: readonly (readonly [name: string, value: string, why: string])[] = [
    ["DEEPSEEK_API_KEY", "x", "name"],
    ["GITHUB_PAT", "x", "name"],
    ["PAT", "x", "name"],
    ["SSH_PASSPHRASE", "x", "name"],
    ["NPM_AUTH", "x", "name"],
    ["SSH_AUTH_SOCK", "/tmp/agent", "name"],
    ["AUTHORIZATION", "x", "name"],
    ["AWS_SESSION_CREDENTIALS", "x", "name"],
    ["PROD_CREDS", "x", "name"],
    ["PGPASSWORD", "x", "name"],
    ["DB_PASS", "x", "name"],
    ["MYSQL_PWD", "x", "name"],
    ["SENTRY_DSN", "x", "name"],
    ["SLACK_WEBHOOK_URL", "x", "name"],
    ["SESSION_JWT", "x", "name"],
    ["AZURE_STORAGE_CONNECTION_STRING", "x", "name"],
    ["DATABASE_URL", "postgres://app:hunter2@db.internal/app", "url-password"],
    ["REDIS_URL", "redis://:hunter2@cache:6379", "url-password"],
    ["HTTPS_PROXY", "http://user:p/w@proxy:8080", "url-password"],
    ["REMOTES", "one https://a.example/x two https://u:p@b.example/y", "url-password"],
    ["CALLBACK", "https://a.example/x?id=1&access_token=abc", "named-secret"],
    ["STORAGE", "AccountName=a;AccountKey=abc;", "named-secret"],
    ["MSSQL", "Server=db;User=sa;Pwd=abc;", "named-secret"],
  ];
  test.each(dropped)("%s is dropped", (name, value, why) => {
    expect(credentialShape(name, value)).toBe(why as "name");
  });

  const kept: readonly (readonly [name: string, value: string])[] = [
    ["PATH", "/usr/bin:/bin"],
    ["PWD", "/home/a"],
    ["OLDPWD", "/home/a"],
    ["COMPASS", "north"],
    ["DISPATCH", "1"],
    ["GIT_AUTHOR_NAME", "a"],
    ["XAUTHORITY", "/home/a/.Xauthority"],
    ["HOME", "/home/a"],
    ["HTTPS_PROXY", "http://proxy:8080"],
    ["REPO", "git@example.com:a/b.git"],
    ["REPO_URL", "ssh://git@example.com/a/b"],
    ["MAIL", "a@example.com"],
    ["PAGE", "https://a.example/x?token"],
    ["NODE_OPTIONS", "--max-old-space-size=4096"],
  ];
  test.each(kept)("%s=%s is kept", (name, value) => {
    expect(credentialShape(name, value)).toBeUndefined();
  });

  test("a policy of one's own may drop more", () => {
    const policy: EnvPolicy = {
      ...scrubbedEnvironment,
      drops: (name, value) => (name.startsWith("CORP_") ? "policy" : scrubbedEnvironment.drops(name, value)),
    };
    const { entries, report } = childEnvironment({ CORP_X: SECRET, A_KEY: SECRET, B: "b" }, policy);
    expect({ ...entries }).toMatchObject({ B: "b" });
    expect(report.dropped).toEqual([
      { name: "A_KEY", why: "name" },
      { name: "CORP_X", why: "policy" },
    ]);
  });
});

test.each([
  ["letters without end", "a".repeat(130_000), undefined],
  ["schemes without end", "a://u:".repeat(20_000), undefined],
  ["schemes without end before a password", `${"a://u ".repeat(20_000)}b://u:p@h`, "url-password"],
  ["an @ in every word", "a@".repeat(60_000), undefined],
] as const)("E2 %s take no time", (_, value, why) => {
  const began = performance.now();
  expect(credentialShape("X", value)).toBe(why);
  expect(performance.now() - began).toBeLessThan(1000);
});

describe("E3 the report", () => {
  const ambient = {
    TOKENIZERS_PARALLELISM: "false",
    MONKEY: "george",
    KEYBOARD_LAYOUT: "de",
    MY_SECRET: SECRET,
    TERM: "xterm",
    HOME: "/home/a",
    ABSENT: undefined,
  };
  const explicit = { HOOK_API_KEY: SECRET, HOME: null };
  const { entries, report } = childEnvironment(ambient, scrubbedEnvironment, explicit);

  test("names what was hit by mistake, so that a caller can give it", () => {
    expect(report.dropped.map(({ name }) => name)).toEqual([
      "KEYBOARD_LAYOUT",
      "MONKEY",
      "MY_SECRET",
      "TOKENIZERS_PARALLELISM",
    ]);
  });

  test("says the rest, and never a value", () => {
    expect(report).toMatchObject({
      kept: 2,
      overridden: ["GIT_PAGER", "NO_COLOR", "PAGER", "TERM"],
      explicit: ["HOOK_API_KEY"],
      removed: ["HOME"],
      refused: [],
    });
    const said = JSON.stringify(report);
    for (const value of [SECRET, "george", "xterm", "/home/a"]) expect(said).not.toContain(value);
  });

  test("the environment is what the report says", () => {
    expect({ ...entries }).toEqual({
      TERM: "dumb",
      NO_COLOR: "1",
      PAGER: "cat",
      GIT_PAGER: "cat",
      HOOK_API_KEY: SECRET,
    });
  });

  test("a message about a wrong entry shows its name and not its value", () => {
    const rows: readonly Record<string, string>[] = [{ "A=B": SECRET }, { "": SECRET }, { A: `${SECRET}\0` }];
    for (const wrong of rows) {
      expect(() => childEnvironment({}, scrubbedEnvironment, wrong)).toThrow(
        expect.objectContaining({ code: "environment-entry" }),
      );
      expect(() => childEnvironment({}, scrubbedEnvironment, wrong)).not.toThrow(SECRET);
    }
  });
});

describe("E4 who wins", () => {
  const rows: readonly (readonly [
    name: string,
    explicit: Record<string, string | null>,
    want: Record<string, string>,
  ])[] = [
    [
      "the caller's entry over the scrub, even one shaped like a credential",
      { API_KEY: "mine" },
      { API_KEY: "mine" },
    ],
    ["the caller's entry over an override", { TERM: "xterm" }, { TERM: "xterm" }],
    ["null takes an override away", { TERM: null }, {}],
    ["null takes an ambient entry away", { LANG: null }, { TERM: "dumb" }],
    ["an empty value is a value", { LANG: "" }, { LANG: "" }],
  ];
  const policy: EnvPolicy = { ...scrubbedEnvironment, overrides: { TERM: "dumb" } };
  test.each(rows)("%s", (_, explicit, want) => {
    const { entries } = childEnvironment({ LANG: "C", API_KEY: "ambient" }, policy, explicit);
    const full: Record<string, string> = { LANG: "C", TERM: "dumb", ...want };
    for (const [name, value] of Object.entries(explicit)) if (value === null) delete full[name];
    expect({ ...entries }).toEqual(full);
  });

  test("a reserved name over everybody", () => {
    const reserved: EnvPolicy = {
      ...wholeEnvironment,
      reserved: { prefix: "HARNESS_", entries: { HARNESS_SESSION: "real" } },
    };
    const { entries, report } = childEnvironment({ HARNESS_OLD: "ambient", A: "a" }, reserved, {
      HARNESS_SESSION: "spoofed",
      HARNESS_MORE: "spoofed",
      harness_low: "another name",
    });
    expect({ ...entries }).toEqual({ A: "a", HARNESS_SESSION: "real", harness_low: "another name" });
    expect(report.refused).toEqual(["HARNESS_MORE", "HARNESS_SESSION"]);
    expect(report.dropped).toEqual([{ name: "HARNESS_OLD", why: "reserved" }]);
  });

  test("a name that means something to JavaScript is a name", () => {
    const explicit = JSON.parse('{"__proto__":"x","constructor":"y"}');
    const { entries } = childEnvironment({}, wholeEnvironment, explicit);
    expect(Object.entries(entries)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});

describe("E5 the environment around is left as it is", () => {
  const ambient = Object.freeze({ API_KEY: SECRET, A: "a" });
  const { run, runner, dispose } = bench({ ambient: { ...ambient, PATH: process.env.PATH } });
  afterAll(dispose);

  test("by a run with entries of its own", async () => {
    const before = JSON.stringify(process.env);
    const outcome = await run("echo $A-$B-$API_KEY-", { env: { B: "b" } });
    expect(outcome.stdout.text).toBe("a-b--\n");
    expect(JSON.stringify(process.env)).toBe(before);
    expect(ambient).toEqual({ API_KEY: SECRET, A: "a" });
  });

  test("the report of a run", () => {
    const spec = runner.resolve({ kind: "trusted", command: "true", env: { B: "b" } });
    expect(runner.env(spec)).toMatchObject({ explicit: ["B"], dropped: [{ name: "API_KEY", why: "name" }] });
    expect(JSON.stringify(spec)).not.toContain(SECRET);
  });

  test("a command sees no colour and no pager", async () => {
    const outcome = await run("echo $TERM $NO_COLOR $PAGER $GIT_PAGER");
    expect(outcome.stdout.text).toBe("dumb 1 cat cat\n");
  });
});

describe("E7 names that differ only in case", () => {
  test("are one name where the system folds case", () => {
    const folded = childEnvironment(
      { Path: "a", api_Key: "k" },
      scrubbedEnvironment,
      { PATH: "b", term: "c" },
      true,
    );
    expect({ ...folded.entries }).toMatchObject({ PATH: "b", term: "c" });
    expect(Object.keys(folded.entries).sort()).toEqual(["GIT_PAGER", "NO_COLOR", "PAGER", "PATH", "term"]);
  });

  test("are two where it does not", () => {
    const { entries } = childEnvironment({ Path: "a" }, wholeEnvironment, { PATH: "b" }, false);
    expect({ ...entries }).toEqual({ Path: "a", PATH: "b" });
  });

  test("null takes away every spelling", () => {
    const { entries } = childEnvironment({ Path: "a" }, wholeEnvironment, { PATH: null }, true);
    expect({ ...entries }).toEqual({});
  });

  test("a reserved name is reserved in every spelling", () => {
    const policy: EnvPolicy = { ...wholeEnvironment, reserved: { prefix: "H_", entries: { H_A: "real" } } };
    const { entries } = childEnvironment({}, policy, { h_a: "spoofed" }, true);
    expect({ ...entries }).toEqual({ H_A: "real" });
  });
});
