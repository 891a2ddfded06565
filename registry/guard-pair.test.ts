// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
/**
 * The two guards together leave no gap: over generated commands that delete by construction at least one acts, one
 * that deletes in the checkouts is blocked, and neighbours that delete nothing are left alone by both.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Hook, HookInput, Verdict, World } from "./hook.ts";
import { merge } from "./merge.ts";

const seed = Number(process.env.PAIR_SEED ?? 20260101);
const count = Number(process.env.PAIR_COUNT ?? 20_000);
const home = "/home/someone";

const world: World = {
  home,
  user: 1000,
  path: [],
  ownFolder: undefined,
  vouchedTrash: "/opt/hooks/trash",
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  head: async () => undefined,
};

async function load(name: string): Promise<Hook> {
  const { hook }: { hook: Hook } = await import(join(import.meta.dir, "..", "hooks", name, "hook.ts"));
  return hook;
}

/** A target and whether it lies in the checkouts, seen from any folder. */
type Where = "inside" | "outside" | "relative";
interface Target {
  readonly text: string;
  readonly where: Where;
}

const targets: readonly Target[] = [
  ...[
    "~/workspace/repos/a",
    "$HOME/workspace/repos/a/b",
    '"$HOME"/workspace/repos/a',
    '"${HOME}/workspace/repos/a"',
  ],
  ...[
    `${home}/workspace/repos/a`,
    "~/workspace/./repos/a",
    "~/workspace//repos/a/",
    "~/x/../workspace/repos/a",
  ],
  ...['~/"workspace"/repos/a', "~/workspace/repos/'a b'", "~/.hasna/repos/clones/a", "~/workspace/repos"],
  ...["~/workspace/re'pos'/a", "~/workspace/repos/*", "~/workspace/repos/a/*.o", "~/.hasna/repos/clones/*"],
]
  .map((text): Target => ({ text, where: "inside" }))
  .concat(
    [
      "/tmp/x",
      "/tmp/a/../b",
      "~/project/build",
      "'/tmp/a b'",
      "/opt/x/y",
      "~/old",
      "~/workspace-old/a",
      "/tmp/*.log",
    ].map((text): Target => ({ text, where: "outside" })),
  )
  .concat(
    ["build", "./build", "'a b'", "d/e", "*.o", "build/", "{a,b}", "x\\ y"].map(
      (text): Target => ({ text, where: "relative" }),
    ),
  );

/** `{}` is the target. */
const deletes: readonly string[] = [
  ...[
    "rm {}",
    "rm -rf {}",
    "rm -f -- {}",
    "rm -r {} -f",
    "rm --recursive --force {}",
    "rm -rf {} /tmp/other",
  ],
  ...[
    "\\rm {}",
    '"rm" {}',
    "r''m -f {}",
    "r\\m {}",
    "/bin/rm -rf {}",
    "/usr/bin/rm {}",
    "$'rm' {}",
    "$'\\x72m' {}",
    "r\\\nm {}",
  ],
  ...[
    "rmdir {}",
    "unlink {}",
    "shred -u {}",
    "rimraf {}",
    "find {} -delete",
    "find {} -name '*.o' -exec rm {_} +",
  ],
  ...[
    "find {} -type f -exec /bin/rm -f {_} \\;",
    "git rm -r {}",
    "busybox rm -rf {}",
    "toybox rm {}",
    "rsync -a --delete e/ {}",
  ],
  ...[
    "bash -c 'rm -rf x' {}",
    "eval rm {}",
    "{ r=rm; $r {}; }",
    "{rm,-rf} {}",
    "ls {} | xargs rm -f",
    "tar cf o.tar --remove-files {}",
  ],
  "python3 -c 'import os; os.remove(\"x\")' {}",
];

const harmless: readonly string[] = [
  ...[
    "echo rm {}",
    "echo 'rm -rf' {}",
    "ls {}",
    "cat {}",
    "grep -rn rm {}",
    "grep ' rm ' {}",
    "git commit -m 'rm x' -- {}",
  ],
  ...[
    "git rm --cached {}",
    "git rm -n {}",
    "git clean -nfd {}",
    "find {} -name '-delete'",
    "find {} -exec grep rm {_} +",
  ],
  ...[
    "command -v rm",
    "rm --help",
    "rm --version",
    "printf '%s\\n' rm {}",
    "ls {} | xargs grep rm",
    "bash -c 'echo rm' {}",
  ],
  ...[
    "cp {} /tmp/",
    "test -e {}",
    "docker run --rm img ls {}",
    "rm=1",
    "rmx {}",
    "git checkout rm",
    "ls {} 2>/dev/null",
  ],
  ...["touch {}", "du -sh {}", "cat <<<rm", "wc -l {}", "type rm", "man rm", "which rm"],
];

