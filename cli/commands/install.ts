import { type Call, type Context, EXIT_USAGE } from "../context.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { performInstall } from "../install/perform.ts";
import { readRequest } from "../install/request.ts";

/** `hooks install NAME...`: places the program and registers hooks in a harness's settings. */
export async function install(call: Call, context: Context): Promise<number> {
  const catalogue = await loadCatalogue();
  const request = readRequest(
    call,
    catalogue.map(({ name }) => name),
    "install",
  );
  if ("misuse" in request) {
    context.err(`hooks install: ${request.misuse}\n`);
    return EXIT_USAGE;
  }
  return performInstall(request, catalogue, context);
}
