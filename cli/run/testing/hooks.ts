/** `hooks run` from source, without the compiled program's main: for tests of what starts it. */
import { answerEvent, loadHooks, readEvent, readRun } from "../command.ts";
import { realWorld } from "../world.ts";

const [verb, ...words] = process.argv.slice(2);
const run = readRun(words);
if (verb !== "run" || "misuse" in run) throw new Error("hooks run NAME... [--harness ID]");
const loaded = loadHooks(run.names);
if (loaded.missing !== undefined) throw new Error(`no hook ${loaded.missing}`);
const world = realWorld({
  env: process.env,
  user: process.getuid?.() ?? -1,
  ownFolder: undefined,
  vouchedTrash: "/opt/trash",
});
const event = readEvent(await Bun.stdin.text());
const reply = await answerEvent(loaded.hooks, event, world, process.env, run.harness);
process.stdout.write(reply.stdout);
process.stderr.write(reply.stderr);
process.exitCode = reply.exitCode;
