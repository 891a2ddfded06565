import { describe, expect, test } from "bun:test";
import { parseSpec, type Spec } from "./spec.ts";

const registry = (name: string, range = "*", isTag = false): Spec => ({
  kind: "registry",
  package: name,
  range,
  isTag,
});

const rows: readonly (readonly [text: string, spec: Spec])[] = [
  ["trash-guard", registry("@hasna/hook-trash-guard")],
  ["trash-guard@^0.1", registry("@hasna/hook-trash-guard", "^0.1")],
  ["trash-guard@0.1.0", registry("@hasna/hook-trash-guard", "0.1.0")],
  ["trash-guard@>=1 <2 || 3", registry("@hasna/hook-trash-guard", ">=1 <2 || 3")],
  ["trash-guard@next", registry("@hasna/hook-trash-guard", "next", true)],
  ["trash-guard@1.0.0-rc.1", registry("@hasna/hook-trash-guard", "1.0.0-rc.1")],
  ["hook-x", registry("hook-x")],
  ["hook-x@*", registry("hook-x")],
  ["@acme/hook-x", registry("@acme/hook-x")],
  ["@acme/hook-x@~2", registry("@acme/hook-x", "~2")],
  ["npm:hook-x@1", registry("hook-x", "1")],
  ["npm:@acme/hook-x@beta", registry("@acme/hook-x", "beta", true)],
  ["git+https://host.test/a/b.git", { kind: "git", url: "https://host.test/a/b.git", reference: undefined }],
  ["git+https://host.test/a/b#v1.0", { kind: "git", url: "https://host.test/a/b", reference: "v1.0" }],
  ["git+ssh://git@host.test/a/b#main", { kind: "git", url: "ssh://git@host.test/a/b", reference: "main" }],
  ["git+file:///srv/x#abc", { kind: "git", url: "file:///srv/x", reference: "abc" }],
  ["file:../x", { kind: "folder", path: "../x" }],
  ["file:///srv/x", { kind: "folder", path: "/srv/x" }],
  ["file:x-1.0.0.tgz", { kind: "archive", path: "x-1.0.0.tgz" }],
  ["./x", { kind: "folder", path: "./x" }],
  [".", { kind: "folder", path: "." }],
  ["/srv/x.tar.gz", { kind: "archive", path: "/srv/x.tar.gz" }],
  ["~/x", { kind: "folder", path: "~/x" }],
  ["https://host.test/x.tgz", { kind: "url", url: "https://host.test/x.tgz" }],
  ["https://host.test/x.tgz?a=1", { kind: "url", url: "https://host.test/x.tgz?a=1" }],
  ["http://127.0.0.1:4873/x.tgz", { kind: "url", url: "http://127.0.0.1:4873/x.tgz" }],
];

const problems: readonly (readonly [text: string, says: string])[] = [
  ["", "not the name of a hook"],
  ["Trash-Guard", "not the name of a hook"],
  ["trash guard", "not the name of a hook"],
  ["--json", "not the name of a hook"],
  ["trash-guard@", "nothing behind @"],
  ["trash-guard@^^1", 'has "^^1" behind @'],
  ["@acme/x", "not the name of a hook's package"],
  ["@acme/../hook-x", "not the name of a hook's package"],
  ["@acme", "not the name of a hook's package"],
  ["npm:left-pad", "not the name of a hook's package"],
  ["npm:", "not the name of a hook's package"],
  ["http://host.test/x.tgz", "unprotected"],
  ["http://127.0.0.1.host.test/x.tgz", "unprotected"],
  ["git://host.test/x", "unprotected"],
  ["git+http://host.test/x", "no repository"],
  ["git+ext::sh -c id", "no repository"],
  ["git+https://host.test/x#--upload-pack=id", "for a branch, tag or commit"],
  ["https://host.test/x", "names no tarball"],
  ["ftp://host.test/x.tgz", '"ftp:" in front'],
  ["file:", "names no file"],
  ["trash-guard\n", "control character"],
];

describe("a word that names a hook", () => {
  test.each(rows)("%s", (text, spec) => {
    expect(parseSpec(text)).toEqual(spec);
  });
  test.each(problems)("%j names none", (text, says) => {
    const read = parseSpec(text);
    expect(read.kind === "problem" ? read.says : read).toContain(says);
    expect(read.kind === "problem" ? read.next : "").toMatch(/\.$/);
  });
});
