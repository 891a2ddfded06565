/** What people name a hook by on the command line and in a lock. */
import { validRange } from "semver";
import { OWN_PREFIX } from "../manifest/read.ts";
import { HOOK_NAME, HOOK_PACKAGE } from "../manifest/schema.ts";

/**
 * - `registry`: a package on the configured registry; `range` is a semver range, or a tag of the registry.
 * - `git`: a repository; `reference` is what stands behind `#`, undefined for the default branch.
 * - `folder`, `archive`: on this machine, the path as it was given.
 * - `url`: a tarball on the web.
 */
export type Spec =
  | { readonly kind: "registry"; readonly package: string; readonly range: string; readonly isTag: boolean }
  | { readonly kind: "git"; readonly url: string; readonly reference: string | undefined }
  | { readonly kind: "folder" | "archive"; readonly path: string }
  | { readonly kind: "url"; readonly url: string };

/** A text that names no hook, in a clause, and a sentence on what to write. */
export interface SpecProblem {
  readonly kind: "problem";
  readonly says: string;
  readonly next: string;
}

const ARCHIVE = /\.(tgz|tar\.gz|tar)$/;

/**
 * Reads one word: `trash-guard`, `trash-guard@^0.1`, `@acme/hook-x@next`, `npm:hook-x`, `git+https://…#v1`, `file:…`,
 * `./folder`, `./hook-x-1.0.0.tgz`, `https://….tgz`. A short name is one of ours; everybody else's has the package's name.
 */
export function parseSpec(text: string): Spec | SpecProblem {
  if (/[\0-\x1f\x7f]/.test(text)) return problem(text, "holds a control character", "Write it without.");
  if (text.startsWith("git+")) return gitSpec(text);
  if (text.startsWith("git:")) {
    return problem(text, "would be fetched unprotected", "Write git+https: or git+ssh: in front.");
  }
  if (/^https?:/.test(text)) return urlSpec(text);
  const file =
    /^file:(?:\/\/(?=\/))?(.*)$/.exec(text)?.[1] ?? (/^(\.{1,2}(\/|$)|\/|~\/)/.test(text) ? text : undefined);
  if (file !== undefined) {
    if (file === "")
      return problem(text, "names no file", "Write the path of a folder or a .tgz behind file:.");
    return { kind: ARCHIVE.test(file) ? "archive" : "folder", path: file };
  }
  if (text.startsWith("npm:")) return registrySpec(text, text.slice(4), true);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  if (scheme !== undefined) {
    return problem(text, `has "${scheme}:" in front, which leads nowhere`, FORMS);
  }
  return registrySpec(text, text, false);
}

const FORMS =
  "Write a name, name@range, @scope/hook-name, npm:package, git+https://..., file:path or the path of a .tgz.";

function gitSpec(text: string): Spec | SpecProblem {
  const [, scheme = "", rest = "", reference] =
    /^git\+(https|ssh|file):\/\/([^#]+)(?:#(.*))?$/.exec(text) ?? [];
  if (scheme === "") {
    return problem(
      text,
      "is no repository",
      "Write git+https://host/path, git+ssh://... or git+file:///path.",
    );
  }
  // git would take a reference that begins with a hyphen for an option of its own.
  if (reference !== undefined && !/^[A-Za-z0-9_.][\w./+-]*$/.test(reference)) {
    return problem(text, `has "${reference}" for a branch, tag or commit`, "Write its name behind #.");
  }
  return { kind: "git", url: `${scheme}://${rest}`, reference };
}

function urlSpec(text: string): Spec | SpecProblem {
  const url = URL.parse(text);
  if (url === null) return problem(text, "is no address", FORMS);
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return problem(text, "would be fetched unprotected", "Write https: in front.");
  }
  if (!ARCHIVE.test(url.pathname)) {
    return problem(
      text,
      "names no tarball",
      "Write the address of a .tgz, or git+https: in front of a repository.",
    );
  }
  return { kind: "url", url: url.href };
}

/** Whether a host is this machine, where nobody stands in between. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function registrySpec(text: string, named: string, isPackage: boolean): Spec | SpecProblem {
  const at = named.indexOf("@", 1);
  const name = at === -1 ? named : named.slice(0, at);
  const range = at === -1 ? "*" : named.slice(at + 1);
  const packageName =
    isPackage || name.startsWith("@") || name.startsWith("hook-") ? name : `${OWN_PREFIX}${name}`;
  if (!HOOK_PACKAGE.test(packageName) || (packageName !== name && !HOOK_NAME.test(name))) {
    const isOther = isPackage || name.startsWith("@");
    const next = isOther ? "Packages of hooks are called hook-NAME, as in @acme/hook-no-tabs." : FORMS;
    return problem(text, isOther ? "is not the name of a hook's package" : "is not the name of a hook", next);
  }
  if (range === "") return problem(text, "has nothing behind @", "Write a version, a range or a tag there.");
  // "v1" is a version to the semver library; a tag could not be told from it.
  const isRange = validRange(range) !== null;
  if (!isRange && !/^[A-Za-z][\w.-]*$/.test(range)) {
    return problem(
      text,
      `has "${range}" behind @`,
      "Write a semver range, as in ^1.2, or a tag, as in next.",
    );
  }
  return { kind: "registry", package: packageName, range, isTag: !isRange };
}

function problem(text: string, says: string, next: string): SpecProblem {
  return { kind: "problem", says: `"${text.replace(/[\0-\x1f\x7f]/g, "?").slice(0, 100)}" ${says}`, next };
}
