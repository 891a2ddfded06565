/** Which of a harness's settings files an entry goes into. */
import type { Harness, Places, Scope, SettingsPlace } from "@hasna/hooks-harness";
import { plain, read } from "../settings/document.ts";
import { readState, targetOf } from "../settings/file.ts";
import { withoutBom } from "../settings/plan.ts";

/**
 * The preferred file, unless it is not there and the harness reads hooks from another one that is: making the preferred
 * one would switch those off. Undefined where the harness has no such scope.
 */
export async function settingsPlace(
  harness: Harness,
  scope: Scope,
  places: Places,
): Promise<SettingsPlace | undefined> {
  const [preferred, ...others] = harness.settingsFiles(scope, places);
  if (preferred === undefined || others.length === 0) return preferred;
  const state = await readState(await targetOf(preferred.path));
  if (state.kind !== "absent") return preferred;
  for (const place of others) if (await holdsHooks(place)) return place;
  return preferred;
}

async function holdsHooks({ path, root }: SettingsPlace): Promise<boolean> {
  const state = await readState(await targetOf(path));
  if (state.kind !== "text") return false;
  const reading = read(withoutBom(state.text).body);
  let value = reading.kind === "document" ? plain(reading.document.root) : undefined;
  for (const key of root) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return value !== undefined;
}
