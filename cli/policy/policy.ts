/** A policy file as a value. Read by a run that refuses or rewrites, so it is read without a library. */

/**
 * What a rule of a policy does to the verdicts of a hook's rule.
 * - `allow`: lifts them. In the user's policy only, with a reason and an end.
 * - `ask`, `deny`: makes them that much stronger, never weaker.
 */
export interface PolicyRule {
  /** `hook/what`, or `hook/*`. */
  readonly rule: string;
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
  /** Milliseconds since 1970; undefined for a rule that tightens and has no end. */
  readonly expires: number | undefined;
  /** This very command only. */
  readonly command: string | undefined;
  /** Absolute: calls in this folder and below only. */
  readonly folder: string | undefined;
}

export interface Policy {
  /** False: no verdict is lifted in this project, whatever the user's policy says. */
  readonly lifts: boolean;
  readonly rules: readonly PolicyRule[];
  /** What is wrong in the file, one clause each: what is faulty has no force. */
  readonly faults: readonly string[];
}

export const EMPTY: Policy = { lifts: true, rules: [], faults: [] };

/** `whose`: a project's policy may tighten only, so what lifts in it is a fault. */
export function readPolicy(text: string, whose: "user" | "project"): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ...EMPTY,
      faults: [`it is not JSON (${error instanceof Error ? error.message : String(error)})`],
    };
  }
  if (!isObject(value)) return { ...EMPTY, faults: ["it does not hold an object"] };
  const faults: string[] = [];
  if (value.version !== 1) faults.push('"version" is not 1');
  if (value.lifts !== undefined && typeof value.lifts !== "boolean")
    faults.push('"lifts" is not true or false');
  const rules: PolicyRule[] = [];
  const list: unknown = value.rules ?? [];
  if (!Array.isArray(list)) faults.push('"rules" is not a list');
  for (const [index, item] of (Array.isArray(list) ? list : []).entries()) {
    const rule = readRule(item, whose);
    if (typeof rule === "string") faults.push(`rules[${index}]: ${rule}`);
    else rules.push(rule);
  }
  // Whatever of a faulty file tightens stays in force; nothing of it lifts.
  const kept = faults.length > 0 ? rules.filter(({ verdict }) => verdict !== "allow") : rules;
  return { lifts: value.lifts !== false, rules: kept, faults };
}

function readRule(item: unknown, whose: "user" | "project"): PolicyRule | string {
  if (!isObject(item)) return "it is not an object";
  const { rule, verdict, reason, expires, command, folder } = item;
  if (typeof rule !== "string" || !/^[\w-]+\/(?:[\w-]+|\*)$/.test(rule))
    return '"rule" is not a rule id such as trash-guard/rmdir';
  if (verdict !== "allow" && verdict !== "ask" && verdict !== "deny")
    return '"verdict" is not allow, ask or deny';
  if (typeof reason !== "string" || reason.trim() === "") return '"reason" is missing';
  if (verdict === "allow" && whose === "project")
    return "a project's policy can tighten only, and this lifts";
  if (verdict === "allow" && rule.endsWith("/*"))
    return "a rule that lifts names one rule, not all of a hook";
  const end =
    expires === undefined ? undefined : typeof expires === "string" ? Date.parse(expires) : Number.NaN;
  if (Number.isNaN(end)) return '"expires" is not a date such as 2026-12-31';
  if (verdict === "allow" && end === undefined) return 'a rule that lifts needs "expires"';
  if (command !== undefined && typeof command !== "string") return '"command" is not a text';
  if (folder !== undefined && !(typeof folder === "string" && folder.startsWith("/")))
    return '"folder" is not an absolute path';
  return { rule, verdict, reason: reason.trim(), expires: end, command, folder };
}

/** Whether a rule is about this call at this moment. */
export function applies(
  { rule, command, folder, expires }: PolicyRule,
  call: {
    readonly rule: string;
    readonly command: unknown;
    readonly cwd: string | undefined;
    readonly now: number;
  },
): boolean {
  if (expires !== undefined && call.now >= expires) return false;
  const isNamed = rule === call.rule || (rule.endsWith("/*") && call.rule.startsWith(rule.slice(0, -1)));
  if (!isNamed || (command !== undefined && command !== call.command)) return false;
  return (
    folder === undefined ||
    call.cwd === folder ||
    call.cwd?.startsWith(`${folder.replace(/\/+$/, "")}/`) === true
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
