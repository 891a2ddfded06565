/** Where things of ours live on the user's machine. */

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
