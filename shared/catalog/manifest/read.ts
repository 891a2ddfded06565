/** From the text or value of a `package.json` to a manifest, or to everything that is wrong in it. */
import type { z } from "zod";
import type { Manifest, ManifestProblem, ManifestReading } from "./manifest.ts";
import { packageSchema } from "./schema.ts";

/** What to write, by path; `*` stands for a key or an index that is the author's own. The longest that fits is taken. */
const fixes: Readonly<Record<string, string>> = {
  "": 'Write a package.json with name, version and the key "hook".',
  name: 'Call the package hook-NAME in small letters, as in "@acme/hook-no-force-push".',
  version: 'Write a semver version, as in "0.1.0".',
  hook: 'Add the key "hook" with the manifest; "hooks new" writes one.',
  "hook.manifest": 'Write "manifest": 1. A higher number needs a newer version of hooks.',
  "hook.name": 'Write lower-case words joined by hyphens, the package\'s name without "hook-".',
  "hook.summary":
    "Write one line of at most 120 characters that begins with a capital letter and has no full stop.",
  "hook.kind": 'Write "guard" (its verdict protects) or "helper".',
  "hook.events": 'Name each event with the tools that are watched, as in { "PreToolUse": "Bash" }.',
  "hook.events.*": 'Write neutral tool names separated by "|", as in "Edit|Write", or "" for every tool.',
  "hook.rewritesInput": "Write true when a verdict may change the tool's input, else false.",
  "hook.timeout": "Write seconds from 0.1 to 60, or leave it out for 5.",
  "hook.onFailure": 'Write "deny", "ask" or "pass": what is answered when the hook fails.',
  "hook.harnesses": 'Write "all", or a list of harness ids ("hooks help install" lists them).',
  "hook.engine": 'Write a semver range of hooks versions, as in ">=0.1.0 <1".',
  "hook.capabilities":
    'Write a list of "read", "write", "run" and "network", each at most once; [] for none.',
  "hook.configuration": "Write a JSON Schema object, or leave it out.",
  "hook.cases": 'Write a path inside the package that begins with "./", as in "./cases.ts".',
  "hook.dependencies": 'Write packages of hooks with semver ranges, as in { "@acme/hook-x": "^1.2" }.',
  "hook.conflicts": 'Write packages of hooks with semver ranges, as in { "@acme/hook-x": "*" }.',
};

/** Reads the value of a `package.json`. Total: anything gives an answer, with all problems and not only the first. */
export function readManifest(value: unknown): ManifestReading {
  const parsed = packageSchema.safeParse(value);
  const problems = parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, value));
  problems.push(...acrossFields(value));
  if (!parsed.success || problems.length > 0) return { kind: "problems", problems };
  const { name, version, hook } = parsed.data;
  return { kind: "manifest", manifest: { package: name, version, ...hook } };
}

/** Reads the text of a `package.json`. */
export function parseManifest(text: string): ManifestReading {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const says = `is not JSON (${error instanceof Error ? error.message : String(error)})`;
    return { kind: "problems", problems: [{ path: "", says, got: shortened(text), fix: fixFor([]) }] };
  }
  return readManifest(value);
}

/** One line for a problem, as in `hook.engine: is not a semver range, got "soon". Write …`. */
export function problemLine({ path, says, got, fix }: ManifestProblem): string {
  const place = path === "" ? "package.json" : path;
  return `${place}: ${says}${got === undefined ? "" : `, got ${got}`}. ${fix}`;
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): ManifestProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      says: "is no key of a manifest",
      got: shown(valueAt(value, [...issue.path, key])),
      fix: `Take it out, or correct its spelling. Known are ${knownKeys(issue.path).join(", ")}.`,
    }));
  }
  if (issue.code === "invalid_key") {
    return [
      {
        path: pathText(issue.path),
        says: "is a key that cannot stand there",
        got: JSON.stringify(String(issue.path.at(-1))),
        fix: fixFor(issue.path.slice(0, -1)),
      },
    ];
  }
  const got = valueAt(value, issue.path);
  return [{ path: pathText(issue.path), says: saysOf(issue, got), got: shown(got), fix: fixFor(issue.path) }];
}

