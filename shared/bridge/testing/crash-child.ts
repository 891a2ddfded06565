/** A session of one call over real settings that kills itself at a point: started by the tests of crashes. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBridge } from "../bridge.ts";
import { approve, authorize } from "../unit/approve.ts";
import { commit, recordModelCall } from "../unit/commit.ts";
import { execute } from "../unit/execute.ts";
import type { LogEvent } from "../unit/log.ts";
import { recordResult } from "../unit/present.ts";

const [home = "", point = ""] = process.argv.slice(2);
const die = (): void => {
  process.kill(process.pid, "SIGKILL");
};
const sink = {
  append: (event: LogEvent): void => {
    appendFileSync(join(home, "log.jsonl"), `${JSON.stringify(event)}\n`);
    if (event.kind === point) die();
  },
};
const project = join(home, "project");
const bridge = await openBridge({
  harnesses: ["claude-code"],
  places: { home, project, env: {} },
  session: { session: "crash", cwd: project },
});
const call = { callId: "c", tool: "Bash", rawArguments: '{"command":"touch ran"}' };
recordModelCall(call, sink);
const approved = await approve(commit(await bridge.plan(call), sink), async ({ digest }) => ({
  kind: "once",
  digest,
}));
if (approved.stage === "refused") throw new Error(approved.reason);
await execute(authorize(approved), () => {
  writeFileSync(join(home, "ran"), "");
  if (point === "body") die();
});
recordResult(approved.record, "done", sink);
