import { type Call, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { examine, isFinding } from "../doctor/examine.ts";
import { type Repaired, repair } from "../doctor/repair.ts";
import { reportJson, reportText } from "../doctor/report.ts";
import { loadCatalogue } from "../install/catalogue.ts";

/** Something calls for being mended. */
const EXIT_FINDINGS = 1;
/** A check could not look, so a clean report would be a promise that nobody can keep. */
const EXIT_UNABLE = 2;

/** `hooks doctor`: finds what keeps a guard from running. Reads only, unless `--fix` is given. */
export async function doctor({ options, words }: Call, context: Context): Promise<number> {
  if (words.length > 0) {
    context.err(`hooks doctor: it takes no names, got "${words[0]}".\n`);
    return EXIT_USAGE;
  }
  const { home } = context;
  if (home === undefined) {
    context.err(
      "hooks doctor: HOME is not set to an absolute folder, so nothing can be checked. Set HOME and try again.\n",
    );
    return EXIT_UNABLE;
  }
  if (typeof options.live === "string") {
    if (options.fix === true) {
      context.err("hooks doctor: --live only looks; run --fix by itself.\n");
      return EXIT_USAGE;
    }
    const { doctorLive } = await import("../live/doctor-live.ts");
    return doctorLive(options.live, options.json === true, { ...context, home });
  }
  const catalogue = await loadCatalogue(context);
  const here = { ...context, home };
  let diagnosis = await examine(catalogue, here);
  let repaired: readonly Repaired[] | undefined;
  if (options.fix === true) {
    repaired = await repair(diagnosis.findings, catalogue, here);
    if (repaired.length > 0) diagnosis = await examine(catalogue, here);
  }
  (options.json === true ? reportJson : reportText)(diagnosis, repaired, context);
  if (diagnosis.unable.length > 0) return EXIT_UNABLE;
  return diagnosis.findings.some(isFinding) ? EXIT_FINDINGS : EXIT_OK;
}
