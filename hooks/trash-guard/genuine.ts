/** Finding a trash that keeps what it is given, by looking at files alone: nothing is started. */
import { isWithin } from "@hasna/hooks-deletes";
import type { World } from "@hasna/hooks-registry";

export type TrashSearch =
  | { readonly kind: "found"; readonly path: string }
  /** `foreign` are programs called trash on PATH that did not pass, each with the reason. */
  | { readonly kind: "none"; readonly foreign: readonly { readonly path: string; readonly why: string }[] };

/** The line in the first 512 bytes of a genuine trash, or of the launcher in front of it. */
const marker: RegExp = /^[^\n]*trash-guard-protocol: 1\s*$/m;
const markerBytes = 512;
const sidecarBytes = 65_536;

/** Our own trash first, without PATH; then the first on PATH that passes every test. */
export async function findTrash(world: World, cwd: string | undefined): Promise<TrashSearch> {
  if (world.vouchedTrash !== undefined) return { kind: "found", path: world.vouchedTrash };
  if (world.ownFolder !== undefined) {
    const path = `${world.ownFolder}/trash`;
    if (world.isProgram?.(path) ?? isProgram(await world.facts(path))) return { kind: "found", path };
  }
  const foreign: { path: string; why: string }[] = [];
  const seen = new Set<string>();
  for (const entry of world.path) {
    // A relative entry means another program in every folder.
    if (!entry.startsWith("/") || seen.has(entry)) continue;
    seen.add(entry);
    const path = entry.endsWith("/") ? `${entry}trash` : `${entry}/trash`;
    if (!isProgram(await world.facts(path))) continue;
    const why = await objection(path, world, cwd);
    if (why === undefined) return { kind: "found", path };
    foreign.push({ path, why });
  }
  return { kind: "none", foreign };
}

/** Whether a call of a program named trash reaches a genuine one. `word` is the program as written. */
export async function isGenuine(word: string, world: World, cwd: string | undefined): Promise<boolean> {
  if (world.vouchedTrash !== undefined) return !word.includes("/") || word === world.vouchedTrash;
  if (word.startsWith("/")) {
    if (world.ownFolder !== undefined && word === `${world.ownFolder}/trash`) return true;
    return isProgram(await world.facts(word)) && (await objection(word, world, cwd)) === undefined;
  }
  if (word.includes("/")) return false;
  // The shell takes the first on PATH, genuine or not.
  for (const entry of world.path) {
    if (!entry.startsWith("/")) return false;
    const path = entry.endsWith("/") ? `${entry}trash` : `${entry}/trash`;
    if (!isProgram(await world.facts(path))) continue;
    if (world.ownFolder !== undefined && path === `${world.ownFolder}/trash`) return true;
    return (await objection(path, world, cwd)) === undefined;
  }
  return false;
}

function isProgram({ kind, mode }: { readonly kind: string; readonly mode: number }): boolean {
  return kind === "file" && (mode & 0o111) !== 0;
}

/** Why a program called trash is not taken; undefined when it is. */
async function objection(path: string, world: World, cwd: string | undefined): Promise<string | undefined> {
  const real = (await world.realPath(path)) ?? path;
  if (isProjectLocal(path, world, cwd) || isProjectLocal(real, world, cwd)) return "lies in the project";
  for (const place of [real, real.slice(0, real.lastIndexOf("/")) || "/"]) {
    const { mode, owner } = await world.facts(place);
    if ((mode & 0o022) !== 0) return `can be changed by others (${place})`;
    if (owner !== 0 && owner !== world.user) return `belongs to another user (${place})`;
  }
  const head = (await world.head(real, markerBytes)) ?? "";
  if (marker.test(head) || (await hasSidecar(real, world))) return undefined;
  return `is ${kindOf(head)}, which has no \`guard\``;
}

/** A trash that the project brings along is not the user's choice. */
function isProjectLocal(path: string, world: World, cwd: string | undefined): boolean {
  if (cwd === undefined || cwd === "/" || !isWithin(path, cwd)) return false;
  if (path.includes("/node_modules/")) return true;
  // A session that starts in the home does not make ~/.local/bin a project.
  return world.home === undefined || !isWithin(world.home, cwd);
}

/** A sidecar vouches for a program that cannot carry the marker itself. */
async function hasSidecar(real: string, world: World): Promise<boolean> {
  const path = `${real.slice(0, real.lastIndexOf("/"))}/trash-guard.json`;
  const { kind, mode, owner } = await world.facts(path);
  if (kind !== "file" || (mode & 0o022) !== 0 || (owner !== 0 && owner !== world.user)) return false;
  const text = await world.head(path, sidecarBytes);
  if (text === undefined) return false;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return false;
    return (
      "guardProtocol" in value && value.guardProtocol === 1 && "target" in value && value.target === real
    );
  } catch {
    return false;
  }
}

function kindOf(head: string): string {
  if (/trashcli|trash-cli/.test(head)) return "trash-cli";
  if (/^#!.*\b(?:node|bun|deno)\b/.test(head)) return "a JavaScript trash";
  if (head.startsWith("\x7fELF") || /^(?:\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(head))
    return "another compiled trash";
  return "another program";
}
