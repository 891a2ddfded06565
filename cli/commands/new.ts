import { basename, join, resolve } from "node:path";
import { type Call, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { onPackages, textOption } from "../packages/command.ts";
import { makeHook } from "../packages/scaffold.ts";

/** `hooks new NAME`: a folder with a hook that works, its cases, its README and its manifest. */
export async function newHook(call: Call, context: Context): Promise<number> {
  const [word, ...more] = call.words;
  if (word === undefined || more.length > 0) {
    context.err("hooks new: give one name, as in: hooks new my-guard\n");
    return EXIT_USAGE;
  }
  return onPackages("new", call, context, async () => {
    const folder = resolve(context.cwd, word);
    const name = basename(folder);
    const published = textOption(call, "package") ?? `hook-${name}`;
    await makeHook({ folder, name, package: published, range: `^${context.version}` });
    context.out(
      `${folder} is there. Next:\n\n  ${join(folder, "hook.ts")}   what it watches and what it answers\n  ${join(folder, "cases.ts")}  commands with the right answer\n  hooks test ${word}\n  hooks install file:${resolve(context.cwd, word)} --yes\n`,
    );
    return EXIT_OK;
  });
}
