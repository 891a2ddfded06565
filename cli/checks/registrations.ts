/** What should be registered, and is not, or names what is not there. */
import { harnessById } from "@hasna/hooks-harness";
import type { Check, Hit } from "../doctor/finding.ts";
import type { Survey } from "../doctor/survey.ts";
import { loadWishes } from "../install/wishes.ts";
import { readState } from "../settings/file.ts";
import { namesIn } from "../settings/forms.ts";
import { mentions } from "../settings/own-command.ts";
import { allReceipts, receiptsIn } from "../settings/receipt.ts";
import { register, registerLine } from "./matchers.ts";

function registeredFor(id: string, { files, found }: Survey): ReadonlySet<string> {
  const harness = found.find((one) => one.harness.id === id)?.harness ?? harnessById(id);
  const names = files
    .filter(
      (file) =>
        file.harness.id === id ||
        harness?.reads.some(
          ({ harness: other, scopes }) =>
            other === file.harness.id && scopes.some((scope) => scope === file.scope),
        ) === true,
    )
    .flatMap((file) => [
      ...(file.generated ?? []),
      ...file.hooks.entries.flatMap((entry) => entry.own?.names ?? []),
    ]);
  return new Set(names);
}

export const missing: Check = {
  id: "registration-missing",
  severity: "error",
  title: "a hook that was installed and is registered no more",
  means: "The harness runs without the guard that you asked for.",
  mend: "Run `hooks sync`, which registers everything that was installed.",
  find: async (survey) => {
    const hits: Hit[] = [];
    const { everywhere } = await loadWishes(survey.own);
    for (const { harness } of survey.found) {
      const there = registeredFor(harness.id, survey);
      for (const [name, { except }] of Object.entries(everywhere)) {
        const hook = survey.catalogue.find((one) => one.name === name);
        if (hook === undefined || except.includes(harness.id) || there.has(name)) continue;
        if (!hook.events.some((event) => harness.slots(event, hook.matcher).length > 0)) continue;
        const [place] = harness.settingsFiles("user", survey.places);
        if (place === undefined) continue;
        hits.push({
          file: place.path,
          harness,
          says: `${name} was installed for every harness, and ${harness.label} does not have it.`,
          fix: `hooks install ${name} --harness ${harness.id}`,
          repair: { kind: "register", harness, scope: "user", names: [name] },
        });
      }
    }
    const ownership = { names: survey.catalogue.map(({ name }) => name), folder: survey.own.state };
    for (const { file, path, harness: id, names, root, scope } of await allReceipts(
      receiptsIn(survey.own.state),
    )) {
      const harness = harnessById(id);
      if (harness === undefined) continue;
      const state = await readState(file);
      const there = state.kind === "text" ? namesIn(state.text, { harness, root }, ownership) : [];
      const gone = names.filter((name) => !there.includes(name));
      // What is wanted everywhere is told above; a project that is gone takes its file with it.
      const untold = gone.filter((name) => scope !== "user" || everywhere[name] === undefined);
      if (untold.length === 0 || (state.kind === "absent" && scope !== "user")) continue;
      const words = scope === "user" ? "" : ` --scope ${scope}`;
      hits.push({
        file: path || file,
        harness,
        says: `${untold.join(" and ")} was written here by an install and is not here any more.`,
        fix: `hooks install ${untold.join(" ")} --harness ${id}${words}`,
      });
    }
    return hits;
  },
};

export const unknownHook: Check = {
  id: "hook-unknown",
  severity: "error",
  title: "an entry that names a hook which this version does not have",
  means: "Nothing judges the calls that this hook was there for.",
  mend: "Install a version that has the hook, or take the name out with `hooks uninstall`.",
  find: (survey) => {
    const known = survey.catalogue.map(({ name }) => name);
    return survey.ours.flatMap(({ file, entry }): readonly Hit[] => {
      const unknown = (entry.own?.names ?? []).filter((name) => !known.includes(name));
      if (unknown.length === 0) return [];
      const says = `There is no hook ${unknown.map((name) => `"${name}"`).join(" and ")} in hooks ${survey.context.version}.`;
      const fix = `Take ${unknown.join(" and ")} out of the command in ${file.path}:${entry.at.line}, or install a version of hooks that has it.`;
      return [{ file: file.path, ...entry.at, harness: file.harness, says, fix }];
    });
  },
};

export const otherForm: Check = {
  id: "entry-in-other-form",
  severity: "warning",
  title: "an entry that runs our hooks in a form of its own",
  means: "Install, sync and uninstall leave it alone, so it can run a hook twice or an old version.",
  mend: "Take it out by hand and run `hooks install`.",
  find: (survey) => {
    const names = survey.catalogue.map(({ name }) => name);
    return survey.foreign.flatMap(({ file, entry }): readonly Hit[] => {
      if (!mentions(entry.command, names)) return [];
      const says = `${JSON.stringify(entry.command.slice(0, 100))} runs hooks of ours and is not written by install.`;
      const fix = `Take the entry at ${file.path}:${entry.at.line} out and run hooks install.`;
      return [{ file: file.path, ...entry.at, harness: file.harness, says, fix }];
    });
  },
};

export const elsewhere: Check = {
  id: "program-elsewhere",
  severity: "warning",
  title: "an entry that starts another copy of hooks",
  means: "The copy may be an old version, or lie in a cache that is cleaned up one day.",
  mend: "Write the entry anew with `hooks install`, which names the place that stays.",
  find: (survey) =>
    survey.ours.flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      const program = entry.own?.program ?? "";
      if (!program.startsWith("/") || program === survey.own.program || file.scope === "project") return [];
      const says = `It starts ${program} and not ${survey.own.program}.`;
      return [
        {
          file: file.path,
          ...entry.at,
          harness: file.harness,
          says,
          fix: registerLine(one),
          repair: register(one),
        },
      ];
    }),
};

export const failsOpen: Check = {
  id: "entry-fails-open",
  severity: "warning",
  title: "an entry that lets calls pass when the guard cannot run",
  means: "The harness has a switch for entries whose hook cannot run, and this entry does not use it.",
  mend: "Write the entry anew with `hooks install`.",
  find: (survey) =>
    survey.ours.flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      const { harness } = file;
      if (
        !survey.catalogue.some(
          ({ name, kind }) => kind === "guard" && entry.own?.names.includes(name) === true,
        )
      )
        return [];
      const wanted = harness.handler({ key: entry.event, matcher: entry.matcher, command: "x", guard: true });
      const key = ["onFailure", "failClosed"].find((name) => name in wanted);
      if (key === undefined || entry.handler[key] === wanted[key]) return [];
      const says = `"${key}" is ${JSON.stringify(entry.handler[key]) ?? "missing"}.`;
      return [{ file: file.path, ...entry.at, harness, says, fix: registerLine(one), repair: register(one) }];
    }),
};
