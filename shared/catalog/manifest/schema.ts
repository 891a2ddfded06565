/** The one source of the manifest's form: the reader and the JSON Schema both come from it. */
import { type HarnessId, harnesses } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import { validRange } from "semver";
import { z } from "zod";
import type { Capability, FailurePolicy, HookSection, JsonValue } from "./manifest.ts";

/** A record, so that a new event of the registry is missed by the compiler. */
const events: Readonly<Record<HookEvent, true>> = {
  PreToolUse: true,
  PostToolUse: true,
  UserPromptSubmit: true,
  SessionStart: true,
  SessionEnd: true,
  Stop: true,
};
const capabilities: readonly Capability[] = ["read", "write", "run", "network"];
const policies: readonly FailurePolicy[] = ["deny", "ask", "pass"];

/** Lower-case words joined by hyphens. */
export const HOOK_NAME: RegExp = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** What registries take as a package's name, in a scope or not, with `hook-` in front of the hook's name. */
export const HOOK_PACKAGE: RegExp = /^(@[a-z0-9][a-z0-9._-]*\/)?hook-[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Neutral tool names separated by `|`, or nothing. */
const MATCHER = /^$|^[A-Za-z_][\w-]*(\|[A-Za-z_][\w-]*)*$/;
/** A file inside the package. */
const INNER_FILE = /^\.\/(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/;

const range: z.ZodType<string, string> = z
  .string()
  .min(1)
  .refine((text) => validRange(text) !== null, "is not a semver range");
const related: z.ZodType<Record<string, string>, Record<string, string>> = z.record(
  z.string().regex(HOOK_PACKAGE, "is not the name of a hook's package"),
  range,
);

const section: z.ZodType<HookSection> = z.strictObject({
  manifest: z.literal(1).describe("Version of this form"),
  name: z.string().regex(HOOK_NAME).max(60).describe("The package is called hook-NAME, in a scope or not"),
  summary: z
    .string()
    .regex(/^[A-Z].*[^.]$/s)
    .max(120)
    .describe("One line without a full stop"),
  kind: z.enum(["guard", "helper"]).describe("A guard's verdict protects; a helper fails silent"),
  events: z
    .partialRecord(z.enum(Object.keys(events) as HookEvent[]), z.string().regex(MATCHER))
    .describe("Each event with the neutral tool names that are watched; empty for every tool"),
  rewritesInput: z.boolean(),
  timeout: z.number().min(0.1).max(60).default(5).describe("Seconds that one call may take"),
  onFailure: z
    .enum(policies as FailurePolicy[])
    .describe("What is answered in place of a hook that throws, hangs or answers garbage"),
  harnesses: z
    .union([z.literal("all"), z.array(z.enum(harnesses.map(({ id }) => id) as HarnessId[])).min(1)])
    .default("all"),
  engine: range.describe("Semver range of `hooks` versions"),
  capabilities: z
    .array(z.enum(capabilities as Capability[]))
    .refine((list) => new Set(list).size === list.length, "names one twice"),
  configuration: z
    .record(z.string(), z.json() as z.ZodType<JsonValue>)
    .optional()
    .describe("JSON Schema of its configuration"),
  cases: z.string().regex(INNER_FILE).default("./cases.ts"),
  dependencies: related.default({}).describe("Hooks that must be installed too, by package name"),
  conflicts: related.default({}).describe("Hooks that cannot be installed beside it, by package name"),
}) as unknown as z.ZodType<HookSection>;

/** What is read of a `package.json`; other keys there are nobody's business. */
export const packageSchema: z.ZodType<{
  readonly name: string;
  readonly version: string;
  readonly hook: HookSection;
}> = z.object({
  name: z.string().regex(HOOK_PACKAGE),
  version: z
    .string()
    .regex(
      /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/,
    ),
  hook: section,
});

/** JSON Schema of the key `hook`, for editors. What no schema can say (semver ranges) only the reader checks. */
export function manifestJsonSchema(): unknown {
  return z.toJSONSchema(section, { io: "input" });
}
