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