function saysOf(issue: z.core.$ZodIssue, got: unknown): string {
  if (got === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${issue.expected === "record" ? "object" : issue.expected}`;
    case "custom":
      return issue.message;
    case "too_big":
      return "is too large or too long";
    case "too_small":
      return "is too small or empty";
    case "invalid_value":
      return `must be ${issue.values.map((one) => JSON.stringify(one)).join(" or ")}`;
    case "invalid_format":
      return "does not have the form that is asked for";
    default:
      return "cannot stand there";
  }
}

/** What concerns two fields at once. Looks at the raw value, so that it is said together with everything else. */
function acrossFields(value: unknown): ManifestProblem[] {
  const found: ManifestProblem[] = [];
  const name = valueAt(value, ["name"]);
  const hook = valueAt(value, ["hook", "name"]);
  if (
    typeof name === "string" &&
    typeof hook === "string" &&
    name.replace(/^@[^/]*\//, "") !== `hook-${hook}`
  ) {
    found.push({
      path: "hook.name",
      says: `does not go with the package's name ${JSON.stringify(name)}`,
      got: shown(hook),
      fix: `Call the package hook-${hook}, or the hook ${name.replace(/^@[^/]*\//, "").replace(/^hook-/, "")}.`,
    });
  }
  for (const list of ["dependencies", "conflicts"]) {
    const map = valueAt(value, ["hook", list]);
    if (typeof name === "string" && typeof map === "object" && map !== null && Object.hasOwn(map, name)) {
      found.push({
        path: pathText(["hook", list, name]),
        says: "names the hook itself",
        got: shown(valueAt(map, [name])),
        fix: "Take it out.",
      });
    }
  }
  const events = valueAt(value, ["hook", "events"]);
  if (
    typeof events === "object" &&
    events !== null &&
    !Array.isArray(events) &&
    Object.keys(events).length === 0
  ) {
    const path = ["hook", "events"];
    found.push({ path: pathText(path), says: "names no event", got: shown(events), fix: fixFor(path) });
  }
  const kind = valueAt(value, ["hook", "kind"]);
  const policy = valueAt(value, ["hook", "onFailure"]);
  if (kind === "helper" && (policy === "deny" || policy === "ask")) {
    found.push({
      path: "hook.onFailure",
      says: "would let a helper that fails stop the call",
      got: shown(policy),
      fix: 'Write "pass", or make it a guard.',
    });
  }
  return found;
}

function fixFor(path: readonly PropertyKey[]): string {
  const texts = path.map(String);
  for (let length = texts.length; length > 0; length -= 1) {
    const own = texts.slice(0, length);
    const fix = fixes[own.join(".")] ?? fixes[[...own.slice(0, -1), "*"].join(".")];
    if (fix !== undefined) return fix;
  }
  return fixes[""] ?? "";
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const front = `${path.map(String).join(".")}.`;
  return Object.keys(fixes)
    .filter((key) => key.startsWith(front) && !key.slice(front.length).includes("."))
    .map((key) => key.slice(front.length));
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) =>
      typeof key === "number"
        ? `[${key}]`
        : /^[\w-]+$/.test(String(key))
          ? `.${String(key)}`
          : `[${JSON.stringify(String(key))}]`,
    )
    .join("")
    .replace(/^\./, "");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return at;
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

/** The name that people and settings files call a hook by: short for ours, the package's for everybody else's. */
export function hookId({ package: name }: Pick<Manifest, "package">): string {
  return name.startsWith(OWN_PREFIX) ? name.slice(OWN_PREFIX.length) : name;
}

/** Packages of our own scope, whose hooks are called by their short names. Nobody else can publish there. */
export const OWN_PREFIX = "@hasna/hook-";
