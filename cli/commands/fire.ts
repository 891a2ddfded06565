/** `hooks fire`: one event through every hook that the settings register, and a trace of what they said. */

import { bundledHooks } from "hooks:bundled";
import { type DialectId, isDialectId } from "@hasna/hooks-bridge";
import type { Places } from "@hasna/hooks-harness";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { document } from "../fire/document.ts";
import { type Firing, fireOne } from "../fire/firing.ts";
import { render } from "../fire/render.ts";
import { type FireRequest, readFire } from "../fire/request.ts";
import { inEmptyFolder } from "../fire/sandbox.ts";
import { findHarnesses } from "../install/detection.ts";
import { ownPlaces } from "../install/places.ts";
import { isFolder } from "../settings/file.ts";

export async function fire(call: Call, context: Context): Promise<number> {
  const request = readFire(call, context);
  if ("misuse" in request) {
    context.err(`hooks fire: ${request.misuse}\n`);
    return EXIT_USAGE;
  }
  const { home, env } = context;
  if (home === undefined) {
    context.err(
      "hooks fire: HOME is not set to an absolute path, so your settings cannot be found; set it.\n",
    );
    return EXIT_FAILED;
  }
  if (!(await isFolder(request.project))) {
    context.err(`hooks fire: ${request.project} is not a folder; give --scope-from one that is.\n`);
    return EXIT_FAILED;
  }
  const places: Places = { home, project: request.project, env };
  const ids = request.harnesses ?? (await found(places));
  const all = request.sandbox
    ? await inEmptyFolder((folder) => fireAll(ids, request, places, home, folder))
    : await fireAll(ids, request, places, home, request.project);
  const { firings, interrupted } = all;
  if (call.options.json === true) context.out(`${JSON.stringify(document(request, firings))}\n`);
  else context.out(readable(request, firings, home));
  if (interrupted) context.err("hooks fire: interrupted; hooks that still ran were ended.\n");
  return interrupted ? EXIT_FAILED : EXIT_OK;
}

/** Among harnesses that were looked for, those with nothing registered take one line. */
function readable(request: FireRequest, firings: readonly Firing[], home: string): string {
  const silent = request.harnesses === undefined && firings.length > 1 ? firings.filter(hasNothing) : [];
  const shown = firings.filter((firing) => !silent.includes(firing));
  const texts = shown.map((firing) => render(request, firing, home));
  if (silent.length > 0) {
    texts.push(
      `Nothing registered for this event: ${silent.map(({ harness }) => harness.label).join(", ")}\n`,
    );
  }
  return texts.join("\n");
}

function hasNothing({ trace }: Firing): boolean {
  return trace.hooks.length === 0 && trace.hazards.length === 0;
}

/** The harnesses on this machine that start commands; Claude Code where there is none. */
async function found(places: Places): Promise<readonly DialectId[]> {
  const ids = (await findHarnesses(places)).map(({ harness }) => harness.id).filter(isDialectId);
  return ids.length === 0 ? ["claude-code"] : ids;
}

/** One harness after the other: their hooks may be the same programs. */
async function fireAll(
  ids: readonly DialectId[],
  request: FireRequest,
  places: Places,
  home: string,
  cwd: string,
): Promise<{ readonly firings: readonly Firing[]; readonly interrupted: boolean }> {
  const ownership = { names: bundledHooks.map(({ name }) => name), folder: ownPlaces(home).state };
  const interrupt = new AbortController();
  // Hooks have sessions of their own: the terminal's Ctrl-C does not reach them.
  const stop = (): void => interrupt.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    const firings: Firing[] = [];
    for (const id of ids) {
      firings.push(await fireOne(id, request, places, ownership, cwd, interrupt.signal));
      if (interrupt.signal.aborted) break;
    }
    return { firings, interrupted: interrupt.signal.aborted };
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
