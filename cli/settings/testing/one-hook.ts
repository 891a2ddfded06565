/** One hook in the user settings of one harness below HOME, for the processes that fault tests start. */
import { join } from "node:path";
import { harnessById } from "@hasna/hooks-harness";
import type { Wanted } from "../plan.ts";
import { receiptsIn } from "../receipt.ts";
import type { Target } from "../settings-file.ts";

export interface OneHook {
  readonly folder: string;
  readonly wanted: Wanted;
  readonly target: Target;
}

export function oneHook(home: string, id: string): OneHook {
  const folder = join(home, ".hasna/hooks");
  const harness = harnessById(id);
  const [place] = harness?.settingsFiles("user", { home, project: home, env: {} }) ?? [];
  if (harness === undefined || place === undefined) throw new Error(`no user settings of ${id}`);
  const wanted: Wanted = {
    harness,
    root: place.root,
    names: ["trash-guard"],
    catalogue: [
      { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
    ],
    program: `${folder}/bin/hooks`,
    folder,
    rule: id === "claude-code" ? `Bash(${folder}/bin/trash guard:*)` : undefined,
  };
  return { folder, wanted, target: { path: place.path, scope: "user", receipts: receiptsIn(folder) } };
}

/** Settings as they may be before, in each form of file; undefined: there is none. */
export const BEFORE: Readonly<Record<string, { readonly file: string; readonly text: string | undefined }>> =
  {
    "claude-code": {
      file: ".claude/settings.json",
      text: '{\n  "model": "m",\n  "env": {"A": "b"},\n  "hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [{"type": "command", "command": "theirs"}]}]}\n}\n',
    },
    "gemini-cli": {
      file: ".gemini/settings.json",
      text: '{\r\n\t// mine\r\n\t"security": {"auth": {"selectedType": "x"}}\r\n}\r\n',
    },
    cursor: { file: ".cursor/hooks.json", text: '{"version":1,"hooks":{}}' },
    kimi: { file: ".kimi-code/config.toml", text: '# mine\nname = "k"\n' },
    opencode: { file: ".config/opencode/plugins/hasna-hooks.js", text: undefined },
  };
