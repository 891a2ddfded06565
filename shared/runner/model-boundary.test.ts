/**
 * The boundary between what a model asks and what the host decides. The check is a function over a picker and a
 * `resolve`, so that the same check is run on broken ones and must fail there: a check that cannot fail proves nothing.
 */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createRunner,
  type ModelRunRequest,
  ownerId,
  pickModelRequest,
  type RunnerOptions,
  type RunRequest,
} from "./index.ts";

const SHOW = 'echo "env:$SMUGGLED_KEY"; echo "in:$(cat)"';
const CLEAN = "env:\nin:\n";

const smuggled = {
  stdin: "SMUGGLED",
  env: { SMUGGLED_KEY: "SMUGGLED", PATH: "/nowhere" },
  owner: "session-of-somebody-else",
  limits: { stdoutBytes: 1, graceMs: 0 },
  leftovers: "kill",
  stdinAs: "socket",
  shell: ["/bin/echo", "SMUGGLED"],
  args: ["SMUGGLED"],
  signal: { aborted: true },
};

/** Tool arguments as a model may send them: every one must run like plain `{command}`. */
const adversarial: readonly (readonly [name: string, args: unknown])[] = [
  ["every field of a trusted request", { command: SHOW, ...smuggled }],
  ["a kind of its own", { command: SHOW, kind: "trusted", ...smuggled }],
  [
    "__proto__ as JSON says it",
    JSON.parse(`{"command":${JSON.stringify(SHOW)},"__proto__":${JSON.stringify(smuggled)}}`),
  ],
  [
    "__proto__ with a kind",
    JSON.parse(
      `{"command":${JSON.stringify(SHOW)},"__proto__":${JSON.stringify({ ...smuggled, kind: "trusted" })}}`,
    ),
  ],
  ["constructor.prototype", { command: SHOW, constructor: { prototype: smuggled } }],
  ["a real prototype", Object.assign(Object.create({ ...smuggled, kind: "trusted" }), { command: SHOW })],
  [
    "other spellings",
    { command: SHOW, Stdin: "SMUGGLED", STDIN: "SMUGGLED", input: "SMUGGLED", environment: smuggled.env },
  ],
  ["nested in an array", { command: SHOW, 0: smuggled, length: 1 }],
];

type Picker = (args: unknown) => RunRequest;

interface Parts {
  readonly pick: Picker;
  readonly createRunner: (options?: RunnerOptions) => ReturnType<typeof createRunner>;
}

/** What of the boundary does not hold; empty when all does. */
async function holes({ pick, createRunner }: Parts): Promise<readonly string[]> {
  const runner = createRunner({ limits: { graceMs: 50, drainMs: 50 } });
  const found: string[] = [];
  for (const [name, args] of adversarial) {
    try {
      const spec = runner.resolve(pick(args));
      if (spec.owner !== null) found.push(`${name}: owner`);
      if (spec.stdinBytes !== null) found.push(`${name}: stdin`);
      if (spec.limits.graceMs !== 50 || spec.limits.stdoutBytes !== 64_000) found.push(`${name}: limits`);
      if (spec.stdinAs !== "pipe") found.push(`${name}: kind of stdin`);
      if (spec.leftovers !== "leave") found.push(`${name}: leftovers`);
      if (spec.program !== "/bin/bash") found.push(`${name}: program`);
      const explicit = runner.env(spec).explicit;
      if (explicit.length > 0) found.push(`${name}: env`);
      const front = await runner.run(spec);
      if (front.stdout.text !== CLEAN)
        found.push(`${name}: ran in front as ${JSON.stringify(front.stdout.text)}`);
      const task = runner.start(spec);
      await task.done;
      if (Buffer.from(task.read().stdout).toString() !== CLEAN) found.push(`${name}: ran behind`);
    } catch (error) {
      found.push(`${name}: threw ${String(error)}`);
    }
  }
  await runner.dispose();
  return found;
}

