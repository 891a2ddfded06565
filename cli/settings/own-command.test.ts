import { describe, expect, test } from "bun:test";
import { mentions, ownCommand, quote, readOwnCommand } from "./own-command.ts";

const names = ["trash-guard", "workspace-repos-guard"];

describe("ours, whatever the spelling", () => {
  const rows: readonly {
    readonly text: string;
    readonly program: string;
    readonly names?: readonly string[];
  }[] = [
    { text: "hooks run trash-guard", program: "hooks" },
    { text: "  hooks   run\ttrash-guard ", program: "hooks" },
    {
      text: "/h/.hasna/hooks/bin/hooks run trash-guard workspace-repos-guard",
      program: "/h/.hasna/hooks/bin/hooks",
      names,
    },
    { text: "'/h/my tools/hooks' run trash-guard", program: "/h/my tools/hooks" },
    { text: '"/h/my tools/hooks" "run" "trash-guard"', program: "/h/my tools/hooks" },
    { text: "/h/my\\ tools/hooks run trash-guard", program: "/h/my tools/hooks" },
    { text: "/h/'my tools'/ho\\oks r'u'n trash-\"guard\"", program: "/h/my tools/hooks" },
    { text: '"$HOME/.hasna/hooks/bin/hooks" run trash-guard', program: "$HOME/.hasna/hooks/bin/hooks" },
    { text: "~/.hasna/hooks/bin/hooks run trash-guard", program: "~/.hasna/hooks/bin/hooks" },
    { text: "BUN_OPTIONS= BUN_BE_BUN='' hooks run trash-guard", program: "hooks" },
    { text: "cd /; A= hooks run trash-guard", program: "hooks" },
    { text: "cd / && hooks run trash-guard", program: "hooks" },
    { text: "hooks run trash-guard # the guard", program: "hooks" },
    { text: "hooks \\\n  run trash-guard", program: "hooks" },
    { text: "hooks run trash-guard --profile p", program: "hooks" },
  ];
  for (const row of rows) {
    test(row.text, () => {
      const own = readOwnCommand(row.text);
      expect([own?.program, own?.names]).toEqual([row.program, row.names ?? ["trash-guard"]]);
      expect(mentions(row.text, names)).toBe(false);
      for (const [index, { start, end }] of (own?.spans ?? []).entries()) {
        expect(row.text.slice(start, end).replaceAll('"', "")).toBe((own?.names ?? [])[index] as string);
      }
    });
  }
});

describe("not ours", () => {
  const rows: readonly { readonly text: string; readonly mentions: boolean }[] = [
    { text: "hooks run trash-guard || true", mentions: true },
    { text: "hooks run trash-guard 2>/dev/null", mentions: true },
    { text: "cat | hooks run trash-guard", mentions: true },
    { text: "cd /x; hooks run trash-guard", mentions: true },
    { text: "env A=b hooks run trash-guard", mentions: true },
    { text: "bunx @hasna/hooks run trash-guard", mentions: true },
    { text: "npx -y @hasna/hooks@0.1.0 run trash-guard", mentions: true },
    { text: "hooks run trash-guard &", mentions: true },
    { text: "hooks run lint || true", mentions: false },
    { text: "echo hooks run trash-guard'", mentions: false },
    { text: "lefthook run trash-guard", mentions: false },
    { text: "hooks install trash-guard", mentions: false },
    { text: "hooks-run trash-guard", mentions: false },
    { text: "hooks 'run trash-guard'", mentions: false },
    { text: "hooks run $NAME", mentions: false },
    { text: "", mentions: false },
    { text: "hooks run 'trash-guard", mentions: false },
  ];
  for (const row of rows) {
    test(row.text, () => {
      expect(readOwnCommand(row.text)).toBeUndefined();
      expect(mentions(row.text, names)).toBe(row.mentions);
    });
  }
});

describe("what is written is read back, and is what a shell runs", () => {
  const paths = [
    "/h/bin/hooks",
    "/h/my tools/hooks",
    "/h/it's/hooks",
    '/h/a"b$c`d\\e/hooks',
    "/h/\u00e9 \u2014/hooks",
    "/h/~x*?[a]{b,c}/hooks",
    "/h/a=b;c&d|e<f>g(h)/hooks",
  ];
  for (const path of paths) {
    test(path, () => {
      const own = readOwnCommand(ownCommand(path, names));
      expect([own?.program, own?.names, own?.assignments]).toEqual([
        path,
        names,
        ["BUN_OPTIONS=", "BUN_BE_BUN=", "BUN_INSPECT="],
      ]);
      const shell = Bun.spawnSync(["/bin/sh", "-c", `printf %s ${quote(path)}`]);
      expect(shell.stdout.toString()).toBe(path);
    });
  }
  test("the bare word stays bare", () =>
    expect(ownCommand("hooks", names)).toBe("hooks run trash-guard workspace-repos-guard"));
});
