/** `hooks ui`: a local page with what the hooks did, what they cost, what is in the trash and what doctor finds. */
import { join } from "node:path";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { startUi, type Ui } from "../ui/server.ts";
import type { TrashProgram } from "../ui/trash.ts";

export async function ui({ options, words }: Call, context: Context): Promise<number> {
  if (words.length > 0) {
    context.err(`hooks ui: it takes no names, got "${words[0]}".\n`);
    return EXIT_USAGE;
  }
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    context.err(`hooks ui: --port must be a number from 0 to 65535, got "${options.port}".\n`);
    return EXIT_USAGE;
  }
  const { home } = context;
  if (home === undefined) {
    context.err("hooks ui: HOME is not set to an absolute path, so there is nothing to show; set it.\n");
    return EXIT_FAILED;
  }
  let page: Ui;
  try {
    page = startUi({ ...context, home }, trashProgram(context), port);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    context.err(`hooks ui: port ${port} cannot be used (${says}); leave --port out for a free one.\n`);
    return EXIT_FAILED;
  }
  context.out(`${page.url}\n`);
  context.err("Whoever has this address may use the page until Ctrl-C ends it.\n");
  if (options.open === true) open(page.url);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
  await page.stop();
  return EXIT_OK;
}

function trashProgram({ binary, env }: Context): TrashProgram {
  if (binary !== undefined) return { argv: [binary], argv0: "trash", env };
  // From source.
  const argv = [process.execPath, join(import.meta.dir, "../../shared/trash/trash.ts")];
  return { argv, argv0: process.execPath, env };
}

function open(url: string): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  if (Bun.which(program) === null) return;
  Bun.spawn([program, url], { stdio: ["ignore", "ignore", "ignore"] }).unref();
}
