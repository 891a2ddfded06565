/** The background of a verdict as people read it. */
import { harnessById } from "@hasna/hooks-harness";
import { visible } from "../fire/words.ts";
import type { Background, Part } from "./parts.ts";

/** A script of hundreds of commands is cut; `--json` has all. */
const MOST_PARTS = 20;

export function readableBackground({ parts, doubts, lost, hooks, told }: Background): string {
  const lines: string[] = ["", parts.length === 0 ? "It starts no program." : "It starts"];
  for (const part of parts.slice(0, MOST_PARTS)) {
    lines.push(`  ${partLine(part)}`, `      ${part.why}`);
  }
  if (parts.length > MOST_PARTS) lines.push(`  … and ${parts.length - MOST_PARTS} more; --json shows all`);
  for (const { kind, detail } of doubts) lines.push(`  not certain (${kind}): ${visible(detail)}`);
  if (lost !== null) lines.push(`  reading stopped: ${visible(lost)}`);
  lines.push("", "Hooks");
  const width = Math.max(0, ...hooks.map(({ hook }) => hook.length));
  for (const { hook, verdict, why } of hooks) lines.push(`  ${hook.padEnd(width)}  ${verdict}: ${why}`);
  const label = harnessById(told.harness)?.label ?? told.harness;
  lines.push("", `${label} is told: exit code ${told.exitCode}`);
  for (const [name, text] of [
    ["stdout", told.stdout],
    ["stderr", told.stderr],
  ] as const) {
    if (text.trim() !== "")
      lines.push(
        ...visible(text.trimEnd())
          .split("\n")
          .map((line) => `  ${name}  ${line}`),
      );
  }
  return `${lines.join("\n")}\n`;
}

const PLACES: Readonly<Record<Part["place"], string>> = {
  list: "",
  substitution: ", inside a substitution",
  string: ", inside a string that is run as code",
};

function partLine({ program, words, wrappers, place }: Part): string {
  const behind = wrappers.length === 0 ? "" : `  (behind ${wrappers.join(", ")})`;
  const text = [program ?? "a program that the text does not name", ...words.map(shown)].join(" ");
  return `${visible(text).replaceAll("\n", "\\n")}${behind}${PLACES[place]}`;
}

/** So that one word is seen as one. */
function shown(word: string): string {
  return word === "" || /\s/.test(word) ? `'${word}'` : word;
}
