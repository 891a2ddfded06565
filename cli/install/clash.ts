/** Two hooks that would both rewrite the same call, and where the other one stands. */
import { meetings, type Watcher } from "@hasna/hooks-catalog";
import type { Harness } from "@hasna/hooks-harness";
import { positionOf, read } from "../settings/document.ts";
import { entriesOf, type Ground } from "../settings/entries.ts";
import { namesIn } from "../settings/forms.ts";
import { type HookFacts, ownershipOf, type Wanted, withoutBom } from "../settings/plan.ts";

export interface Clash {
  readonly wanted: string;
  readonly other: string;
  /** A tool, by the harness's own name, whose calls both rewrite; undefined where that could not be told. */
  readonly witness: string | undefined;
  /** Where the other one is registered; undefined for one of the same request. */
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** A settings file that the harness merges. */
interface MergedFile extends Pick<Ground, "root"> {
  readonly path: string;
  /** Undefined for one that is not there. */
  readonly text: string | undefined;
}

interface Placed extends Watcher {
  readonly column: number | undefined;
}

/** The first clash of a wanted hook with another wanted one, or with one in the files. */
export function findClash(wanted: Wanted, files: readonly MergedFile[]): Clash | undefined {
  const rewriters = wanted.catalogue.filter(({ rewritesInput }) => rewritesInput);
  const asked = rewriters.filter(({ name }) => wanted.names.includes(name));
  if (asked.length === 0) return undefined;
  const placed: readonly Placed[] = [
    ...asked.flatMap((hook) => planned(hook, wanted.harness, "", undefined)),
    ...files.flatMap((file) => registered(rewriters, wanted, file)),
  ];
  for (const { one, other } of meetings(placed)) {
    if (one.hook === other.hook) continue;
    const isFirst = wanted.names.includes(one.hook) && one.file === "";
    const [mine, theirs] = isFirst ? [one, other] : [other, one];
    if (mine.file !== "" || !wanted.names.includes(mine.hook)) continue;
    const { file, line } = theirs;
    const column = (theirs as Placed).column;
    return clashOf(
      mine.hook,
      theirs.hook,
      witnessOf(placed, mine, theirs),
      file === "" ? undefined : file,
      line,
      column,
    );
  }
  return undefined;
}

function clashOf(
  wanted: string,
  other: string,
  witness: string | undefined,
  file: string | undefined,
  line: number | undefined,
  column: number | undefined,
): Clash {
  return { wanted, other, witness, file, line, column };
}

function witnessOf(placed: readonly Placed[], mine: Watcher, theirs: Watcher): string | undefined {
  const [found] = meetings(placed.filter((watcher) => watcher === mine || watcher === theirs));
  return found?.witness;
}

/** The tools of a neutral matcher under the harness's own names; undefined for every tool. */
function ownTools({ matcher }: HookFacts, { tools }: Harness): readonly string[] | undefined {
  return matcher === "" ? undefined : matcher.split("|").map((tool) => tools[tool] ?? tool);
}

function planned(
  hook: HookFacts,
  harness: Harness,
  file: string,
  position: { readonly line: number; readonly column: number } | undefined,
): readonly Placed[] {
  const tools = ownTools(hook, harness);
  return hook.events.flatMap((event) =>
    harness.slots(event, hook.matcher).map(
      ({ key, matcher }): Placed => ({
        ...{ hook: hook.name, harness: harness.id, event: key, matcher, tools, rewrites: "yes", file },
        ...{ line: position?.line, column: position?.column },
      }),
    ),
  );
}

/** Hooks as they stand in a file, with the matcher that somebody may have changed since. */
function registered(
  rewriters: readonly HookFacts[],
  wanted: Wanted,
  { path, text, root }: MergedFile,
): readonly Placed[] {
  if (text === undefined) return [];
  const { harness } = wanted;
  const ground = { ...wanted, root };
  const ownership = ownershipOf(wanted);
  if (harness.form.kind !== "json") {
    const names = namesIn(text, ground, ownership);
    const there = rewriters.filter(({ name }) => names.includes(name));
    return there.flatMap((hook) => planned(hook, harness, path, positionIn(text, hook.name)));
  }
  const reading = read(withoutBom(text).body);
  if (reading.kind !== "document") return [];
  const found = entriesOf(reading.document, ground, ownership);
  if (found.kind === "misshape") return [];
  return found.entries.flatMap((entry) =>
    rewriters
      .filter(({ name }) => entry.own?.names.includes(name) === true)
      .map((hook): Placed => {
        const { line, column } = positionOf(reading.document.text, entry.commandNode.offset);
        const tools = ownTools(hook, harness);
        const place = { file: path, line, column };
        const { key, matcher } = entry;
        return {
          hook: hook.name,
          harness: harness.id,
          event: key,
          matcher,
          tools,
          rewrites: "yes",
          ...place,
        };
      }),
  );
}

/** Where a name stands first in a text that is no JSON. */
function positionIn(
  text: string,
  name: string,
): { readonly line: number; readonly column: number } | undefined {
  const offset = text.indexOf(name);
  return offset === -1 ? undefined : positionOf(text, offset);
}
