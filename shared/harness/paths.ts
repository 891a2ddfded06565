/** Paths of settings files, as text: nothing here looks at a disk. */
import type { Places, SettingsPlace } from "./harness.ts";

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** A file below the home folder. */
export function inHome({ home }: Places, path: string): string {
  return `${home === "/" ? "" : trimSlash(home)}/${path}`;
}

/** A file below the folder that a session starts in. */
export function inProject({ project }: Places, path: string): string {
  return `${project === "/" ? "" : trimSlash(project)}/${path}`;
}

/** A harness's own folder: where one of these variables says, the first that is set, else below the home folder. */
export function ownFolder(places: Places, variables: readonly string[], path: string): string {
  for (const name of variables) {
    const moved = places.env[name];
    if (moved) return trimSlash(moved);
  }
  return inHome(places, path);
}

/** One file with its events under `hooks`. */
export function underHooks(path: string): readonly SettingsPlace[] {
  return [{ path, root: ["hooks"] }];
}
