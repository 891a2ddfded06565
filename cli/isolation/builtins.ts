/** Which capability the built-in modules of the runtime belong to. What is not listed does nothing beyond computing. */
import type { Capability } from "@hasna/hooks-catalog";

/** `never`: no capability covers it, because it leads around all of them. */
export type Needs = Capability | "never";

const modules: Readonly<Record<string, readonly Needs[]>> = {
  net: ["network"],
  tls: ["network"],
  http: ["network"],
  https: ["network"],
  http2: ["network"],
  dgram: ["network"],
  dns: ["network"],
  "dns/promises": ["network"],
  inspector: ["never"],
  "inspector/promises": ["never"],
  undici: ["network"],
  ws: ["network"],
  child_process: ["run"],
  cluster: ["run"],
  worker_threads: ["run"],
  repl: ["run"],
  fs: ["read", "write"],
  "fs/promises": ["read", "write"],
  wasi: ["read", "write"],
  sqlite: ["read", "write"],
  "bun:sqlite": ["read", "write"],
  "bun:ffi": ["never"],
  "bun:jsc": ["never"],
  "bun:internal-for-testing": ["never"],
};

/** What an import of a module means; undefined for a module that needs nothing. */
function needsOf(module: string): readonly Needs[] | undefined {
  return modules[module.replace(/^node:/, "")];
}

/**
 * Modules of an import list that a package has not declared the capability for, each with one that it lacks. A module that
 * belongs to several (files are read and written through one) needs one of them; which is told apart at run time.
 */
export function undeclared(
  imports: readonly string[],
  declared: readonly Capability[],
): readonly { readonly module: string; readonly needs: Needs }[] {
  const found: { module: string; needs: Needs }[] = [];
  for (const module of new Set(imports)) {
    const needs = needsOf(module);
    if (needs === undefined || needs.some((one) => one !== "never" && declared.includes(one))) continue;
    found.push({ module, needs: needs[0] as Needs });
  }
  return found;
}
