/** Which registry a package comes from: what npm would use, read from the same places and with no default of ours. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";

export interface NpmConfig {
  /** Values by key, as `registry` and `@acme:registry`; earlier sources win. */
  readonly values: Readonly<Record<string, string>>;
}

/** One registry and how to ask it. */
export interface Registry {
  /** With a slash at its end. */
  readonly url: string;
  /** The value of the header `authorization`; undefined for a registry that is asked without a name. */
  readonly authorization: string | undefined;
}

/** No registry is configured. */
export class NoRegistry extends Error {
  readonly next: string =
    "Set one: registry=ADDRESS in ~/.npmrc, HOOKS_REGISTRY in the environment, or --registry ADDRESS.";
  constructor(scope: string) {
    super(
      `no registry is configured for ${scope === "" ? "packages" : `packages of ${scope}`}, and there is no npm to ask`,
    );
  }
}

type Where = Pick<Context, "env" | "home" | "cwd">;

/** Reads the environment, the project's `.npmrc`, the user's and the machine's, in npm's own order. */
export async function loadNpmConfig(
  { env, home, cwd }: Where,
  option?: string | undefined,
): Promise<NpmConfig> {
  const values: Record<string, string> = {};
  const given = option ?? env.HOOKS_REGISTRY;
  if (given !== undefined && given !== "") values.registry = given;
  for (const [name, value] of Object.entries(env)) {
    const key = /^npm_config_(.+)$/i.exec(name)?.[1];
    // A key that npm hands to its children; "_authToken" and scopes keep their case.
    if (key !== undefined && value !== undefined) values[key === "REGISTRY" ? "registry" : key] ??= value;
  }
  const user =
    env.npm_config_userconfig ??
    env.NPM_CONFIG_USERCONFIG ??
    (home === undefined ? undefined : join(home, ".npmrc"));
  for (const file of [join(cwd, ".npmrc"), user, env.npm_config_globalconfig]) {
    if (file === undefined) continue;
    const text = await readFile(file, "utf8").catch(() => "");
    for (const [key, value] of readNpmrc(text, env)) values[key] ??= value;
  }
  return { values };
}

/** Lines `key=value`; `${NAME}` stands for a variable. */
function readNpmrc(text: string, env: Where["env"]): readonly (readonly [key: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const [, key, raw] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined || raw === undefined) continue;
    const value = raw.replace(/^(["'])(.*)\1$/, "$2");
    // A variable that is not set stays as it is written, as in npm: an empty token would be a wrong one.
    found.push([key, value.replace(/\$\{(\w+)\}/g, (whole, name: string) => env[name] ?? whole)]);
  }
  return found;
}

/**
 * The registry of a package. Where nothing is configured npm itself is asked, whose default is npm's business.
 * @throws NoRegistry
 */
export async function registryFor(name: string, config: NpmConfig, env: Where["env"]): Promise<Registry> {
  const scope = /^@[^/]+(?=\/)/.exec(name)?.[0] ?? "";
  const url = config.values[`${scope}:registry`] ?? config.values.registry ?? (await npmDefault(env));
  if (url === undefined || URL.parse(url) === null) throw new NoRegistry(scope);
  const whole = url.endsWith("/") ? url : `${url}/`;
  return { url: whole, authorization: authorizationFor(whole, config) };
}

/** npm keeps a token under the registry's address without its scheme, the longest that fits. */
function authorizationFor(url: string, { values }: NpmConfig): string | undefined {
  let place = url.replace(/^https?:/, "");
  while (place.length > 2) {
    const token = values[`${place}:_authToken`];
    if (token !== undefined) return `Bearer ${token}`;
    const basic = values[`${place}:_auth`];
    if (basic !== undefined) return `Basic ${basic}`;
    const shorter = place.replace(/[^/]*\/$/, "");
    if (shorter === place) return undefined;
    place = shorter;
  }
  return undefined;
}

async function npmDefault(env: Where["env"]): Promise<string | undefined> {
  const npm = Bun.which("npm", { PATH: env.PATH ?? "" });
  if (npm === null) return undefined;
  const asked = Bun.spawn([npm, "config", "get", "registry"], {
    cwd: "/",
    env: { ...env } as Record<string, string>,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 10_000,
  });
  const said = (await asked.stdout.text()).trim();
  return URL.parse(said) === null ? undefined : said;
}
