/** Runs and doubts as short lines of text, for the tables of the tests. */
import { lastComponent } from "./field.ts";
import type { Doubt, Field, Folder, Run, Runs, Wrapper } from "./run.ts";

const SIGNS: Readonly<Record<Wrapper["kind"], string>> = {
  prefix: "",
  feeder: "+",
  code: ":",
  elsewhere: "@",
};

/**
 * `wrapper … > words`, then what is not ordinary: `as` a name that the verb does not show, `in` folders that are not just the start folder, ` (substitution)`,
 * ` (string)`, ` (made)` for a verb in a list that is not written out, ` < pipe` for what feeds it.
 * Wrappers carry `+` (feeder), `:` (code) or `@` (elsewhere). In words `<name>` is unknown (`~` behind it: unquoted) and
 * `‹*›` a glob; `°` says that the argument may vanish, `…` that it may be several.
 */
function printRun(run: Run, cwd: string): string {
  const wrappers = run.wrappers.map((wrapper) => wrapper.name + SIGNS[wrapper.kind]);
  const chain = wrappers.length === 0 ? "" : `${wrappers.join(" ")} > `;
  const words = [run.verb, ...run.args].map(printField).join(" ");
  const folders = run.folders.map((folder) => printFolder(folder, cwd)).join(" ");
  const where = folders === "." ? "" : ` in ${folders}`;
  const made = run.place !== "string" && !run.written ? " (made)" : "";
  const place = run.place === "list" ? "" : ` (${run.place})`;
  const written = lastComponent(run.verb);
  const name = run.name !== undefined && run.name !== written ? ` as ${run.name}` : "";
  return `${chain}${words}${name}${where}${place}${made}`;
}

function printField(field: Field): string {
  const text = field.segments
    .map((segment) => {
      if (segment.kind === "text") return /^$|\s/.test(segment.text) ? `'${segment.text}'` : segment.text;
      if (segment.kind === "glob") return `‹${segment.pattern}›`;
      return `<${segment.name ?? ""}${segment.quoted ? "" : "~"}>`;
    })
    .join("");
  return text + (field.mayVanish ? "°" : "") + (field.maySplit ? "…" : "");
}

function printFolder(folder: Folder, cwd: string): string {
  if (folder.kind === "unknown") return "?";
  if (folder.path === cwd) return ".";
  return folder.path.startsWith(`${cwd}/`) ? `./${folder.path.slice(cwd.length + 1)}` : folder.path;
}

/** `kind name`, and ` could be rm` when it could. */
function printDoubt(doubt: Doubt): string {
  return `${doubt.kind}${doubt.name === undefined ? "" : ` ${doubt.name}`}${doubt.couldBe("rm") ? ", could be rm" : ""}`;
}

/** All runs, then all doubts. */
export function printRuns(result: Runs, cwd: string): string[] {
  return [
    ...result.runs.map((run) => printRun(run, cwd)),
    ...result.doubts.map((doubt) => `? ${printDoubt(doubt)}`),
  ];
}
