/** The programs themselves and who may change what we rely on. */
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Check, Hit } from "../doctor/finding.ts";
import { run } from "../doctor/running.ts";
import { placedProgram } from "../install/placement.ts";

export const binaryMissing: Check = {
  id: "binary-missing",
  severity: "error",
  title: "the installed program is gone",
  means: "Every entry of ours starts it: no guard runs.",
  mend: "Run the install again.",
  find: async ({ own, ours }) => {
    const users = ours.filter(({ entry }) => entry.own?.program === own.program);
    const [first] = users;
    if (first === undefined || (await stat(own.program).catch(() => undefined))?.isFile() === true) return [];
    const says = `${own.program} is not there, and ${users.length} ${users.length === 1 ? "entry starts" : "entries start"} it.`;
    return [
      {
        file: own.program,
        says,
        fix: `hooks install ${[...new Set(users.flatMap(({ entry }) => entry.own?.names ?? []))].join(" ")}`,
      },
    ];
  },
};

export const binaryChanged: Check = {
  id: "binary-changed",
  severity: "error",
  title: "the installed program is not what was installed",
  means:
    "Something changed the file since: what judges your calls may be damaged, or somebody else's program.",
  mend: "Install again with --force, and find out what changed it.",
  find: async ({ own }) => {
    const placed = await placedProgram(own);
    if (placed === undefined || placed.recorded === undefined) return [];
    return [
      { name: "hooks", hash: placed.hooks },
      { name: "trash", hash: placed.trash },
    ].flatMap(({ name, hash }): readonly Hit[] => {
      if (hash === placed.recorded) return [];
      const file = join(placed.folder, name);
      const says =
        hash === undefined
          ? `${file} is not there.`
          : `Its SHA-256 is ${hash.slice(0, 16)}…, and ${placed.recorded?.slice(0, 16)}… was placed.`;
      return [{ file, says, fix: `Remove ${placed.folder} and run hooks install again.` }];
    });
  },
};

export const versionsDiffer: Check = {
  id: "versions-differ",
  severity: "warning",
  title: "versions that do not agree",
  means:
    "The harnesses run another version than the one that you are calling: what you see here is not what they do.",
  mend: "Run `hooks install` with the version that you want in use.",
  find: async ({ own, context }) => {
    const placed = await placedProgram(own);
    if (placed === undefined) return [];
    const ran = await run([own.program, "--version"], { cwd: "/", env: {}, limitMs: 5000 });
    const says = ran.stdout.trim();
    if (ran.exitCode !== 0 || !says.startsWith("hooks ")) {
      const text = `It ends with ${ran.exitCode ?? "no code"} and says ${JSON.stringify((says || ran.stderr).slice(0, 80))}.`;
      return [
        {
          file: own.program,
          severity: "error",
          says: text,
          fix: `Remove ${placed.folder} and run hooks install again.`,
        },
      ];
    }
    const version = says.slice("hooks ".length);
    const hits: Hit[] = [];
    const [base = ""] = placed.version.split("+");
    if (base !== version)
      hits.push({
        file: own.program,
        says: `It says ${version} and stands in the folder of ${placed.version}.`,
        fix: "hooks install trash-guard --force",
      });
    if (context.binary !== undefined && version !== context.version)
      hits.push({
        file: own.program,
        says: `The harnesses run ${version}; this is ${context.version}.`,
        fix: "Run hooks install with this program, or call the installed one.",
      });
    return hits;
  },
};

export const writableByOthers: Check = {
  id: "writable-by-others",
  severity: "error",
  title: "a file that other users may change",
  means: "Whoever may write it decides what runs at every tool call of yours.",
  mend: "Take the write permission of group and others away.",
  find: async ({ files, own, ours }) => {
    const paths = new Set<string>();
    const registering = new Set(ours.map(({ file }) => file.real));
    for (const file of files) {
      if (file.scope === "managed" || !(registering.has(file.real) || file.generated !== undefined)) continue;
      paths.add(file.real).add(dirname(file.real));
    }
    const placed = await placedProgram(own);
    if (placed !== undefined)
      for (const path of [placed.folder, join(placed.folder, "hooks"), join(placed.folder, "trash")])
        paths.add(path);
    for (const name of [
      "",
      "/log",
      "/log/verdicts.jsonl",
      "/policy.json",
      "/grants.jsonl",
      "/wanted.json",
      "/versions",
    ])
      paths.add(`${own.state}${name}`);
    const hits: Hit[] = [];
    for (const path of paths) {
      const facts = await stat(path).catch(() => undefined);
      // A folder with the sticky bit lets nobody replace what is another's.
      if (
        facts === undefined ||
        (facts.mode & 0o022) === 0 ||
        (facts.isDirectory() && (facts.mode & 0o1000) !== 0)
      )
        continue;
      const who = (facts.mode & 0o002) !== 0 ? "everybody" : `the group ${facts.gid}`;
      hits.push({
        file: path,
        severity: (facts.mode & 0o002) !== 0 ? "error" : "warning",
        says: `Its mode is ${(facts.mode & 0o7777).toString(8).padStart(4, "0")}: ${who} may change it.`,
        fix: `chmod go-w '${path}'`,
        repair: { kind: "mode", path, mode: facts.mode & 0o7755 },
      });
    }
    return hits;
  },
};

const BUN_VARIABLES = [
  "BUN_OPTIONS",
  "BUN_BE_BUN",
  "BUN_INSPECT",
  "BUN_INSPECT_CONNECT_TO",
  "BUN_INSPECT_NOTIFY",
];

export const bunVariables: Check = {
  id: "bun-variables",
  severity: "error",
  title: "a variable that turns the program into something else",
  means: "With it set the guard runs other code or none at all, and the call passes.",
  mend: "Unset the variable; entries that `hooks install` writes into the user's settings switch it off by themselves.",
  find: ({ ours, files, context }) => {
    const exposed = (name: string) =>
      ours.filter(({ entry }) => entry.own?.assignments.includes(`${name}=`) !== true);
    const hits: Hit[] = [];
    for (const name of BUN_VARIABLES) {
      const isSet = (context.env[name] ?? "") !== "";
      const [first] = isSet ? exposed(name) : [];
      if (first !== undefined)
        hits.push({
          file: first.file.path,
          ...first.entry.at,
          harness: first.file.harness,
          says: `${name} is set in this environment, and this entry does not switch it off.`,
          fix: `unset ${name}`,
        });
      for (const file of files) {
        const env = (file.value as { readonly env?: Readonly<Record<string, unknown>> } | undefined)?.env;
        const value = typeof env === "object" && env !== null ? env[name] : undefined;
        if (value === undefined || value === "") continue;
        const [entry] = exposed(name).filter((one) => one.file.harness === file.harness);
        const line = file.body.slice(0, Math.max(0, file.body.indexOf(`"${name}"`))).split("\n").length;
        if (entry === undefined) continue;
        hits.push({
          file: file.path,
          line,
          column: 1,
          harness: file.harness,
          says: `It sets ${name} for every hook, and the entry in ${entry.file.path}:${entry.entry.at.line} does not switch it off.`,
          fix: `Take ${name} out of "env" in ${file.path}.`,
        });
      }
    }
    return hits;
  },
};
