/** What is worth knowing about a file that we write into although it can be written. */
import { meet, type Watcher } from "@hasna/hooks-catalog";
import type { FaultPath, Harness } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import { type Document, plain, positionOf, properties, propertyValue, read } from "./document.ts";
import { type Entry, entriesOf, jsonForm } from "./entries.ts";
import { mentions } from "./own-command.ts";
import { type HookFacts, ownershipOf, type Wanted } from "./plan.ts";
import type { Note } from "./problem.ts";

/** `hasMark`: the file begins with a byte order mark. */
export function notesOf(document: Document, wanted: Wanted, hasMark: boolean): readonly Note[] {
  return [
    ...(hasMark ? markNote(wanted) : []),
    ...reasonsNotInForce(document, wanted),
    ...neighbours(document, wanted),
  ];
}

function markNote({ harness }: Pick<Wanted, "harness">): readonly Note[] {
  if (jsonForm(harness).tolerates.bom) return [];
  const text = `${harness.label} ${effectOf(harness)} because it begins with a byte order mark (U+FEFF). Save it without one and the hooks are in force.`;
  return [{ kind: "not-in-force", text, position: { line: 1, column: 1 } }];
}

/** Measured: these two end before any call; the others go on as if there were no file. */
function effectOf({ id }: Harness): string {
  return id === "gemini-cli" || id === "qwen-code" ? "does not start" : "ignores this whole file in silence";
}

/** Why the harness would not run hooks that stand in this file. */
function reasonsNotInForce(document: Document, { harness }: Pick<Wanted, "harness">): readonly Note[] {
  const notes: Note[] = [];
  const note = (offset: number, text: string) =>
    notes.push({ kind: "not-in-force", text, position: positionOf(document.text, offset) });
  const { tolerates } = jsonForm(harness);
  const laxities = document.laxities.filter(({ kind }) =>
    kind === "comment" ? !tolerates.comments : !tolerates.trailingCommas,
  );
  const [laxity] = laxities;
  if (laxity !== undefined) {
    const count = laxities.length;
    const more = count === 1 ? "" : `, and ${count - 1} more of the kind`;
    const reads = tolerates.comments ? "reads no trailing commas" : "reads strict JSON";
    const effect = effectOf(harness);
    note(
      laxity.offset,
      `${harness.label} ${reads} and ${effect} because of a ${laxity.kind}${more}. Take ${count === 1 ? "it" : "them"} out and the hooks are in force.`,
    );
  }
  const value = plain(document.root);
  for (const fault of harness.faults(value)) {
    // It costs no hook of ours: an event of ours that holds no list is refused before.
    if (fault.loses === "entry") continue;
    const node = nodeAt(document.root, fault.path);
    const who = fault.loses === "entry now" ? `An older ${harness.label}` : harness.label;
    note(
      node.offset,
      `${who} may ignore this whole file in silence: ${fault.says}. Correct it and the hooks are in force.`,
    );
  }
  const [off] = properties(document.root, "disableAllHooks").slice(-1);
  if (off !== undefined && propertyValue(off)?.value === true) {
    note(
      off.offset,
      `"disableAllHooks" is true here, so ${harness.label} runs no hook at all. Set it to false and the hooks are in force.`,
    );
  }
  return notes;
}

/** As far as the path leads: a missing key is reported at the object that lacks it. */
function nodeAt(root: Node, path: FaultPath): Node {
  let node = root;
  for (const step of path) {
    const [property] = typeof step === "string" ? properties(node, step).slice(-1) : [];
    const next = typeof step === "number" ? node.children?.[step] : property && propertyValue(property);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** Hooks of others that may undo a rewrite, and entries that run ours in a form that we leave alone. */
function neighbours(document: Document, wanted: Wanted): readonly Note[] {
  const found = entriesOf(document, wanted, ownershipOf(wanted));
  if (found.kind === "misshape") return [];
  const hooks = wanted.catalogue.filter(({ name }) => wanted.names.includes(name));
  const notes: Note[] = [];
  for (const entry of found.entries) {
    if (entry.own !== undefined) continue;
    const position = positionOf(document.text, entry.commandNode.offset);
    const command = JSON.stringify(entry.command.slice(0, 80));
    if (mentions(entry.command, wanted.names)) {
      notes.push({
        kind: "other-form",
        position,
        text: `${command} runs our hooks too, in a form that is not ours; it is left alone. Remove it by hand if they should run once.`,
      });
      continue;
    }
    const rewriter = hooks.find((hook) => watchesSame(hook, entry, wanted));
    if (rewriter === undefined) continue;
    notes.push({
      kind: "other-hook",
      position,
      text: `${command} answers the same calls as ${rewriter.name}. Should it rewrite them too, only one of the two rewrites is carried out.`,
    });
  }
  return notes;
}

function watchesSame(hook: HookFacts, { key, matcher }: Entry, { harness }: Wanted): boolean {
  if (!hook.rewritesInput) return false;
  const tools =
    hook.matcher === "" ? undefined : hook.matcher.split("|").map((tool) => harness.tools[tool] ?? tool);
  const shared = { harness: harness.id, event: key, file: "", line: undefined };
  return hook.events.some((event) =>
    harness.slots(event, hook.matcher).some((slot) => {
      if (slot.key !== key) return false;
      const own: Watcher = { ...shared, hook: hook.name, matcher: slot.matcher, tools, rewrites: "yes" };
      const other: Watcher = { ...shared, hook: "", matcher, tools: undefined, rewrites: "unknown" };
      // What cannot be told is said: a rewrite that is lost unseen is worse than a note too many.
      return meet(own, other).kind !== "disjoint";
    }),
  );
}

/** Hooks of others in another file that the harness merges with ours; none for a file that cannot be read. */
export function neighboursIn(text: string, wanted: Wanted): readonly Note[] {
  if (wanted.harness.form.kind !== "json") return [];
  const reading = read(text.startsWith("\uFEFF") ? text.slice(1) : text);
  return reading.kind === "document" ? neighbours(reading.document, wanted) : [];
}
