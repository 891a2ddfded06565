import type { Field } from "@hasna/hooks-lexer";
import { fieldOf, headOf, textOf } from "./field.ts";
import type { Reader } from "./finding.ts";

/** Tests and actions that take the next word, so that `-name -delete` looks for a file of that name. */
const takesOne: string =
  " -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime " +
  "-ctime -mmin -amin -cmin -anewer -cnewer -newer -used -user -group -uid -gid -perm -links -inum -samefile -fstype " +
  "-maxdepth -mindepth -printf -fprint -fprint0 -fls -context -regextype -files0-from -flags -Bmin -Btime ";

function hasOperand(text: string): boolean {
  return !text.includes(" ") && takesOne.includes(` ${text} `);
}

const runsProgram: readonly string[] = ["-exec", "-execdir", "-ok", "-okdir"];

/** `find … -delete`. What `-exec` starts comes as a run of its own. */
export const find: Reader = (call) => {
  const starts: Field[] = [];
  let expression = false;
  let deletes = false;
  for (let at = 0; at < call.args.length; at += 1) {
    const field = call.args[at];
    if (field === undefined) break;
    const text = textOf(field);
    if (!expression) {
      if (text === "-H" || text === "-L" || text === "-P" || /^-O\d*$/.test(text ?? "") || text === "--")
        continue;
      if (text === "-D" || text === "-f") {
        at += 1;
        const value = call.args[at];
        if (text === "-f" && value !== undefined) starts.push(value);
        continue;
      }
      // BSD takes its letters in clusters: `find -xL dir`.
      if (text !== undefined && /^-[EHLPXdsx]+$/.test(text)) continue;
      if (!/^[-(!,]/.test(headOf(field))) {
        starts.push(field);
        continue;
      }
      expression = true;
    }
    if (text === undefined) continue;
    if (text === "-delete") deletes = true;
    else if (text === "-fprintf") at += 2;
    else if (runsProgram.includes(text)) at = endOfProgram(call.args, at + 1);
    // BSD's -depth is a flag or takes a number; only a number may be skipped.
    else if (text === "-depth") at += /^[+-]?\d+$/.test(textOf(call.args[at + 1] ?? field) ?? "") ? 1 : 0;
    else if (hasOperand(text) || /^-newer[aBcm][aBcmt]$/.test(text)) at += 1;
  }
  // `printf '%s\n' -delete | xargs -I{} find {}`: what xargs puts in can be an action.
  if (!deletes && call.fed) {
    const holes = call.args.some(({ segments }) =>
      segments.some((part) => part.kind === "unknown" && part.name === "{}"),
    );
    deletes = holes && call.input().some((text) => /(?:^|\s)-delete(?:\s|$)/.test(text));
  }
  if (!deletes) return [];
  const operands = starts.length > 0 ? starts : [fieldOf(".", call.run.verb.span)];
  return [{ by: "find -delete", operands, reach: "below", open: call.fed }];
};

/** Index of the word that ends `-exec`: `;`, or `+` behind `{}`. */
function endOfProgram(args: readonly Field[], start: number): number {
  for (let at = start; at < args.length; at += 1) {
    const field = args[at];
    const text = field === undefined ? undefined : textOf(field);
    if (text === ";") return at;
    const before = args[at - 1];
    if (text === "+" && before !== undefined && textOf(before) === "{}") return at;
  }
  return args.length;
}

/** The start folders of a `find` call, for what its `-exec` removes. */
export function startsOf(args: readonly Field[]): readonly Field[] {
  const starts: Field[] = [];
  for (const field of args) {
    const head = headOf(field);
    if (/^-(?:[HLP]|O\d*)$/.test(head)) continue;
    if (/^[-(!,]/.test(head)) break;
    starts.push(field);
  }
  return starts;
}
