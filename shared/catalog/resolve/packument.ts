/** A package of a registry with all its versions, as much of it as we need. */
import { compare, parse, rcompare } from "semver";
import type { Manifest, ManifestReading } from "../manifest/manifest.ts";
import { readManifest } from "../manifest/read.ts";

/** One published version. */
export interface Release {
  readonly version: string;
  /** Subresource integrity, `sha512-…`; undefined when the registry only has weaker ones. */
  readonly integrity: string | undefined;
  /** Address of the tarball. */
  readonly tarball: string;
  /** When it was published, ISO 8601; undefined where the registry does not say. */
  readonly published: string | undefined;
  /** Why it should not be used any more. */
  readonly deprecated: string | undefined;
  /** What the solver looks at. */
  readonly engine: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly conflicts: Readonly<Record<string, string>>;
}

export interface Packument {
  readonly package: string;
  /** Newest first, by semver. */
  readonly releases: readonly Release[];
  readonly tags: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The newest README, Markdown. */
  readonly readme: string | undefined;
}

/** The document of a registry as a packument; undefined when it is none. Versions that are no hooks are left out. */
export function readPackument(value: unknown): Packument | undefined {
  if (!isObject(value) || typeof value.name !== "string" || !isObject(value.versions)) return undefined;
  const times = isObject(value.time) ? value.time : {};
  const releases: Release[] = [];
  for (const [version, one] of Object.entries(value.versions)) {
    const release = isObject(one) ? releaseOf(version, one, times[version]) : undefined;
    if (release !== undefined) releases.push(release);
  }
  const tags = isObject(value["dist-tags"]) ? value["dist-tags"] : {};
  return {
    package: value.name,
    releases: releases.sort((a, b) => rcompare(a.version, b.version)),
    tags: Object.fromEntries(
      Object.entries(tags).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    summary: typeof value.description === "string" ? value.description : "",
    readme: typeof value.readme === "string" && value.readme !== "" ? value.readme : undefined,
  };
}

/** The manifest of one version as the registry repeats it; the tarball's own is what counts in the end. */
export function manifestIn(value: unknown, version: string): ManifestReading | undefined {
  if (!isObject(value) || !isObject(value.versions)) return undefined;
  const one = value.versions[version];
  return isObject(one) ? readManifest(one) : undefined;
}

function releaseOf(
  version: string,
  one: Readonly<Record<string, unknown>>,
  time: unknown,
): Release | undefined {
  const { dist, hook } = one;
  if (parse(version) === null || !isObject(dist) || typeof dist.tarball !== "string" || !isObject(hook)) {
    return undefined;
  }
  return {
    version,
    integrity: typeof dist.integrity === "string" ? strongest(dist.integrity) : undefined,
    tarball: dist.tarball,
    published: typeof time === "string" ? time : undefined,
    deprecated: typeof one.deprecated === "string" && one.deprecated !== "" ? one.deprecated : undefined,
    engine: typeof hook.engine === "string" ? hook.engine : "*",
    dependencies: textsOf(hook.dependencies),
    conflicts: textsOf(hook.conflicts),
  };
}

/** The sha512 of an integrity text that may list several. */
function strongest(integrity: string): string | undefined {
  return integrity.split(/\s+/).find((one) => INTEGRITY.test(one));
}

/** `sha512-` and 64 bytes in base64. */
export const INTEGRITY: RegExp = /^sha512-[A-Za-z0-9+/]{86}==$/;

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Versions above `from` up to `to`, oldest first. */
export function between(packument: Packument, from: string, to: string): readonly Release[] {
  return packument.releases
    .filter(({ version }) => compare(version, from) > 0 && compare(version, to) <= 0)
    .reverse();
}

/** A release made of a manifest: what is not on a registry takes part in a resolution as its only version. */
export function releaseOfManifest(manifest: Manifest, integrity: string, tarball: string): Release {
  const { version, engine, dependencies, conflicts } = manifest;
  return {
    version,
    integrity,
    tarball,
    published: undefined,
    deprecated: undefined,
    engine,
    dependencies,
    conflicts,
  };
}
