/** Every archive that a release publishes, as values: the hooks, the program for this platform, and its launcher. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { discover } from "@hasna/hooks-registry/discover";
import { packHook } from "../cli/packages/pack.ts";
import { type TarFile, writeTar } from "../cli/packages/tar.ts";

const root = join(import.meta.dir, "..");

export interface Archive {
  readonly package: string;
  readonly version: string;
  /** As in `hasna-hooks-0.1.0.tgz`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Platforms that the launcher looks for a program of. */
const PLATFORMS: readonly (readonly [os: string, cpu: string])[] = [
  ["linux", "x64"],
  ["linux", "arm64"],
  ["darwin", "x64"],
  ["darwin", "arm64"],
];

/** The launcher and the built program are two packages: npm brings the one for the platform and no other. */
export async function programArchives(dist: string): Promise<readonly Archive[]> {
  const { version, description, license } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8"));
  const shared = { version, license, description };
  const texts = ["README.md", "LICENSE"].map((name) => file(name, readFileSync(join(root, name))));
  const launcher = archive("@hasna/hooks", version, [
    file("bin/hooks.mjs", readFileSync(join(import.meta.dir, "launcher.mjs")), true),
    file(
      "package.json",
      json({
        name: "@hasna/hooks",
        ...shared,
        type: "module",
        bin: { hooks: "bin/hooks.mjs" },
        files: ["bin"],
        engines: { node: ">=18" },
        optionalDependencies: Object.fromEntries(
          PLATFORMS.map(([os, cpu]) => [`@hasna/hooks-${os}-${cpu}`, version]),
        ),
      }),
    ),
    ...texts,
  ]);
  const { platform, arch } = process;
  const own = `@hasna/hooks-${platform}-${arch}`;
  const program = archive(own, version, [
    file("hooks", readFileSync(join(dist, "hooks")), true),
    file(
      "package.json",
      json({ name: own, ...shared, os: [platform], cpu: [arch], files: ["hooks"], preferUnplugged: true }),
    ),
    ...texts,
  ]);
  return [program, launcher];
}

/** One package a hook. */
export async function hookArchives(): Promise<readonly Archive[]> {
  const archives: Archive[] = [];
  for (const { file: source } of discover(join(root, "hooks"))) {
    const { name, bytes, manifest } = await packHook(join(source, ".."));
    archives.push({ package: manifest.package, version: manifest.version, name, bytes });
  }
  return archives;
}

function archive(name: string, version: string, files: readonly TarFile[]): Archive {
  const inner = files.map((one) => ({ ...one, path: `package/${one.path}` }));
  const bytes = gzipSync(writeTar(inner), { level: 6 });
  return { package: name, version, name: `${name.replace("@", "").replace("/", "-")}-${version}.tgz`, bytes };
}

function file(path: string, bytes: Uint8Array, isExecutable = false): TarFile {
  return { path, bytes, isExecutable };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}
