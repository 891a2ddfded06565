import { type Call, type Context, EXIT_USAGE } from "../context.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { performSync } from "../install/sync.ts";

/** `hooks sync`: brings all harnesses to the recorded state. */
export async function sync({ options, words }: Call, context: Context): Promise<number> {
  if (words.length > 0) {
    context.err("hooks sync: it takes no names; it goes by what was installed.\n");
    return EXIT_USAGE;
  }
  const request = {
    isDryRun: options["dry-run"] === true,
    asJson: options.json === true,
    trust: options.trust === true,
  };
  return performSync(request, await loadCatalogue(context), context);
}
