export type { TrashProcess } from "./host.ts";
export { trashMain } from "./main.ts";
export { SIDECAR_NAME, type Sidecar, sidecarText } from "./sidecar.ts";
export { GUARD_MARKER, GUARD_PROTOCOL, VERSION } from "./version.ts";
