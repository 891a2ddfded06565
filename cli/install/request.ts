/** The command line of `install` and `uninstall`, read and checked before anything is looked at. */
import { type Harness, harnessById, harnesses, type Scope } from "@hasna/hooks-harness";
import type { Call } from "../context.ts";
import { nearest } from "../nearest.ts";
import type { HookFacts } from "../settings/plan.ts";

/** A hook as install knows it. */
export interface CatalogueEntry extends HookFacts {
  readonly version: string;
}

export interface Request {
  readonly names: readonly string[];
  /** Undefined: every harness that is found; for an uninstall, every one that registers the hooks. */
  readonly harnesses: readonly Harness[] | undefined;
  readonly scope: Scope;
  readonly isDryRun: boolean;
  readonly asJson: boolean;
  /** Install: put an older program in the place of a newer one. */
  readonly force: boolean;
  /** Install: add the permission rule that goes with a rewriting hook. */
  readonly withRule: boolean;
  /** Install: write the trust that Codex asks for, for our entries. */
  readonly trust: boolean;
  /** Uninstall: take the programs away too. */
  readonly purge: boolean;
}

/** A wrong command line, in one or two sentences. */
export interface Misuse {
  readonly misuse: string;
}

const SCOPES: readonly Scope[] = ["user", "project", "local"];

/** `known` are the names that may be given. */
export function readRequest(
  { options, words }: Call,
  known: readonly string[],
  verb: "install" | "uninstall",
): Request | Misuse {
  if (words.length === 0) {
    return {
      misuse: `name at least one hook, as in: hooks ${verb} ${known[0] ?? "trash-guard"}. Known are ${known.join(", ")}.`,
    };
  }
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    const close = nearest(unknown, known);
    const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
    return { misuse: `there is no hook "${unknown}".${hint} Known are ${known.join(", ")}.` };
  }
  const scope = options.scope ?? "user";
  if (!isScope(scope)) return { misuse: `--scope must be ${SCOPES.join(", ")}, got "${scope}".` };
  const chosen = readHarnesses(options.harness);
  if ("misuse" in chosen) return chosen;
  return {
    names: [...new Set(words)],
    harnesses: chosen.harnesses,
    scope,
    isDryRun: options["dry-run"] === true,
    asJson: options.json === true,
    force: options.force === true,
    withRule: options["no-permission-rule"] !== true,
    trust: options.trust === true,
    purge: options.purge === true,
  };
}

/** One id, or several separated by commas; `all` is what holds without the option. */
function readHarnesses(
  option: string | boolean | undefined,
): { readonly harnesses: readonly Harness[] | undefined } | Misuse {
  if (typeof option !== "string" || option.split(",").includes("all")) return { harnesses: undefined };
  const found: Harness[] = [];
  for (const id of option.split(",")) {
    const harness = harnessById(id);
    if (harness === undefined) {
      const ids = harnesses.map((harness) => harness.id);
      const close = nearest(id, ids);
      const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
      return { misuse: `there is no harness "${id}".${hint} Known are ${ids.join(", ")}, and all.` };
    }
    if (!found.includes(harness)) found.push(harness);
  }
  return { harnesses: found };
}

function isScope(value: unknown): value is Scope {
  return SCOPES.some((scope) => scope === value);
}
