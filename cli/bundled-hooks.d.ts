/** Made by scripts/hooks-plugin.ts from the folders under hooks/: there is no hand-kept list of hooks. */
declare module "hooks:bundled" {
  import type { Hook } from "@hasna/hooks-registry";

  export interface BundledHook {
    readonly name: string;
    readonly version: string;
    /** Loads that hook and nothing of the others. */
    readonly load: () => Promise<{ readonly hook: Hook }>;
  }

  /** Sorted by name. */
  export const bundledHooks: readonly BundledHook[];
}
