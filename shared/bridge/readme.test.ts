/** The README's examples run as they stand there and say what stands there. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as bridgePackage from "./index.ts";
import { Lab, nested, prints, replacing } from "./testing/lab.ts";

const text = readFileSync(join(import.meta.dir, "README.md"), "utf8");

function example(name: string): string {
  const found = new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`README.md has no example ${name}`);
  return found;
}

/** The body of an example as a function of what the text around it names, its import taken from the package itself. */
async function run(name: string, given: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const body = example(name).replace(
    /^import \{([^}]*)\} from "@hasna\/hooks-bridge";$/m,
    "const {$1} = bridgePackage;",
  );
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync(`export default async () => {${body}}`);
  const lines: string[] = [];
  const console = { log: (...values: readonly unknown[]) => void lines.push(values.map(show).join(" ")) };
  const names = { bridgePackage, console, ...given };
  const make = new Function(...Object.keys(names), code.replace(/export default/, "return"));
  await make(...Object.values(names))();
  return lines;
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

test("firing an event says what the README shows", async () => {
  await using lab = await Lab.open([]);
  const script = (name: string, body: string): string => lab.script(name, body);
  const guard = script(
    "guard",
    `echo checking; ${prints(nested({ permissionDecision: "deny", permissionDecisionReason: "no" }))}`,
  );
  const tidy = script("tidy", replacing("rm -rf", "trash"));
  lab.write(
    ".claude/settings.json",
    example("settings").replace("$HOME/guard", guard).replace("$HOME/tidy", tidy),
  );
  const lines = await run("fire", { home: lab.home, project: lab.project });
  expect(`${lines.join("\n")}\n`).toBe(example("output"));
});

test("a call on its way is proved", async () => {
  await using lab = await Lab.open([{ body: replacing("rm -rf", "trash") }]);
  const lines = await run("unit", {
    bridge: lab.bridge,
    sink: lab.sink,
    log: lab.log,
    ask: async () => ({ kind: "unavailable" }),
    tool: async (args: { readonly command: string }) => `ran ${args.command}`,
  });
  expect(lines[0]).toEndWith("ran trash build");
  expect(lines[1]).toBe('{"ok":true,"findings":[],"repairs":[]}');
});
