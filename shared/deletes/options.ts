import type { Field } from "@hasna/hooks-lexer";
import { headOf, tailOf, textOf } from "./field.ts";

/** How a program reads its words. Letters and long names as getopt takes them. */
export interface Grammar {
  /** Letters that take a value: the rest of their word, or the next word. */
  readonly valued?: string;
  /** Long options without a value. Unique prefixes are accepted, as getopt_long does. */
  readonly long?: readonly string[];
  /** Long options with a value, behind `=` or as the next word. */
  readonly longValued?: readonly string[];
  /** Long options must be written in full (popt). */
  readonly whole?: boolean;
  /** Options may follow operands. */
  readonly permutes?: boolean;
}

interface Option {
  /** `r` for `-r`, `recursive` for `--recursive` and for its prefixes. A name that the grammar does not know stays as it is. */
  readonly name: string;
  readonly value: Field | undefined;
  readonly field: Field;
  /** Operands before it. */
  readonly after: number;
}

export interface Words {
  readonly options: readonly Option[];
  readonly operands: readonly Field[];
}

/** Splits words into options and operands. An argument that is not known to begin with a dash is an operand. */
export function readWords(fields: readonly Field[], grammar: Grammar): Words {
  const options: Option[] = [];
  const operands: Field[] = [];
  let ended = false;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    if (field === undefined) break;
    const head = ended ? "" : headOf(field);
    if (head.length < 2 || !head.startsWith("-")) {
      operands.push(field);
      if (grammar.permutes !== true) ended = true;
      continue;
    }
    if (head === "--" && textOf(field) === "--") {
      ended = true;
      continue;
    }
    const after = operands.length;
    if (head.startsWith("--")) {
      const equals = head.indexOf("=");
      const given = head.slice(2, equals === -1 ? undefined : equals);
      const name = grammar.whole === true ? given : fullName(given, grammar);
      let value = equals === -1 ? undefined : tailOf(field, equals + 1);
      if (value === undefined && grammar.longValued?.includes(name) === true) {
        at += 1;
        value = fields[at];
      }
      options.push({ name, value, field, after });
      continue;
    }
    for (let letter = 1; letter < head.length; letter += 1) {
      const name = head.charAt(letter);
      if (grammar.valued?.includes(name) !== true) {
        options.push({ name, value: undefined, field, after });
        continue;
      }
      const rest = tailOf(field, letter + 1);
      if (rest.segments.length > 0) options.push({ name, value: rest, field, after });
      else {
        at += 1;
        options.push({ name, value: fields[at], field, after });
      }
      break;
    }
  }
  return { options, operands };
}

function fullName(given: string, { long = [], longValued = [] }: Grammar): string {
  if (long.includes(given) || longValued.includes(given)) return given;
  const matches = [...long, ...longValued].filter((name) => name.startsWith(given));
  return matches.length === 1 && matches[0] !== undefined ? matches[0] : given;
}
