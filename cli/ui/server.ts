/** The page and what it asks for, on loopback alone. */
import { bench } from "../commands/bench.ts";
import type { Context } from "../context.ts";
import { examine } from "../doctor/examine.ts";
import { reportJson } from "../doctor/report.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { readLog } from "../log/read.ts";
import type { LogRecord } from "../log/record.ts";
import { percentile } from "../log/stats.ts";
import { commonHeaders, newToken, pageHeaders, refusalOf } from "./admission.ts";
import page from "./page.html" with { type: "text" };
import { restoreItem, type TrashProgram, trashItems } from "./trash.ts";

export interface Ui {
  /** With the token in it: whoever has it may use the page. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface UiContext extends Context {
  readonly home: string;
}

/** The newest records that the page shows. */
const SHOWN = 500;

/** `port` 0 takes a free one. @throws when the port is taken. */
export function startUi(context: UiContext, trash: TrashProgram, port: number): Ui {
  const token = newToken();
  // Two examinations at once would send each other's canaries about.
  const examination = shared(() => diagnosis(context));
  const measurement = shared(() => measured(context));
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    // Seconds; an examination and a measurement take their time.
    idleTimeout: 255,
    maxRequestBodySize: 4096,
    async fetch(request) {
      const refusal = refusalOf(request, token, server.port ?? port);
      if (refusal !== undefined) return refuse(refusal.status, refusal.says);
      const { pathname } = new URL(request.url);
      try {
        switch (`${request.method} ${pathname}`) {
          case "GET /":
            return pageAnswer();
          case "GET /api/verdicts":
            return answer({ records: (await readLog(context.home)).slice(-SHOWN).reverse() });
          case "GET /api/costs":
            return answer({ hooks: costsOf(await readLog(context.home)) });
          case "GET /api/trash": {
            const { items, total = items.length } = await trashItems(trash);
            return answer({ items, total, home: context.home });
          }
          case "GET /api/doctor":
            return answer(await examination());
          case "POST /api/measure":
            return answer(await measurement());
          case "POST /api/restore":
            return await restore(request, trash);
          default:
            return refuse(404, `there is no ${request.method} ${pathname}`);
        }
      } catch (error) {
        return refuse(500, error instanceof Error ? error.message : String(error));
      }
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/?token=${token}`,
    stop: () => server.stop(true),
  };
}

function pageAnswer(): Response {
  const nonce = newToken();
  return new Response(String(page).replaceAll("NONCE", nonce), { headers: pageHeaders(nonce) });
}

function answer(value: unknown): Response {
  return Response.json(value, { headers: commonHeaders });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: commonHeaders });
}

async function restore(request: Request, trash: TrashProgram): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : undefined;
  if (typeof id !== "string") return refuse(400, 'the body must be {"id": "…"}');
  const done = await restoreItem(trash, id);
  return "problem" in done ? refuse(409, done.problem) : answer(done);
}

/** Whoever asks while it is under way gets the same answer. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function diagnosis(context: UiContext): Promise<unknown> {
  const { said, listening } = listener(context);
  reportJson(await examine(await loadCatalogue(), context), undefined, listening);
  return JSON.parse(said.out);
}

async function measured(context: UiContext): Promise<unknown> {
  const { said, listening } = listener(context);
  const options = { installed: true, json: true, runs: "12", cold: "0", seconds: "4" };
  await bench({ options, words: [], rest: undefined }, listening);
  if (said.out !== "") return JSON.parse(said.out);
  if (said.err.includes("register no command")) return { harnesses: [] };
  throw new Error(said.err.trim());
}

/** A command's context whose words are kept in place of being printed. */
function listener(context: UiContext) {
  const said = { out: "", err: "" };
  const out = (text: string): void => {
    said.out += text;
  };
  const err = (text: string): void => {
    said.err += text;
  };
  return { said, listening: { ...context, out, err } };
}

/** Milliseconds by hook, the dearest first. */
function costsOf(records: readonly LogRecord[]) {
  const times = new Map<string, number[]>();
  for (const { hook, ms } of records) times.set(hook, [...(times.get(hook) ?? []), ms]);
  return [...times]
    .map(([name, all]) => ({ name, ms: percentile(all, 0.5), p95: percentile(all, 0.95), times: all.length }))
    .sort((a, b) => b.ms - a.ms);
}