const prefixes: readonly string[] = [
  ...[
    "",
    "",
    "",
    "sudo ",
    "env A=1 ",
    "timeout 5 ",
    "nice -n 5 ",
    "nohup ",
    "command ",
    "FOO=1 ",
    "2>/dev/null ",
    "time -p ",
  ],
  ...[
    "sudo -nu root ",
    "env -iu X ",
    "timeout -vk 1 5 ",
    "/usr/bin/env ",
    "A=1 >out ",
    "stdbuf -oL ",
    "setsid -w ",
  ],
];

/** `@` is the command. */
const frames: readonly string[] = [
  ...[
    "@",
    "@",
    "true && @",
    "true; @",
    "@; true",
    "@ &",
    "@ || true",
    "! @",
    "(@)",
    "{ @; }",
    "if true; then @; fi",
  ],
  ...[
    "for i in 1; do @; done",
    "while true; do @; break; done",
    "case a in a) @ ;; esac",
    "f() { @; }; f",
    "# it's\n@\n# won't",
  ],
  ...[
    "cat <<E; @\nhi\nE",
    "true && \\\n@",
    "@ 2>/dev/null",
    "echo a | @",
    "git status\n@\ngit log",
    'echo "a; b"; @',
    "{ true; @; }",
  ],
  ...["echo 'it'\\''s'; @", "(( a = 1 << 2 )); @", "[[ -e x ]] && @", "until false; do @; break; done"],
];

const folders: readonly (readonly [string, boolean])[] = [
  [`${home}/project`, false],
  [`${home}/project`, false],
  [`${home}/workspace/repos/app`, true],
  [`${home}/.hasna/repos/clones/app/sub`, true],
  ["/tmp", false],
];

function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Generated {
  readonly command: string;
  readonly cwd: string;
  readonly deletes: boolean;
  readonly inside: boolean;
}

function generate(random: () => number): Generated {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const erasing = random() < 0.7;
  const template = pick(erasing ? deletes : harmless);
  const target = pick(targets);
  const [cwd, checkout] = pick(folders);
  const body = template.replaceAll("{}", () => target.text).replaceAll("{_}", "{}");
  // A prefix stands in front of a program, not of an assignment or a brace word.
  const plain = !/^(?:\{|r=|rm=|eval)/.test(body);
  const command = pick(frames).replaceAll("@", () => (plain ? pick(prefixes) : "") + body);
  // Where the names come through a pipe or a string, only the guard of everything can know.
  const shows = !/xargs|bash -c|python3|r=rm|\{rm/.test(template);
  const inside = shows && (target.where === "inside" || (target.where === "relative" && checkout));
  return { command, cwd, deletes: erasing, inside };
}

test(`the two guards leave no gap over ${count} commands (seed ${seed})`, async () => {
  const [trashGuard, reposGuard] = await Promise.all([load("trash-guard"), load("workspace-repos-guard")]);
  const random = randomFrom(seed);
  const faults: string[] = [];
  for (let at = 0; at < count && faults.length < 20; at += 1) {
    const made = generate(random);
    const input: HookInput = {
      event: "PreToolUse",
      tool: "Bash",
      toolInput: { command: made.command },
      cwd: made.cwd,
      shell: "bash",
      session: undefined,
    };
    const one: Verdict = await trashGuard.run(input, world);
    const two: Verdict = await reposGuard.run(input, world);
    const both = merge([one, two]);
    const acts = both.kind === "deny" || both.kind === "rewrite";
    const say = (fault: string): void => {
      faults.push(`${fault}: ${JSON.stringify(made.command)} in ${made.cwd} (${one.kind}, ${two.kind})`);
    };
    if (made.deletes && !acts) say("a delete passes both");
    else if (made.deletes && made.inside && two.kind !== "deny") say("a delete in a checkout is not blocked");
    else if (!made.deletes && (one.kind !== "none" || two.kind !== "none")) say("nothing is deleted");
  }
  expect(faults).toEqual([]);
}, 60_000);
