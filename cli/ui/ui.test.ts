import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUi, type Ui } from "./server.ts";
import type { TrashProgram } from "./trash.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "hooks-ui-")));
const trash: TrashProgram = {
  argv: [process.execPath, join(import.meta.dir, "../../shared/trash/trash.ts")],
  argv0: process.execPath,
  env: { HOME: home, PATH: "/usr/bin:/bin" },
};
let ui: Ui;
let port: number;
let token: string;

beforeAll(() => {
  mkdirSync(join(home, "p"));
  ui = startUi(
    {
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      home,
      cwd: join(home, "p"),
      user: 1000,
      binary: undefined,
      ownFolder: undefined,
      version: "0.0.0",
      terminal: false,
      out: () => {},
      err: () => {},
      input: async function* () {},
    },
    trash,
    0,
  );
  const url = new URL(ui.url);
  port = Number(url.port);
  token = url.searchParams.get("token") as string;
});
afterAll(async () => {
  await ui.stop();
  rmSync(home, { recursive: true, force: true });
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** By a client that lets every header be set, as a hostile one would. */
function ask({ method = "GET", path = "/api/trash", headers = {}, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = plainRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("who may ask", () => {
  const good = () => ({ "x-hooks-token": token });
  const json = { "content-type": "application/json" };
  const rows: readonly (readonly [name: string, asked: () => Asked, status: number])[] = [
    ["the page with its token", () => ({ path: `/?token=${token}` }), 200],
    ["the page without", () => ({ path: "/" }), 401],
    ["the page with a wrong one", () => ({ path: `/?token=${"x".repeat(token.length)}` }), 401],
    ["data with the token in its header", () => ({ headers: good() }), 200],
    ["data with the token in the address alone", () => ({ path: `/api/trash?token=${token}` }), 401],
    ["data without a token", () => ({}), 401],
    ["by the name localhost", () => ({ headers: { ...good(), host: `localhost:${port}` } }), 200],
    [
      "by a name that was made to point here",
      () => ({ headers: { ...good(), host: `evil.example:${port}` } }),
      421,
    ],
    ["another port in the host", () => ({ headers: { ...good(), host: "127.0.0.1:1" } }), 421],
    ["from a page of our own", () => ({ headers: { ...good(), origin: `http://127.0.0.1:${port}` } }), 200],
    ["from another page", () => ({ headers: { ...good(), origin: "https://evil.example" } }), 403],
    ["from a page of no origin", () => ({ headers: { ...good(), origin: "null" } }), 403],
    ["from a page on another port", () => ({ headers: { ...good(), origin: "http://127.0.0.1:1" } }), 403],
    [
      "a link on another page",
      () => ({ path: `/?token=${token}`, headers: { "sec-fetch-site": "cross-site" } }),
      403,
    ],
    ["typed by the user", () => ({ path: `/?token=${token}`, headers: { "sec-fetch-site": "none" } }), 200],
    ["data, typed by the user", () => ({ headers: { ...good(), "sec-fetch-site": "none" } }), 403],
    [
      "a change as a form sends it",
      () => ({
        method: "POST",
        path: "/api/restore",
        headers: { ...good(), "content-type": "text/plain" },
        body: "{}",
      }),
      415,
    ],
    [
      "a change without an id",
      () => ({ method: "POST", path: "/api/restore", headers: { ...good(), ...json }, body: "{}" }),
      400,
    ],
    [
      "a change of what is not there",
      () => ({
        method: "POST",
        path: "/api/restore",
        headers: { ...good(), ...json },
        body: '{"id":"--help"}',
      }),
      409,
    ],
    ["a change by GET", () => ({ path: "/api/restore", headers: good() }), 404],
    ["a path that is not there", () => ({ path: "/../../etc/passwd", headers: good() }), 404],
  ];
  for (const [name, asked, status] of rows) {
    test(`${name}: ${status}`, async () => expect(await ask(asked())).toBe(status));
  }

  test("it listens on loopback alone", async () => {
    const listening = await Bun.file("/proc/net/tcp").text();
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    const ours = listening.split("\n").filter((line) => line.includes(`:${hex} 00000000:0000 0A`));
    expect(ours).toHaveLength(1);
    expect(ours[0]).toContain(`0100007F:${hex}`);
  });

  test("the page loads nothing from outside and runs nothing that is not its own", async () => {
    const answer = await fetch(ui.url);
    const text = await answer.text();
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] as string;
    expect(policy).toStartWith("default-src 'none'");
    expect(text).toContain(`<script nonce="${nonce}">`);
    expect(text.match(/https?:\/\//g)).toBeNull();
    expect(text).not.toMatch(/innerHTML|NONCE|\son\w+=/);
    expect(await (await fetch(ui.url)).text()).not.toContain(nonce);
  });
});

test("what is in the trash is listed and restored", async () => {
  const file = join(home, "p/notes.txt");
  writeFileSync(file, "x");
  expect(await Bun.spawn([...trash.argv, "put", file], { env: trash.env, stdout: "ignore" }).exited).toBe(0);
  expect(existsSync(file)).toBe(false);
  const headers = { "x-hooks-token": token, "content-type": "application/json" };
  const base = `http://127.0.0.1:${port}/api`;
  const { items } = (await (await fetch(`${base}/trash`, { headers })).json()) as { items: { id: string }[] };
  const body = JSON.stringify({ id: items[0]?.id });
  const answer = await fetch(`${base}/restore`, { method: "POST", headers, body });
  expect(await answer.json()).toEqual({ to: file });
  expect(existsSync(file)).toBe(true);
  const again = await fetch(`${base}/restore`, { method: "POST", headers, body });
  expect(again.status).toBe(409);
});
