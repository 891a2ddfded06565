/** Settings files that the harness will not read as they are meant. */
import type { Fault, FaultPath } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import type { Check, Hit } from "../doctor/finding.ts";
import type { SettingsFile, Survey } from "../doctor/survey.ts";
import { type Document, positionOf, properties, propertyValue } from "../settings/document.ts";

export const unreadable: Check = {
  id: "settings-unreadable",
  severity: "error",
  title: "a settings file cannot be read",
  means: "The harness cannot read it either, or reads something else than you see: hooks in it may not run.",
  mend: "Make the file a readable UTF-8 text file, or take it away.",
  find: ({ files }) =>
    files.flatMap(({ path, harness, state }) =>
      state.kind === "unreadable"
        ? [
            {
              file: path,
              harness,
              says: `${state.says}.`,
              fix: `Make ${path} a readable UTF-8 file, or remove it.`,
            },
          ]
        : [],
    ),
};

export const syntax: Check = {
  id: "settings-syntax",
  severity: "error",
  title: "a settings file is broken",
  means: "The harness drops the whole file, in silence or by not starting: no hook in it runs.",
  mend: "Correct the file at the line and column that are named.",
  find: ({ files }) =>
    files.flatMap(({ path, harness, body, json, toml }): readonly Hit[] => {
      const problem = json?.kind === "problem" ? json : toml?.kind === "problem" ? toml : undefined;
      if (problem === undefined) return [];
      const { line, column } = positionOf(body, problem.offset);
      const fix = `Correct line ${line}, column ${column} of ${path}.`;
      return [
        { file: path, line, column, harness, says: `${harness.label} cannot read it: ${problem.says}.`, fix },
      ];
    }),
};

export const comment: Check = {
  id: "settings-comment",
  severity: "error",
  title: "a comment in a file that must be strict JSON",
  means:
    "The harness drops the whole file because of it, in silence: its hooks and its permissions are not in force.",
  mend: "Take the comments out.",
  find: (survey) => laxities(survey, "comment"),
};

export const trailingComma: Check = {
  id: "settings-trailing-comma",
  severity: "error",
  title: "a comma before a closing brace or bracket",
  means: "The harness drops the whole file because of it, or does not start.",
  mend: "Take the comma out.",
  find: (survey) => laxities(survey, "trailing comma"),
};

function laxities({ files }: Survey, kind: "comment" | "trailing comma"): readonly Hit[] {
  return files.flatMap(({ path, harness, body, json }): readonly Hit[] => {
    if (json?.kind !== "document" || harness.form.kind !== "json") return [];
    const { tolerates } = harness.form;
    if (kind === "comment" ? tolerates.comments : tolerates.trailingCommas) return [];
    const found = json.document.laxities.filter((one) => one.kind === kind);
    const [first] = found;
    if (first === undefined) return [];
    const { line, column } = positionOf(body, first.offset);
    const more = found.length === 1 ? "" : ` and ${found.length - 1} more`;
    const says = `${harness.label} does not bear a ${kind} here${more === "" ? "" : `, nor the${more} below`}.`;
    return [
      {
        file: path,
        line,
        column,
        harness,
        says,
        fix: `Take the ${kind} at ${path}:${line}:${column} out${more}.`,
      },
    ];
  });
}

export const byteOrderMark: Check = {
  id: "settings-bom",
  severity: "error",
  title: "a byte order mark at the start of a settings file",
  means: "The harness drops the whole file because of it, or does not start.",
  mend: "Save the file as UTF-8 without a byte order mark.",
  find: ({ files }) =>
    files.flatMap(({ path, harness, hasBom, json }): readonly Hit[] => {
      if (!hasBom || json === undefined || harness.form.kind !== "json" || harness.form.tolerates.bom)
        return [];
      const says = `${harness.label} does not bear the byte order mark (U+FEFF) that it begins with.`;
      return [
        { file: path, line: 1, column: 1, harness, says, fix: `sed -i '1s/^\\xEF\\xBB\\xBF//' '${path}'` },
      ];
    }),
};

export const shape: Check = {
  id: "settings-shape",
  severity: "error",
  title: "a value that the harness refuses",
  means:
    "The harness may drop the whole file, other hooks and permissions included, because of this one value; the finding says so where it costs that entry alone.",
  mend: "Correct the value; a matcher is a text, a time-out a number, a group has a list of hooks.",
  find: ({ files }) =>
    files.flatMap((file) => {
      if (file.json?.kind !== "document" || file.value === undefined) return [];
      const { document } = file.json;
      return file.harness.faults(file.value).flatMap((fault) => shapeHit(file, document, fault));
    }),
};

/** What other checks say more exactly. */
const ELSEWHERE = /a hook group has no list|hooksConfig\.enabled is false|a timeout is not/;

const COSTS: Readonly<Record<"file" | NonNullable<Fault["loses"]>, (label: string) => string>> = {
  file: () => "",
  entry: (label) => ` ${label} leaves that entry out and keeps the rest of the file.`,
  "entry now": (label) =>
    ` ${label} leaves that entry out and keeps the rest of the file; an older version drops the whole file.`,
};

function shapeHit({ path, harness, body }: SettingsFile, { root }: Document, fault: Fault): readonly Hit[] {
  if (ELSEWHERE.test(fault.says)) return [];
  const { line, column } = positionOf(body, nodeAt(root, fault.path).offset);
  const where = fault.path.length === 0 ? "" : ` (${fault.path.join(".")})`;
  return [
    {
      file: path,
      line,
      column,
      harness,
      says: `${fault.says.charAt(0).toUpperCase()}${fault.says.slice(1)}${where}.${COSTS[fault.loses ?? "file"](harness.label)}`,
      fix: `Correct ${fault.path.join(".") || "the file"} at ${path}:${line}:${column}.`,
    },
  ];
}

/** As far as the path leads. */
function nodeAt(root: Node, path: FaultPath): Node {
  let node = root;
  for (const step of path) {
    const property =
      typeof step === "string" && node.type === "object" ? properties(node, step).at(-1) : undefined;
    const next = typeof step === "number" ? node.children?.[step] : property && propertyValue(property);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}
