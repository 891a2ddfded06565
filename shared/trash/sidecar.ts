import { verbNames } from "./verbs.ts";
import { GUARD_MARKER, GUARD_PROTOCOL, PACKAGE_NAME } from "./version.ts";

export interface Sidecar {
  readonly name: typeof PACKAGE_NAME;
  readonly guardProtocol: typeof GUARD_PROTOCOL;
  /** The line that a script form carries in its first 512 bytes. */
  readonly marker: typeof GUARD_MARKER;
  readonly verbs: readonly string[];
  /** The real path of the program; a copy of this file beside another program proves nothing. */
  readonly target: string;
}

/** The content of the sidecar for the program at this real, absolute path. */
export function sidecarText(target: string): string {
  const sidecar: Sidecar = {
    name: PACKAGE_NAME,
    guardProtocol: GUARD_PROTOCOL,
    marker: GUARD_MARKER,
    verbs: verbNames(),
    target,
  };
  return `${JSON.stringify(sidecar, null, 2)}\n`;
}
