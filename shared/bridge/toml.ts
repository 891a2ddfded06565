/** Codex's config.toml as a document: hooks may stand there too. */
import { parse, TomlError } from "smol-toml";
import type { DocumentReading, Path, Position } from "./document.ts";

const HEADER = /^\s*\[\[\s*hooks\s*\.\s*["']?(\w+)["']?\s*(\.\s*hooks\s*)?\]\]/;

export function readTomlDocument(text: string): DocumentReading {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (error instanceof RangeError)
      return { kind: "problem", line: 1, column: 1, says: "it is nested too deep to be read" };
    if (!(error instanceof TomlError)) throw error;
    const says = /^Invalid TOML document: (.*)$/m.exec(error.message)?.[1] ?? "it is no TOML";
    return { kind: "problem", says, line: error.line, column: error.column };
  }
  const places = placesIn(text);
  return {
    kind: "document",
    document: {
      value,
      position: (path) => places.get(keyOf(path)) ?? { line: 1, column: 1 },
      isTwice: () => false,
    },
  };
}

/** `hooks`, event, group, `hooks`, handler: what a header of a table can name. */
function keyOf(path: Path): string {
  return path.slice(0, 5).join("\n");
}

/** The lines of the headers; entries written in another form of TOML are at the file's start. */
function placesIn(text: string): ReadonlyMap<string, Position> {
  const places = new Map<string, Position>();
  const groups = new Map<string, number>();
  let handler = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const [, event, isHandler] = HEADER.exec(line) ?? [];
    if (event === undefined) continue;
    const position = { line: index + 1, column: line.indexOf("[") + 1 };
    if (isHandler === undefined) {
      const group = (groups.get(event) ?? -1) + 1;
      groups.set(event, group);
      handler = 0;
      places.set(keyOf(["hooks", event, group]), position);
    } else {
      places.set(keyOf(["hooks", event, groups.get(event) ?? 0, "hooks", handler]), position);
      handler++;
    }
  }
  return places;
}
