export type { TrashProcess } from "./host.ts";
export { trashMain } from "./main.ts";
export { type Sidecar, sidecarText } from "./sidecar.ts";
export { SIDECAR_NAME } from "./sidecar-name.ts";
export { GUARD_MARKER, GUARD_PROTOCOL, VERSION } from "./version.ts";
