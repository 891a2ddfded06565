/** A registry on loopback that speaks as much of npm's protocol as an install needs. The e2e runs use a real one. */
import { gzipSync } from "node:zlib";
import { integrityOf } from "../store.ts";
import { type TarFile, writeTar } from "../tar.ts";

export interface Published {
  readonly package: string;
  readonly version: string;
  /** Changes of the manifest under `hook`. */
  readonly hook?: Readonly<Record<string, unknown>>;
  /** More files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Days since it was published. */
  readonly age?: number;
  readonly deprecated?: string;
}

export interface TestRegistry {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  publish(...packages: readonly Published[]): void;
  /** Puts other bytes in the place of a tarball, its hash in the documents kept. */
  tamper(name: string, version: string, bytes: Uint8Array): void;
  stop(): Promise<void>;
}

/** The `package.json` of a hook. */
export function packageJsonOf({ package: name, version, hook = {} }: Published): Record<string, unknown> {
  const short = name.replace(/^@[^/]*\//, "").replace(/^hook-/, "");
  return {
    name,
    version,
    description: `What ${short} does`,
    keywords: ["hasna-hook"],
    hook: {
      manifest: 1,
      name: short,
      summary: `Does what ${short} does`,
      kind: "helper",
      events: { PreToolUse: "Bash" },
      rewritesInput: false,
      onFailure: "pass",
      engine: ">=0.1.0",
      capabilities: [],
      ...hook,
    },
  };
}

/** A package's tarball, gzipped. */
export function tarballOf(published: Published): Uint8Array {
  const files: Record<string, string> = {
    "package.json": JSON.stringify(packageJsonOf(published), null, 2),
    "hook.ts": "export const hook = {};\n",
    "README.md": `# ${published.package}\n\nVersion ${published.version}.\n`,
    ...published.files,
  };
  const entries = Object.entries(files).map(
    ([path, text]): TarFile => ({
      path: `package/${path}`,
      bytes: new TextEncoder().encode(text),
      isExecutable: false,
    }),
  );
  return gzipSync(writeTar(entries));
}

export function startRegistry(): TestRegistry {
  const packages = new Map<string, Map<string, Published>>();
  const tarballs = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const path = decodeURIComponent(pathname).slice(1);
      asked.push(path);
      if (path === "-/v1/search") return Response.json(search(searchParams.get("text") ?? ""));
      const tarball = tarballs.get(path);
      if (tarball !== undefined) return new Response(tarball as Uint8Array<ArrayBuffer>);
      const versions = packages.get(path);
      return versions === undefined
        ? Response.json({ error: "not found" }, { status: 404 })
        : Response.json(document(path, versions));
    },
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const pathOf = (name: string, version: string): string => `${name}/-/${version}.tgz`;

  function document(name: string, versions: ReadonlyMap<string, Published>): unknown {
    const sorted = [...versions.values()].sort((a, b) => Bun.semver.order(a.version, b.version));
    const stable = sorted.filter(({ version }) => !version.includes("-"));
    return {
      name,
      description: `What ${name} does`,
      readme: `# ${name}\n\nThe **newest** README.\n`,
      "dist-tags": {
        latest: (stable.at(-1) ?? sorted.at(-1))?.version,
        ...(stable.length < sorted.length ? { next: sorted.at(-1)?.version } : {}),
      },
      versions: Object.fromEntries(
        sorted.map((one) => {
          const path = pathOf(name, one.version);
          const dist = { tarball: url + path, integrity: hashes.get(path) };
          const deprecated = one.deprecated === undefined ? {} : { deprecated: one.deprecated };
          return [one.version, { ...packageJsonOf(one), ...deprecated, dist }];
        }),
      ),
      time: Object.fromEntries(
        sorted.map(({ version, age = 0 }) => [
          version,
          new Date(Date.now() - age * 86_400_000).toISOString(),
        ]),
      ),
    };
  }

  function search(text: string): unknown {
    const words = text.split(" ").filter((word) => !word.startsWith("keywords:"));
    const objects = [...packages]
      .filter(([name]) => words.every((word) => name.includes(word)))
      .map(([name, versions]) => {
        const version = [...versions.keys()].at(-1);
        return { package: { name, version, description: `What ${name} does`, keywords: ["hasna-hook"] } };
      });
    return { objects, total: objects.length };
  }

  return {
    url,
    asked,
    publish(...published) {
      for (const one of published) {
        const known = packages.get(one.package) ?? new Map<string, Published>();
        packages.set(one.package, known.set(one.version, one));
        const bytes = tarballOf(one);
        const path = pathOf(one.package, one.version);
        tarballs.set(path, bytes);
        hashes.set(path, integrityOf(bytes));
      }
    },
    tamper(name, version, bytes) {
      tarballs.set(pathOf(name, version), bytes);
    },
    stop: () => server.stop(true),
  };
}
