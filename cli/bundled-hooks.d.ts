/** Made by scripts/hooks-plugin.ts: the lexer as one ES module, for hooks that import it. */
declare module "hooks:lexer-source" {
  export const lexerSource: string;
}

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

/** Made by the same of hooks/_template; asked for by `hooks new` alone. */
declare module "hooks:template" {
  /** By file name. */
  export const templateFiles: Readonly<Record<string, string>>;
}
