/** A real npm registry on loopback, with nothing behind it: what was not published there does not exist. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FromNpm, nodeFolder } from "../cache.ts";

const version = "6.10.4";

export const verdaccio: FromNpm = {
  id: "verdaccio",
  version,
  packages: [`verdaccio@${version}`],
  programs: ["node_modules/verdaccio/bin/verdaccio"],
  // It asks for a tag that registries which mirror others may not have; the tag means this version.
  needsNode: true,
  overrides: { "node-fetch": "2.6.7" },
};

export interface Registry {
  readonly url: string;
  /** Folder of its packages, one folder a package. */
  readonly storage: string;
  /** Variables for npm that may publish here. */
  readonly publisher: Readonly<Record<string, string>>;
  stop(): void;
}

const PORT = 4873;

/** Starts it with its files below `folder`. @throws Error with what it printed where it does not come up. */
export async function startVerdaccio(program: string, folder: string): Promise<Registry> {
  const storage = join(folder, "storage");
  mkdirSync(storage, { recursive: true });
  const config = join(folder, "config.yaml");
  writeFileSync(
    config,
    [
      `storage: ${storage}`,
      `auth: { htpasswd: { file: ${join(folder, "htpasswd")} } }`,
      "max_body_size: 500mb",
      "uplinks: {}",
      "packages:",
      "  '@*/*': { access: $all, publish: $authenticated }",
      "  '**': { access: $all, publish: $authenticated }",
      "log: { type: stdout, format: pretty, level: warn }",
      "",
    ].join("\n"),
  );
  const url = `http://127.0.0.1:${PORT}/`;
  const home = join(folder, "publisher");
  mkdirSync(home);
  const server = Bun.spawn(
    [
      join(nodeFolder(verdaccio, program) ?? "", "node"),
      program,
      "--config",
      config,
      "--listen",
      `127.0.0.1:${PORT}`,
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: home },
      stdin: "ignore",
      stdout: Bun.file(join(folder, "log")),
      stderr: Bun.file(join(folder, "log")),
    },
  );
  for (let left = 600; ; left -= 1) {
    const isUp = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (left === 0 || server.exitCode !== null) {
      server.kill();
      throw new Error(`verdaccio did not come up:\n${await Bun.file(join(folder, "log")).text()}`);
    }
    await Bun.sleep(200);
  }
  const user = { name: "publisher", password: "publisher-password" };
  const answer = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ _id: `org.couchdb.user:${user.name}`, ...user, type: "user", roles: [] }),
  });
  const { token } = (await answer.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`verdaccio made no user: ${answer.status}`);
  writeFileSync(join(home, ".npmrc"), `registry=${url}\n${url.replace("http:", "")}:_authToken=${token}\n`);
  return {
    url,
    storage,
    publisher: { HOME: home, npm_config_update_notifier: "false" },
    stop: () => server.kill("SIGKILL"),
  };
}