describe("E6 what a model sends never sets stdin, environment, owner, limits, shell or program", () => {
  test("the picker and resolve together", async () => {
    expect(await holes({ pick: pickModelRequest, createRunner })).toEqual([]);
  });

  test("resolve alone: a request of kind model that carries more is read by its three names", async () => {
    const spread: Picker = (args) => ({ ...(args as ModelRunRequest), kind: "model" });
    expect(await holes({ pick: spread, createRunner })).toEqual([]);
  });

  test("the picked request has exactly its named fields, no prototype of the model's, and is frozen", () => {
    for (const [, args] of adversarial) {
      const picked = pickModelRequest(args);
      expect(Reflect.ownKeys(picked)).toEqual(["kind", "command"]);
      expect(Object.getPrototypeOf(picked)).toBe(Object.prototype);
      expect(Object.isFrozen(picked)).toBe(true);
    }
    expect(({} as { readonly stdin?: unknown }).stdin).toBeUndefined();
  });

  test("folder and time are taken, when they have the right type", () => {
    expect(pickModelRequest({ command: "true", cwd: "src", timeoutMs: 5, timeout: 9 })).toEqual({
      kind: "model",
      command: "true",
      cwd: "src",
      timeoutMs: 5,
    });
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["text", "rm -rf /"],
    ["an array", ["true"]],
    ["no command", { cwd: "/" }],
    ["a command that is no text", { command: ["true"] }],
    ["an inherited command", Object.create({ command: "true" })],
    ["a getter", Object.defineProperty({}, "command", { get: () => "true" })],
    ["a folder that is no text", { command: "true", cwd: 5 }],
    ["a time that is no number", { command: "true", timeoutMs: "5" }],
  ];
  test.each(wrong)("%s is refused", (_, args) => {
    expect(() => pickModelRequest(args)).toThrow(expect.objectContaining({ name: "RunnerProblem" }));
  });

  test("the host's terms hold for a model's request", () => {
    const runner = createRunner();
    const spec = runner.resolve(pickModelRequest({ command: "true", owner: "x" }), {
      owner: ownerId("host"),
      limits: { stdoutBytes: 9 },
    });
    expect(spec).toMatchObject({ owner: "host", limits: { stdoutBytes: 9 } });
  });
});

describe("E6 the check goes red when the boundary is broken", () => {
  const broken: readonly (readonly [string, Picker])[] = [
    [
      "all arguments spread into the request",
      (args) => ({ kind: "model", ...(args as object) }) as RunRequest,
    ],
    ["all arguments taken for trusted", (args) => ({ ...(args as object), kind: "trusted" }) as RunRequest],
    ["the arguments themselves", (args) => args as RunRequest],
    [
      "assigned, so that __proto__ becomes a prototype",
      (args) => Object.assign({ kind: "model" as const }, args as ModelRunRequest),
    ],
  ];
  test.each(broken)("%s", async (_, pick) => {
    const found = await holes({ pick, createRunner });
    expect(found.some((hole) => /: (stdin|env|owner|limits)$/.test(hole))).toBe(true);
  });

  const mutants: readonly (readonly [
    name: string,
    file: string,
    from: string | RegExp,
    to: string,
    pick: "own" | "spread",
  ])[] = [
    [
      "the picker spreads what it got",
      "request.ts",
      'return Object.freeze({\n    kind: "model",\n    command,',
      'return Object.freeze({\n    kind: "model",\n    command,\n    ...(args as object),',
      "own",
    ],
    [
      "resolve reads every field of a model's request",
      "spec.ts",
      'case "model":\n      return {};',
      'case "model":\n      return request as never;',
      "spread",
    ],
  ];
  test.each(mutants)("in a copy of the source where %s", async (_, file, from, to, picker) => {
    const copy = mkdtempSync(join(tmpdir(), "runner-mutant-"));
    cpSync(import.meta.dir, copy, {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.ts$/.test(path),
    });
    const source = readFileSync(join(copy, file), "utf8");
    const mutant = source.replace(from, to);
    expect(mutant).not.toBe(source);
    writeFileSync(join(copy, file), mutant);
    const broken = (await import(join(copy, "index.ts"))) as typeof import("./index.ts");
    const spread: Picker = (args) => ({ ...(args as ModelRunRequest), kind: "model" });
    const pick: Picker = picker === "own" ? (args) => broken.pickModelRequest(args) : spread;
    const found = await holes({ pick, createRunner: broken.createRunner });
    expect(
      found.some((hole) => /: stdin$/.test(hole)),
      found.join("\n"),
    ).toBe(true);
    rmSync(copy, { recursive: true });
  });
});
