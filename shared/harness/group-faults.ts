/** What makes a harness drop a settings file, or one entry of it, without a word: files of events, groups and handlers. */
import type { Fault, FaultPath } from "./harness.ts";
import { isObject } from "./payload.ts";

/** What one harness asks of its file. */
export interface GroupRules {
  /** Keys from the root to the map of events. */
  readonly root: readonly string[];
  /** Events that are looked at; one that the harness does not know may hold anything. */
  readonly events: readonly string[];
  /** Handler types, and the key that each cannot do without. */
  readonly types: Readonly<Record<string, string>>;
  /** Root keys that are allowed; undefined: any. */
  readonly rootKeys?: readonly string[];
  /** Whether a time-out must be a whole number. */
  readonly whole?: boolean;
  /** Whether the time-out 0 is allowed. */
  readonly zero?: boolean;
  /**
   * Events whose faults cost the file in every version; a fault under another event costs the newest version that entry alone.
   * Absent: all events.
   */
  readonly fatalEvents?: readonly string[];
  /** Whether a group may do without a list of hooks: an empty group, which loses nothing but what was meant by it. */
  readonly listOptional?: boolean;
  /** Whether a matcher may be null, which is none. */
  readonly nullMatcher?: boolean;
}

/** Each of these loses the whole file in at least one measured version, its other settings included, unless it says `loses`. */
export function groupFaults(settings: unknown, rules: GroupRules): readonly Fault[] {
  if (!isObject(settings)) return [{ path: [], says: "the file does not hold an object" }];
  const faults: Fault[] = [];
  for (const key of Object.keys(settings)) {
    if (rules.rootKeys !== undefined && !rules.rootKeys.includes(key)) {
      faults.push({
        path: [key],
        says: `${JSON.stringify(key)} is not among the keys it knows (${rules.rootKeys.join(", ")})`,
      });
    }
  }
  let hooks: unknown = settings;
  for (const key of rules.root) hooks = isObject(hooks) ? hooks[key] : undefined;
  if (hooks === undefined) return faults;
  if (!isObject(hooks)) return [...faults, { path: rules.root, says: '"hooks" is not an object' }];
  for (const event of rules.events) {
    const isFatal = rules.fatalEvents?.includes(event) ?? true;
    const groups = Object.hasOwn(hooks, event) ? hooks[event] : [];
    if (!Array.isArray(groups)) {
      const fault: Fault = { path: [...rules.root, event], says: `"${event}" is not a list of groups` };
      faults.push(isFatal ? fault : { ...fault, loses: "entry" });
      continue;
    }
    groups.forEach((group: unknown, index) => {
      const found = faultsOfGroup(group, [...rules.root, event, index], rules);
      faults.push(...(isFatal ? found : found.map((fault): Fault => ({ ...fault, loses: "entry now" }))));
    });
  }
  return faults;
}

function faultsOfGroup(group: unknown, path: FaultPath, rules: GroupRules): readonly Fault[] {
  if (!isObject(group)) return [{ path, says: "a hook group is not an object" }];
  const faults: Fault[] = [];
  const isNone = group.matcher === undefined || (group.matcher === null && rules.nullMatcher === true);
  if (!isNone && typeof group.matcher !== "string") {
    faults.push({ path: [...path, "matcher"], says: "a matcher is not a text" });
  }
  const handlers = group.hooks;
  if (handlers === undefined && rules.listOptional === true) return faults;
  if (!Array.isArray(handlers)) {
    faults.push({ path, says: 'a hook group has no list of "hooks"' });
    return faults;
  }
  handlers.forEach((handler: unknown, index) => {
    faults.push(...faultsOfHandler(handler, [...path, "hooks", index], rules));
  });
  return faults;
}

function faultsOfHandler(handler: unknown, path: FaultPath, rules: GroupRules): readonly Fault[] {
  if (!isObject(handler)) return [{ path, says: "a hook is not an object" }];
  const { type, timeout } = handler;
  if (typeof type !== "string" || !Object.hasOwn(rules.types, type)) {
    const has = type === undefined ? "no type" : `the type ${JSON.stringify(type)}`;
    return [{ path, says: `a hook has ${has}; known are ${Object.keys(rules.types).join(", ")}` }];
  }
  const faults: Fault[] = [];
  const needed = rules.types[type] as string;
  if (typeof handler[needed] !== "string") {
    faults.push({ path: [...path, needed], says: `a ${type} hook has no "${needed}" that is a text` });
  }
  if (timeout !== undefined && !isTime(timeout, rules)) {
    const kind = rules.whole === true ? "whole number" : "number";
    const least = rules.zero === true ? "of 0 or more" : "above 0";
    faults.push({ path: [...path, "timeout"], says: `a timeout is not a ${kind} ${least}` });
  }
  return faults;
}

function isTime(value: unknown, { whole, zero }: GroupRules): boolean {
  if (typeof value !== "number" || value < 0 || (value === 0 && zero !== true)) return false;
  return whole !== true || Number.isInteger(value);
}
