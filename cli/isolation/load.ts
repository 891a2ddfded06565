import { type Loaded, loadHooks } from "../run/command.ts";
import { type Ground, packagedHooks } from "./run.ts";

/** The named hooks in order, ours from the program and the others from their packages. A name of ours is never looked for. */
export async function withPackages(names: readonly string[], ground: Ground): Promise<Loaded> {
  const own = new Map(names.map((name) => [name, loadHooks([name]).hooks[0]]));
  const strangers = names.filter((name) => own.get(name) === undefined);
  const packaged = await packagedHooks(strangers, ground);
  const hooks = names.flatMap((name) => own.get(name) ?? packaged.get(name) ?? []);
  return { hooks, missing: strangers.find((name) => !packaged.has(name)) };
}
