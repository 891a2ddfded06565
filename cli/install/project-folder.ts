/** From a settings file of a project back to the project. */
import { dirname, sep } from "node:path";
import type { Harness, Scope, SettingsPlace } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";

/** The folder whose settings of that scope are this file: the part of the path in front of the harness's own. */
export function projectOf(
  harness: Harness,
  { path }: Pick<SettingsPlace, "path">,
  scope: Scope,
  { cwd, home, env }: Pick<Context, "cwd" | "home" | "env">,
): string {
  if (scope === "user" || home === undefined) return cwd;
  const marker = `${sep}\u0000project`;
  for (const place of harness.settingsFiles(scope, { home, project: marker, env })) {
    const tail = place.path.slice(marker.length);
    if (path.endsWith(tail)) return path.slice(0, -tail.length) || "/";
  }
  return dirname(path);
}
