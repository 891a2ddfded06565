/** What makes Claude Code drop a settings file, or one entry of it, without a word. */
import type { Fault, FaultPath } from "./harness.ts";

/** Handler types and the key that each cannot do without. */
const TYPES: Readonly<Record<string, string>> = {
  command: "command",
  http: "url",
  mcp_tool: "tool",
  prompt: "prompt",
  agent: "prompt",
};

/**
 * Faults under the events that Claude Code knows; an event it does not know may hold anything. Measured with 2.1.197
 * and 2.1.332: each of these loses the whole file in at least one of them, its permissions and env included.
 */
export function claudeFaults(settings: unknown, events: readonly string[]): readonly Fault[] {
  if (!isObject(settings)) return [{ path: [], says: "the file does not hold an object" }];
  const faults: Fault[] = [];
  const { hooks } = settings;
  if (hooks === undefined) return faults;
  if (!isObject(hooks)) return [{ path: ["hooks"], says: '"hooks" is not an object' }];
  for (const event of events) {
    const groups = Object.hasOwn(hooks, event) ? hooks[event] : [];
    if (!Array.isArray(groups)) {
      faults.push({ path: ["hooks", event], says: `"${event}" is not a list of groups` });
      continue;
    }
    groups.forEach((group: unknown, index) => {
      faults.push(...groupFaults(group, ["hooks", event, index]));
    });
  }
  return faults;
}

function groupFaults(group: unknown, path: FaultPath): readonly Fault[] {
  if (!isObject(group)) return [{ path, says: "a hook group is not an object" }];
  const faults: Fault[] = [];
  if (group.matcher !== undefined && typeof group.matcher !== "string") {
    faults.push({ path: [...path, "matcher"], says: "a matcher is not a text" });
  }
  const handlers = group.hooks;
  if (!Array.isArray(handlers)) {
    faults.push({ path, says: 'a hook group has no list of "hooks"' });
    return faults;
  }
  handlers.forEach((handler: unknown, index) => {
    faults.push(...handlerFaults(handler, [...path, "hooks", index]));
  });
  return faults;
}

function handlerFaults(handler: unknown, path: FaultPath): readonly Fault[] {
  if (!isObject(handler)) return [{ path, says: "a hook is not an object" }];
  const { type, timeout } = handler;
  if (typeof type !== "string" || !Object.hasOwn(TYPES, type)) {
    const has = type === undefined ? "no type" : `the type ${JSON.stringify(type)}`;
    return [{ path, says: `a hook has ${has}; known are ${Object.keys(TYPES).join(", ")}` }];
  }
  const faults: Fault[] = [];
  const needed = TYPES[type] as string;
  if (typeof handler[needed] !== "string") {
    faults.push({ path: [...path, needed], says: `a ${type} hook has no "${needed}" that is a text` });
  }
  if (timeout !== undefined && !(typeof timeout === "number" && timeout > 0)) {
    faults.push({ path: [...path, "timeout"], says: "a timeout is not a number above 0" });
  }
  return faults;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
