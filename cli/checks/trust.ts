/** Codex and Codewith run an entry only when its hash is trusted. */
import { dirname, join } from "node:path";
import type { Check, Hit } from "../doctor/finding.ts";
import type { Survey } from "../doctor/survey.ts";
import { type TrustState, trustEntries, trustState } from "../settings/codex-trust.ts";
import { readState, targetOf } from "../settings/file.ts";

const SAYS: Readonly<Record<Exclude<TrustState, "trusted">, string>> = {
  untrusted: "This entry was never trusted, so it is skipped without a word.",
  modified: "The entry has changed since it was trusted, so it is skipped without a word.",
  off: "A person switched this entry off.",
};

async function untrusted(survey: Survey, wanted: Exclude<TrustState, "trusted">): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  for (const file of survey.files) {
    const { harness, state, path } = file;
    if (harness.trust === undefined || state.kind !== "text" || file.scope === "plugin") continue;
    const [user] = harness.settingsFiles("user", survey.places);
    if (user === undefined) continue;
    const configState = await readState(await targetOf(join(dirname(user.path), "config.toml")));
    const config = configState.kind === "text" ? configState.text : undefined;
    const ownership = { names: survey.catalogue.map(({ name }) => name), folder: survey.own.state };
    for (const entry of trustEntries(state.text, path, file, ownership)) {
      if (trustState(config, entry) !== wanted) continue;
      const raw = file.hooks.entries.find(
        ({ command, event }) => command === entry.command && event === entry.event,
      );
      const names = (raw?.own?.names ?? []).join(" ");
      const scope = file.scope === "project" ? " --scope project" : "";
      hits.push({
        file: path,
        ...raw?.at,
        harness,
        says: SAYS[wanted],
        fix:
          wanted === "off"
            ? `Type /hooks in ${harness.label} and switch it on.`
            : `hooks install ${names} --harness ${harness.id}${scope} --trust`,
      });
    }
  }
  return hits;
}

export const trustMissing: Check = {
  id: "trust-missing",
  severity: "error",
  title: "an entry that the harness does not trust",
  means: "The harness skips the hook and says nothing: the guard does not run.",
  mend: "Trust it with /hooks in the harness, or with `hooks install … --trust`.",
  find: (survey) => untrusted(survey, "untrusted"),
};

export const trustStale: Check = {
  id: "trust-stale",
  severity: "error",
  title: "an entry that has changed since it was trusted",
  means: "The harness skips the hook and says nothing: the guard stopped running with the change.",
  mend: "Trust it again with /hooks in the harness, or with `hooks install … --trust`.",
  find: (survey) => untrusted(survey, "modified"),
};

export const trustOff: Check = {
  id: "trust-off",
  severity: "warning",
  title: "an entry that a person switched off in the harness",
  means: "The harness skips the hook.",
  mend: "Switch it on with /hooks in the harness, or uninstall the hook.",
  find: (survey) => untrusted(survey, "off"),
};
