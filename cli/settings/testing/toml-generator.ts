/** TOML files as people and programs leave them, from a seed: for tests. */
import type { Random } from "./settings-generator.ts";

export function tomlText(random: Random): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (share: number) => random() < share;
  const eol = pick(["\n", "\n", "\n", "\r\n"]);
  const equals = pick([" = ", " = ", "=", "   = "]);
  const lines: string[] = [];
  const note = () => {
    if (chance(0.15)) lines.push(pick(["# a note", '# [[hooks]] is not one, nor "this"', "#", ""]));
  };
  let count = 0;
  const pair = (indent = "") => {
    note();
    const key = `${pick(["name", '"quoted key"', "'single'", "a.b", "number", "list", "when"])}${++count}`;
    const spelled = /["']$/.test(key.slice(0, -String(count).length))
      ? `${key.slice(0, -String(count).length - 1)}${count}${key.at(-String(count).length - 1)}`
      : key;
    lines.push(`${indent}${spelled}${equals}${value()}${chance(0.1) ? pick(["  # why", " #"]) : ""}`);
  };
  const value = (): string =>
    pick<() => string>([
      () => pick(["1", "-0", "1_000", "0xFF", "1.50", "6.02e23", "inf", "true", "false"]),
      () => pick(['"text"', '"a \\"quote\\" # no note"', "'C:\\path\\[x]'", '""', "''", '"\u2014 \u00e9"']),
      () => pick(["1979-05-27T07:32:00Z", "1979-05-27 07:32:00", "1979-05-27", "07:32:00"]),
      () => `"""${eol}several${eol}[[hooks]]${eol}event = "x" \\"${pick(["", '"', '""'])}"""`,
      () => `'''first ' '' ${eol}[table]'''`,
      () => pick(["[1, 2, 3]", "[]", `[${eol}  "a", # one${eol}  "]",${eol}]`, "[[1, 2], ['x']]"]),
      () => pick(["{ a = 1, b = 'x' }", "{}", '{ "k" = [1, { z = 2 }] }']),
    ])();
  for (let left = Math.floor(random() * 4); left > 0; left--) pair();
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    note();
    const name = `t${++count}`;
    lines.push(pick([`[${name}]`, `[ ${name} . 'sub' ]`, `[[${name}]]`, `[${name}."with.dot"]  # note`]));
    for (let pairs = Math.floor(random() * 3); pairs > 0; pairs--) pair(chance(0.2) ? "  " : "");
    if (chance(0.3)) lines.push("");
  }
  for (let left = chance(0.5) ? Math.floor(random() * 3) : 0; left > 0; left--) {
    note();
    lines.push(pick(["[[hooks]]", "[[ hooks ]]", '[["hooks"]]']));
    lines.push(`event${equals}${pick(['"Stop"', "'PreToolUse'"])}`);
    lines.push(
      `command${equals}${pick(['"audit"', "'/opt/x/guard.sh'", '"hooks run"', '"echo \\"hooks run\\""'])}`,
    );
    if (chance(0.5)) lines.push(`timeout${equals}10`);
    if (chance(0.3)) lines.push("");
  }
  const text = lines.join(eol);
  return text + pick([eol, eol, eol, "", `${eol}${eol}`, `${eol}# end`]);
}
