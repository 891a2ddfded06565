export type {
  Capability,
  FailurePolicy,
  HookSection,
  JsonValue,
  Manifest,
  ManifestProblem,
  ManifestReading,
} from "./manifest/manifest.ts";
export { capabilityWords } from "./manifest/manifest.ts";
export { hookId, OWN_PREFIX, parseManifest, problemLine, readManifest } from "./manifest/read.ts";
export { HOOK_NAME, HOOK_PACKAGE, manifestJsonSchema } from "./manifest/schema.ts";
export type { Meeting, Watcher } from "./overlap/meetings.ts";
export { meet, meetings } from "./overlap/meetings.ts";
export type { Overlap } from "./overlap/overlap.ts";
export { overlapOf } from "./overlap/overlap.ts";
export type { Lock, LockedHook, LockReading } from "./resolve/lock.ts";
export { EMPTY_LOCK, lockText, parseLock } from "./resolve/lock.ts";
export type { Packument, Release } from "./resolve/packument.ts";
export { between, INTEGRITY, manifestIn, readPackument, releaseOfManifest } from "./resolve/packument.ts";
export type { Choice, Demand, Ground, Solution } from "./resolve/solve.ts";
export { satisfies, solve } from "./resolve/solve.ts";
export type { Spec, SpecProblem } from "./resolve/spec.ts";
export { isLoopback, parseSpec } from "./resolve/spec.ts";
export type { SearchRow } from "./search/rank.ts";
export { rank } from "./search/rank.ts";
