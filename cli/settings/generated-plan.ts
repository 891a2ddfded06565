/** Files that are ours from the first line to the last. */
import { FIRST_LINE, type GeneratedForm } from "@hasna/hooks-harness";
import type { HookFacts, Plan, Wanted } from "./plan.ts";

export function planGeneratedInstall(text: string | undefined, wanted: Wanted): Plan {
  const before = registeredInGenerated(text);
  if (text !== undefined && text.trim() !== "" && before === undefined) {
    const says = "a file that is not ours has the name that ours must have";
    return { kind: "refuse", problem: { line: 1, column: 1, says } };
  }
  const staying = (before ?? []).filter((name) => !wanted.names.includes(name));
  const after = render(inOrder([...staying, ...watching(wanted)], wanted), wanted);
  return after === text ? { kind: "unchanged", notes: [] } : { kind: "write", text: after, notes: [] };
}

export function planGeneratedUninstall(text: string | undefined, wanted: Wanted): Plan {
  const before = registeredInGenerated(text);
  const left = before?.filter((name) => !wanted.names.includes(name)) ?? [];
  if (before === undefined || left.length === before.length) return { kind: "unchanged", notes: [] };
  if (left.length === 0) return { kind: "remove", notes: [] };
  return { kind: "write", text: render(inOrder(left, wanted), wanted), notes: [] };
}

/** The hooks that a file of ours runs; undefined for one that is not ours. */
export function registeredInGenerated(text: string | undefined): readonly string[] | undefined {
  const [head = ""] = (text ?? "").replace(/^#!.*\n/, "").split("\n", 1);
  const [, names] = /^(?:\/\/|#) (?:.*) Hooks: ([\w -]*)\.$/.exec(head) ?? [];
  return names === undefined || !head.includes(FIRST_LINE)
    ? undefined
    : names.split(" ").filter((name) => name !== "");
}

function watching({ catalogue, names, harness }: Wanted): readonly string[] {
  const isWatching = ({ name, events, matcher }: HookFacts) =>
    names.includes(name) && events.some((event) => harness.slots(event, matcher).length > 0);
  return catalogue.filter(isWatching).map(({ name }) => name);
}

function inOrder(names: readonly string[], { catalogue }: Wanted): readonly string[] {
  const order = catalogue.map(({ name }) => name);
  return [...new Set(names)].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function render(names: readonly string[], { harness, program, catalogue }: Wanted): string {
  const hooks = catalogue.filter(({ name }) => names.includes(name));
  const slots = hooks.flatMap(({ events, matcher }) =>
    events.flatMap((event) => harness.slots(event, matcher)),
  );
  // A hook that this version does not know may watch anything.
  const isEvery = slots.some(({ matcher }) => matcher === undefined) || hooks.length < names.length;
  const tools = [...new Set(slots.flatMap(({ matcher }) => matcher?.split("|") ?? []))];
  return (harness.form as GeneratedForm).render({
    program,
    names,
    guard: hooks.some(({ kind }) => kind === "guard") || hooks.length < names.length,
    tools: isEvery ? undefined : tools,
  });
}
