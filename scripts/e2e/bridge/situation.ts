/** One situation before one real client, and before the bridge. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  commandOf,
  type Client as Dialect,
  fireSituation,
  type Letter,
  letterOf,
  type Situation,
  stage,
} from "@hasna/hooks-bridge/testing";
import { type Reply, serveModel } from "@hasna/hooks-live";
import type { Client } from "../client.ts";
import { makeHome } from "../home.ts";

const SESSION_LIMIT_MS = 120_000;
const PATH = "/usr/local/bin:/usr/bin:/bin";

export interface Comparison {
  readonly wanted: Letter;
  readonly real: Letter;
  readonly bridge: Letter;
  /** What the client said, where it may explain a difference. */
  readonly detail: string;
}

export async function judge(
  row: Situation,
  client: Client,
  dialect: Dialect,
  program: string,
): Promise<Comparison> {
  const wanted = row.outcome[["claude-code", "codex", "gemini-cli"].indexOf(dialect)] as Letter;
  const { letter, detail } = await inFrontOf(row, client, dialect, program);
  const bridge = letterOf(await fireSituation(row, dialect), row, dialect);
  return { wanted, real: letter, bridge, detail };
}

async function inFrontOf(
  row: Situation,
  client: Client,
  dialect: Dialect,
  program: string,
): Promise<{ readonly letter: Letter; readonly detail: string }> {
  const home = makeHome();
  try {
    for (const [path, text] of Object.entries(client.files ?? {})) {
      mkdirSync(dirname(join(home.path, path)), { recursive: true });
      writeFileSync(join(home.path, path), text);
    }
    stage(row, dialect, home.path);
    // The folder that the model's command takes away.
    mkdirSync(join(home.project, "victim"));
    const replies: Reply[] = [];
    const model = serveModel(client.wire, [commandOf(row)], (_, reply) => void replies.push(reply));
    const { args, env } = client.start({
      home: home.path,
      project: home.project,
      path: PATH,
      model: model.url,
      allowShell: true,
    });
    const child = Bun.spawn([program, ...trusting(client, args)], {
      cwd: home.project,
      env: { ...env },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: SESSION_LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    await model.stop();
    const ran = !existsSync(join(home.project, "victim"));
    const other = existsSync(join(home.project, "other"));
    const told = replies.map(({ text }) => text).join(" ");
    const letter: Letter = other ? "N" : ran ? "R" : replies.length > 0 ? "B" : "S";
    return { letter, detail: `told: ${told.slice(0, 300)} said: ${`${out}${err}`.trim().slice(-300)}` };
  } finally {
    // A hook's leftover may still write.
    await rm(home.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Codex runs no hook that a person has not looked at, unless it is told to for one run. */
function trusting({ id }: Client, args: readonly string[]): readonly string[] {
  if (id !== "codex") return args;
  const [first = "", ...rest] = args;
  return [first, "--dangerously-bypass-hook-trust", ...rest];
}
