/** A throw-away home folder with the kinds of files that a delete can lose. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Tree, treeOf } from "./tree.ts";

export interface Home {
  readonly path: string;
  readonly project: string;
  /** The user's own files, without what programs keep for themselves. */
  readonly files: () => Tree;
}

const files: Readonly<Record<string, string | Uint8Array>> = {
  "project/README.md": "# A project\n",
  "project/build/app.js": "console.log('built');\n",
  "project/build/empty": "",
  "project/build/bytes.bin": Uint8Array.from({ length: 4096 }, (_, i) => (i * 31) % 256),
  "project/build/deep/er/ünï cödé — and spaces.txt": "kept\n",
  "project/build/run.sh": "#!/bin/sh\necho hello\n",
  "documents/letter.txt": "Dear reader\n",
  ".ssh/config": "Host example\n",
  "workspace/repos/app/main.ts": "export {};\n",
};

/** `ownFiles`: what a client keeps among the user's files, which is no change to them. */
export function makeHome(ownFiles: readonly string[] = []): Home {
  // The real path: a client resolves links in its working folder, and then our paths would not match its own.
  const path = realpathSync(mkdtempSync(join(tmpdir(), "hooks-e2e-")));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  chmodSync(join(path, "project/build/run.sh"), 0o755);
  symlinkSync("deep/er", join(path, "project/build/link"));
  symlinkSync("nowhere", join(path, "project/build/dangling"));
  mkdirSync(join(path, "tmp"));
  const watched = ["project", "documents", ".ssh", "workspace"];
  return {
    path,
    project: join(path, "project"),
    files: () => withoutOwn(treeOf(path, watched), ownFiles),
  };
}

/** Nor with a folder that is only there for them. */
function withoutOwn(tree: Tree, ownFiles: readonly string[]): Tree {
  const rest = new Map(tree);
  const found = ownFiles.filter((own) => rest.has(own));
  for (const name of tree.keys()) {
    if (found.some((own) => name === own || name.startsWith(`${own}/`))) rest.delete(name);
  }
  for (const folder of new Set(found.map((own) => dirname(own)))) {
    if (![...rest.keys()].some((name) => name.startsWith(`${folder}/`))) rest.delete(folder);
  }
  return rest;
}
