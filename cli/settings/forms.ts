/** One door to the planners of the three forms of settings. */
import type { Ground, Ownership } from "./entries.ts";
import { planGeneratedInstall, planGeneratedUninstall, registeredInGenerated } from "./generated-plan.ts";
import {
  type Made,
  madeBy,
  type Plan,
  planInstall,
  planUninstall,
  registeredIn,
  type Wanted,
} from "./plan.ts";
import { planTomlInstall, planTomlUninstall, registeredInToml } from "./toml-plan.ts";

/** Plans the text of a settings file (undefined: there is no file) with the hooks registered in it. */
export function planWith(text: string | undefined, wanted: Wanted): Plan {
  switch (wanted.harness.form.kind) {
    case "json":
      return planInstall(text, wanted);
    case "toml":
      return planTomlInstall(text, wanted);
    case "generated":
      return planGeneratedInstall(text, wanted);
  }
}

/** Plans the text without these hooks. `made` is undefined when nobody kept a record. */
export function planWithout(text: string | undefined, wanted: Wanted, made: Made | undefined): Plan {
  switch (wanted.harness.form.kind) {
    case "json":
      return planUninstall(text, wanted, made);
    case "toml":
      return planTomlUninstall(text, wanted, made);
    case "generated":
      return planGeneratedUninstall(text, wanted);
  }
}

/** Names of our hooks that a file registers; empty for a file that cannot be read. */
export function namesIn(text: string | undefined, ground: Ground, ownership: Ownership): readonly string[] {
  switch (ground.harness.form.kind) {
    case "json":
      return registeredIn(text, ground, ownership);
    case "toml":
      return registeredInToml(text, ownership);
    case "generated":
      return registeredInGenerated(text) ?? [];
  }
}

/** What exists in `after` and not in `before`, for the record. */
export function madeIn(before: string | undefined, after: string, wanted: Wanted): Made {
  if (wanted.harness.form.kind === "json") return madeBy(before, after, wanted);
  return { file: before === undefined, containers: [], rule: false };
}
