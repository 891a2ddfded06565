import { bundledHooks } from "hooks:bundled";
import { type Call, type Context, EXIT_OK } from "../context.ts";

/** `hooks list`: every hook of this version, by name. */
export async function list({ options }: Call, { out }: Context): Promise<number> {
  const rows = await Promise.all(
    bundledHooks.map(async ({ name, version, load }) => {
      const { summary, events, matcher, kind, rewritesInput } = (await load()).hook;
      return { name, version, summary, events, matcher, kind, rewritesInput };
    }),
  );
  if (options.json === true) {
    out(`${JSON.stringify({ hooks: rows })}\n`);
    return EXIT_OK;
  }
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  for (const { name, version, summary, events, matcher } of rows) {
    out(
      `${name.padEnd(width)}  ${version}  ${summary}\n${" ".repeat(width)}  on ${events.join(", ")} of ${matcher || "every tool"}\n`,
    );
  }
  return EXIT_OK;
}
