/** Where policies and grants stand. Pure text; a run asks whether one of them is there with one look each. */

/** The user's policy, below the state folder. */
export const POLICY = "policy.json";
/** Below the folder of a project. */
const PROJECT_POLICY = ".hasna/hooks-policy.json";

/** Folders above a project folder that may hold its policy. */
const MOST_FOLDERS = 24;

export function stateFolder(home: string): string {
  return `${home === "/" ? "" : home}/.hasna/hooks`;
}

/** The grant that lets one very call pass once. */
export function onceGrant(home: string, key: string): string {
  return `${stateFolder(home)}/grants/once-${key}.json`;
}

/** The grants of one session. */
export function sessionGrant(home: string, session: string): string {
  const name = new Bun.CryptoHasher("sha256").update(session).digest("hex").slice(0, 32);
  return `${stateFolder(home)}/grants/session-${name}.json`;
}

/** The policies of the project that a folder belongs to: its own and those above, up to the home or the root. */
export function projectPolicies(folder: string | undefined, home: string | undefined): readonly string[] {
  const found: string[] = [];
  let at = folder;
  for (let count = 0; at?.startsWith("/") && at !== "/" && at !== home && count < MOST_FOLDERS; count += 1) {
    found.push(`${at}/${PROJECT_POLICY}`);
    at = at.slice(0, at.lastIndexOf("/")) || "/";
  }
  return found;
}
