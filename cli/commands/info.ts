import { bundledHooks } from "hooks:bundled";
import { bundledReadmes } from "hooks:readmes";
import {
  capabilityWords,
  hookId,
  type Manifest,
  manifestIn,
  parseSpec,
  problemLine,
} from "@hasna/hooks-catalog";
import { type Call, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { columns, harmless, onPackages, textOption } from "../packages/command.ts";
import { loadNpmConfig } from "../packages/npm-config.ts";
import { installedHooks } from "../packages/plan.ts";
import { registryClient } from "../packages/registry-client.ts";
import { terminalText } from "../packages/terminal-text.ts";
import { Trouble } from "../packages/trouble.ts";

/** What there is to show of one hook. */
interface Shown {
  readonly name: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly readme: string | undefined;
}

/** `hooks info NAME[@VERSION]`: what a hook watches and may do, its versions and its README. */
export async function info(call: Call, context: Context): Promise<number> {
  const [word, ...more] = call.words;
  if (word === undefined || more.length > 0) {
    context.err("hooks info: name one hook, as in: hooks info trash-guard\n");
    return EXIT_USAGE;
  }
  return onPackages("info", call, context, async () => {
    const shown = builtIn(word) ?? (await published(word, call, context));
    if (call.options.json === true) {
      const { name, rows, readme } = shown;
      context.out(`${JSON.stringify({ name, ...Object.fromEntries(rows), readme: readme ?? null })}\n`);
      return EXIT_OK;
    }
    context.out(columns(shown.rows.map(([label, value]) => [label, harmless(value)])));
    if (shown.readme !== undefined) context.out(`\n${terminalText(shown.readme, context.terminal)}`);
    return EXIT_OK;
  });
}

function builtIn(word: string): Shown | undefined {
  const found = bundledHooks.find(({ name }) => name === word);
  if (found === undefined) return undefined;
  const { name, version, hook } = found;
  const events = hook.events.map((event) => `${event} of ${hook.matcher || "every tool"}`);
  return {
    name,
    rows: [
      ["name", name],
      ["version", `${version}, built in`],
      ["summary", hook.summary],
      ["kind", hook.kind],
      ["watches", events.join(", ")],
      ["rewrites", hook.rewritesInput ? "yes" : "no"],
    ],
    readme: bundledReadmes[name],
  };
}

async function published(word: string, call: Call, context: Context): Promise<Shown> {
  const spec = parseSpec(word);
  if (spec.kind === "problem") throw new Trouble(spec.says, spec.next);
  if (spec.kind !== "registry") throw new Trouble(`"${word}" is not on a registry`, "Name a package.");
  const client = registryClient(await loadNpmConfig(context, textOption(call, "registry")), context.env);
  const answer = await client.packument(spec.package);
  if (answer === undefined)
    throw new Trouble(
      `${spec.package} is not on the registry`,
      'Check the spelling; "hooks search" lists what there is.',
    );
  const { packument, document } = answer;
  const { tags, releases } = packument;
  const wanted = spec.isTag ? tags[spec.range] : spec.range === "*" ? tags.latest : spec.range;
  const release = releases.find(({ version }) => version === wanted) ?? releases[0];
  if (release === undefined)
    throw new Trouble(`${spec.package} has no version that is a hook`, "Tell its publisher.");
  const installed = (await installedHooks(context)).find(({ manifest }) => manifest.package === spec.package);
  const reading = manifestIn(document, release.version);
  const more =
    reading?.kind === "manifest"
      ? rowsOf(reading.manifest)
      : [["problems", (reading?.problems ?? []).map(problemLine).join(" ")] as const];
  const versions = releases
    .slice(0, 10)
    .map(({ version }) => version)
    .join(", ");
  return {
    name: hookId(packument),
    rows: [
      ["name", hookId(packument)],
      [
        "version",
        release.version + (release.published === undefined ? "" : `, ${release.published.slice(0, 10)}`),
      ],
      ...(release.deprecated === undefined ? [] : [["deprecated", release.deprecated] as const]),
      [
        "installed",
        installed === undefined ? "no" : `${installed.manifest.version} (${installed.scope} scope)`,
      ],
      ...more,
      ["versions", releases.length > 10 ? `${versions} and ${releases.length - 10} older` : versions],
    ],
    readme: packument.readme,
  };
}

function rowsOf(manifest: Manifest): readonly (readonly [string, string])[] {
  const { summary, kind, events, rewritesInput, timeout, onFailure, harnesses, engine, capabilities } =
    manifest;
  const may = capabilities.map((one) => capabilityWords[one]).join(", ");
  return [
    ["summary", summary],
    ["kind", kind],
    [
      "watches",
      Object.entries(events)
        .map(([event, matcher]) => `${event} of ${matcher || "every tool"}`)
        .join(", "),
    ],
    ["rewrites", rewritesInput ? "yes" : "no"],
    ["may", may === "" ? "nothing but read its input" : may],
    ["on failure", `${onFailure}, after ${timeout} s`],
    ["harnesses", harnesses === "all" ? "all" : harnesses.join(", ")],
    ["works with", `hooks ${engine}`],
  ];
}
