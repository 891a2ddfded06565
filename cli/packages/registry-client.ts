/** Asks an npm-compatible registry. Every failure says what was asked, what came and what to do. */
import { type Packument, readPackument } from "@hasna/hooks-catalog";
import type { Context } from "../context.ts";
import { type NpmConfig, type Registry, registryFor } from "./npm-config.ts";
import { Trouble } from "./trouble.ts";

/** Milliseconds for one answer: a registry that says nothing must not hold the terminal. */
const PATIENCE = 30_000;
/** Bytes of a packument and of a tarball that are read at most; hooks are small. */
const MOST_DOCUMENT = 64 * 1024 * 1024;
export const MOST_TARBALL: number = 64 * 1024 * 1024;

/** One row of a registry's answer to a search. */
interface RemoteRow {
  readonly package: string;
  readonly version: string;
  readonly summary: string;
  readonly keywords: readonly string[];
}

export interface Client {
  /** A package with its versions; undefined where the registry has none of that name. */
  packument(name: string): Promise<{ readonly packument: Packument; readonly document: unknown } | undefined>;
  /** The bytes behind an address that a packument names, or that the user gave. */
  tarball(url: string, name: string | undefined): Promise<Uint8Array>;
  search(text: string, size: number): Promise<readonly RemoteRow[]>;
}

export function registryClient(config: NpmConfig, env: Context["env"]): Client {
  const registries = new Map<string, Promise<Registry>>();
  const registryOf = (name: string): Promise<Registry> => {
    const scope = name.startsWith("@") ? name.slice(0, name.indexOf("/")) : "";
    const known = registries.get(scope) ?? registryFor(name, config, env);
    registries.set(scope, known);
    return known;
  };
  return {
    async packument(name) {
      const registry = await registryOf(name);
      const url = new URL(name.replace("/", "%2f"), registry.url).href;
      const answer = await ask(url, registry, "application/json");
      if (answer === undefined) return undefined;
      const document = parsed(await bytesOf(answer, MOST_DOCUMENT, url), url);
      const packument = readPackument(document);
      if (packument === undefined || packument.package !== name) {
        throw new Trouble(`${url} answered with something that is not the package ${name}`, CHECK);
      }
      return { packument, document };
    },
    async tarball(url, name) {
      const registry = name === undefined ? undefined : await registryOf(name);
      const answer = await ask(url, registry, "*/*");
      if (answer === undefined) throw new Trouble(`${url} is not there (404)`, CHECK);
      return bytesOf(answer, MOST_TARBALL, url);
    },
    async search(text, size) {
      const registry = await registryOf("");
      const query = new URLSearchParams({ text: `keywords:${KEYWORD} ${text}`.trim(), size: String(size) });
      const url = new URL(`-/v1/search?${query}`, registry.url).href;
      const answer = await ask(url, registry, "application/json");
      if (answer === undefined)
        throw new Trouble(`${registry.url} has no search`, "Ask another registry with --registry ADDRESS.");
      return rowsOf(parsed(await bytesOf(answer, MOST_DOCUMENT, url), url));
    },
  };
}

/** The keyword by which packages of hooks are found on a registry. */
const KEYWORD = "hasna-hook";

const CHECK = "Check the registry that is configured (registry= in .npmrc, HOOKS_REGISTRY, --registry).";

/** Undefined for what is not there. */
async function ask(
  url: string,
  registry: Registry | undefined,
  accept: string,
): Promise<Response | undefined> {
  // A token goes to the registry that it belongs to, and nowhere else that a document may point to.
  const isTheirs = registry !== undefined && new URL(url).origin === new URL(registry.url).origin;
  const headers: Record<string, string> = { accept, "user-agent": "hasna-hooks" };
  if (isTheirs && registry.authorization !== undefined) headers.authorization = registry.authorization;
  let answer: Response;
  try {
    answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Trouble(
      `${url} cannot be reached: ${why.replace(/[.]$/, "")}`,
      "Check the network, and the registry that is configured.",
    );
  }
  if (answer.status === 404) return undefined;
  if (answer.status === 401 || answer.status === 403) {
    throw new Trouble(
      `${url} refuses access (${answer.status})`,
      "Put a token for it into ~/.npmrc, as npm login does.",
    );
  }
  if (!answer.ok) throw new Trouble(`${url} answered ${answer.status} ${answer.statusText}`, CHECK);
  return answer;
}

async function bytesOf(answer: Response, most: number, url: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of answer.body ?? []) {
      length += part.length;
      if (length > most)
        throw new Trouble(
          `${url} is larger than ${most} bytes`,
          "A hook is not that large; nothing was kept.",
        );
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Trouble) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Trouble(`${url} broke off: ${why.replace(/[.]$/, "")}`, "Run the same again.");
  }
  return Buffer.concat(parts);
}

function parsed(bytes: Uint8Array, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Trouble(`${url} answered with something that is not JSON`, CHECK);
  }
}

function rowsOf(document: unknown): readonly RemoteRow[] {
  const objects = isObject(document) && Array.isArray(document.objects) ? document.objects : [];
  return objects.flatMap((one: unknown): readonly RemoteRow[] => {
    const found = isObject(one) && isObject(one.package) ? one.package : undefined;
    if (found === undefined || typeof found.name !== "string") return [];
    const keywords = Array.isArray(found.keywords)
      ? found.keywords.filter((word) => typeof word === "string")
      : [];
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    return [
      { package: found.name, version: text(found.version), summary: text(found.description), keywords },
    ];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
