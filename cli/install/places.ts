/** Where things of ours live on the user's machine. */

/** The file in the state folder that says which hooks are wanted in every harness. */
export const WISHES = "wanted.json";

export interface OwnPlaces {
  /** Everything of ours: `~/.hasna/hooks`. */
  readonly state: string;
  /** One folder a version of the programs. */
  readonly versions: string;
  /** A link to the folder of the version in use: what is registered goes through it, so a new version needs no new entry. */
  readonly bin: string;
  readonly program: string;
  readonly trash: string;
}

export function ownPlaces(home: string): OwnPlaces {
  const state = `${home === "/" ? "" : home.replace(/\/+$/, "")}/.hasna/hooks`;
  const bin = `${state}/bin`;
  return { state, versions: `${state}/versions`, bin, program: `${bin}/hooks`, trash: `${bin}/trash` };
}

/**
 * The folder under which the programs in a folder of ours are known to the world: `…/.hasna/hooks/bin` for a version's
 * own folder, else the folder itself. Pure text: a rewritten command must carry the path that the permission rule names,
 * and must outlive the version.
 */
export function stableFolder(folder: string): string {
  if (!folder.includes("/.hasna/hooks/versions/")) return folder;
  const version = /^(.*\/\.hasna\/hooks)\/versions\/[^/]+$/.exec(folder);
  return version === null ? folder : `${version[1]}/bin`;
}
