/** `hooks.lock`: which bytes of which hooks, so that a team gets the same. */
import { z } from "zod";
import { type Capability, capabilityWords } from "../manifest/manifest.ts";
import { HOOK_PACKAGE } from "../manifest/schema.ts";
import { INTEGRITY } from "./packument.ts";

export interface LockedHook {
  readonly version: string;
  /** Of the tarball, or of the tar that a folder or a commit makes. */
  readonly integrity: string;
  /**
   * Where the bytes come from: `npm` for the configured registry (whose address each user configures for themselves),
   * `git+https://…#commit`, `file:path` relative to the lock, or the address of a tarball.
   */
  readonly from: string;
  /** The range, tag or address that was asked for; undefined for a hook that only others depend on. */
  readonly wanted?: string | undefined;
  readonly engine: string;
  /** What the user has agreed to. */
  readonly capabilities: readonly Capability[];
  /** By package name. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly lockfileVersion: 1;
  /** By package name. */
  readonly hooks: Readonly<Record<string, LockedHook>>;
}

export const EMPTY_LOCK: Lock = { lockfileVersion: 1, hooks: {} };

const schema: z.ZodType<Lock> = z.strictObject({
  lockfileVersion: z.literal(1),
  hooks: z.record(
    z.string().regex(HOOK_PACKAGE),
    z.strictObject({
      version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/),
      integrity: z.string().regex(INTEGRITY),
      from: z.string().regex(/^(npm|git\+(https|ssh|file):\/\/.+#[0-9a-f]{40,64}|file:.+|https?:\/\/.+)$/),
      wanted: z.string().min(1).optional(),
      engine: z.string(),
      capabilities: z.array(z.enum(Object.keys(capabilityWords) as Capability[])),
      dependencies: z.record(z.string(), z.string()),
    }),
  ),
}) as unknown as z.ZodType<Lock>;

export type LockReading =
  | { readonly kind: "lock"; readonly lock: Lock }
  /** A clause each; the file must then not be written over. */
  | { readonly kind: "problems"; readonly says: readonly string[] };

export function parseLock(text: string): LockReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // What a merge leaves behind is the usual reason.
    const isMerge = /^(<<<<<<<|=======|>>>>>>>)/m.test(text);
    const line = text.slice(0, text.search(/^(<<<<<<<|=======|>>>>>>>)/m)).split("\n").length;
    const why = isMerge
      ? `line ${line} is a mark of a merge conflict`
      : error instanceof Error
        ? error.message
        : String(error);
    return { kind: "problems", says: [`it is not JSON: ${why}`] };
  }
  if (
    typeof value === "object" &&
    value !== null &&
    "lockfileVersion" in value &&
    value.lockfileVersion !== 1
  ) {
    return {
      kind: "problems",
      says: [`its version is ${JSON.stringify(value.lockfileVersion)}, and this hooks knows 1`],
    };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: "lock", lock: parsed.data };
  return {
    kind: "problems",
    says: parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`),
  };
}

/** The lock's text: sorted and one value a line, so that two branches merge well and a change reads as a change. */
export function lockText({ lockfileVersion, hooks }: Lock): string {
  const sorted = Object.fromEntries(
    Object.keys(hooks)
      .sort()
      .map((name) => {
        const { version, integrity, from, wanted, engine, capabilities, dependencies } = hooks[
          name
        ] as LockedHook;
        const rest = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
        const row = { version, integrity, from, ...(wanted === undefined ? {} : { wanted }), engine };
        return [name, { ...row, capabilities: [...capabilities].sort(), dependencies: rest }];
      }),
  );
  return `${JSON.stringify({ lockfileVersion, hooks: sorted }, null, 2)}\n`;
}
