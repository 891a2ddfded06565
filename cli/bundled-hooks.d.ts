/** Made by scripts/hooks-plugin.ts from the folders under hooks/: there is no hand-kept list of hooks. */
declare module "hooks:bundled" {
  import type { Hook } from "@hasna/hooks-registry";

  export interface BundledHook {
    readonly name: string;
    readonly version: string;
    /** A few lines: what it does is loaded by its first run that needs it. */
    readonly hook: Hook;
  }

  /** Sorted by name. */
  export const bundledHooks: readonly BundledHook[];
}

/** Made by the same; asked for by `hooks info` alone. */
declare module "hooks:readmes" {
  /** By hook name, Markdown. */
  export const bundledReadmes: Readonly<Record<string, string>>;
}
