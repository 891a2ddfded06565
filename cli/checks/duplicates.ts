/** The same hook registered more than once for one harness. */
import { harnesses } from "@hasna/hooks-harness";
import type { Check, Hit } from "../doctor/finding.ts";
import type { Registered, SettingsFile, Survey } from "../doctor/survey.ts";

/** Files that one harness reads: its own, and those of others that it takes as its own. */
function filesReadBy(id: string, { files }: Survey): readonly SettingsFile[] {
  const harness = harnesses.find((one) => one.id === id);
  return files.filter(
    (file) =>
      file.harness.id === id ||
      harness?.reads.some(
        ({ harness: other, scopes }) =>
          other === file.harness.id && scopes.some((scope) => scope === file.scope),
      ) === true,
  );
}

export const twice: Check = {
  id: "registered-twice",
  severity: "warning",
  title: "a hook that is registered twice",
  means:
    "Each call is judged twice, which costs time; two rewrites of one call undo each other in some harnesses.",
  mend: "Take one of the two out with `hooks uninstall`, in the scope or the harness where it is not wanted.",
  find: (survey) => {
    const hits: Hit[] = [];
    const told = new Set<string>();
    const readers = new Set([
      ...survey.found.map(({ harness }) => harness.id),
      ...survey.files.map((file) => file.harness.id),
    ]);
    for (const id of readers) {
      const read = filesReadBy(id, survey);
      const label = harnesses.find((one) => one.id === id)?.label ?? id;
      const byHook = new Map<
        string,
        { readonly file: SettingsFile; readonly at: Registered["entry"] | undefined }[]
      >();
      for (const file of read) {
        for (const name of file.generated ?? []) push(byHook, `${name} PreToolUse`, { file, at: undefined });
        for (const entry of file.hooks.entries) {
          for (const name of entry.own?.names ?? [])
            push(byHook, `${name} ${entry.event.toLowerCase()}`, { file, at: entry });
        }
      }
      for (const [key, places] of byHook) {
        const [first, ...more] = places;
        const [name = ""] = key.split(" ");
        for (const { file, at } of first === undefined ? [] : more) {
          const mark = `${name} ${file.real} ${at?.at.line ?? 0} ${first?.file.real ?? ""}`;
          if (told.has(mark)) continue;
          told.add(mark);
          const scope =
            file.scope === "user" || file.scope === "managed" || file.scope === "plugin"
              ? ""
              : ` --scope ${file.scope}`;
          hits.push({
            file: file.path,
            ...at?.at,
            harness: file.harness,
            says: `${label} reads ${name} here and in ${first?.file.path}${first?.at === undefined ? "" : `:${first.at.at.line}`}.`,
            fix: `hooks uninstall ${name} --harness ${file.harness.id}${scope}`,
          });
        }
      }
    }
    return hits;
  },
};

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
