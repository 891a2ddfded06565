/** The trash that deletes are sent to. */

import { bundledHooks } from "hooks:bundled";
import { stat } from "node:fs/promises";
import type { Check, Hit } from "../doctor/finding.ts";
import { run } from "../doctor/running.ts";
import type { Survey } from "../doctor/survey.ts";
import { realWorld } from "../run/world.ts";

const GUARD = "trash-guard";

function isGuarded({ ours, files }: Survey): boolean {
  return (
    ours.some(({ entry }) => entry.own?.names.includes(GUARD) === true) ||
    files.some(({ generated }) => generated?.includes(GUARD) === true)
  );
}

const REDIRECT = "rm -- hooks-doctor-canary";

/** What the guard itself answers to a delete in this folder, with the programs that the harnesses run. */
async function answer({ context, own }: Survey): Promise<string | undefined> {
  const hook = bundledHooks.find(({ name }) => name === GUARD)?.hook;
  if (hook === undefined) return undefined;
  const isPlaced = (await stat(own.trash).catch(() => undefined))?.isFile() === true;
  const world = realWorld({
    env: context.env,
    user: context.user,
    ownFolder: isPlaced ? own.bin : undefined,
  });
  const verdict = await hook.run(
    {
      event: "PreToolUse",
      tool: "Bash",
      toolInput: { command: REDIRECT },
      cwd: context.cwd,
      shell: "bash",
      session: undefined,
    },
    world,
  );
  return verdict.kind === "deny" && verdict.rule === `${GUARD}/no-trash` ? verdict.reason : undefined;
}

/** The parenthesis of the refusal names each program called trash that did not pass, with the reason. */
const FOREIGN = /\(([^()]*(?:\([^()]*\)[^()]*)*)\)\.$/;

export const trashMissing: Check = {
  id: "trash-missing",
  severity: "error",
  title: "there is no trash",
  means: "Every delete is refused, because there is nothing to send it to.",
  mend: "Run `hooks install trash-guard`, which brings the trash along.",
  find: async (survey) => {
    const reason = isGuarded(survey) ? await answer(survey) : undefined;
    if (reason === undefined || FOREIGN.test(reason)) return [];
    return [
      {
        says: "No program called trash is installed by us or found on PATH.",
        fix: "hooks install trash-guard",
      },
    ];
  },
};

export const trashForeign: Check = {
  id: "trash-foreign",
  severity: "error",
  title: "the trash on PATH is not ours",
  means: "It does not know how to stand in for rm, so it is not used and every delete is refused.",
  mend: "Run `hooks install trash-guard`, which places a trash that the guard knows.",
  find: async (survey) => {
    const reason = isGuarded(survey) ? await answer(survey) : undefined;
    const [, foreign] = FOREIGN.exec(reason ?? "") ?? [];
    if (foreign === undefined) return [];
    return [{ says: `What is found does not pass: ${foreign}.`, fix: "hooks install trash-guard" }];
  },
};

interface TrashItem {
  readonly state: string;
  readonly about: string;
  readonly says: string;
  readonly next?: string;
}

export const trashUnusable: Check = {
  id: "trash-unusable",
  severity: "error",
  title: "the trash does not work here",
  means: "Deletes in this folder are refused, or cannot be undone.",
  mend: "Do what `trash doctor` advises; `trash doctor --fix` mends what can be mended.",
  find: async (survey): Promise<readonly Hit[]> => {
    const { own, context } = survey;
    if (!isGuarded(survey) || (await stat(own.trash).catch(() => undefined))?.isFile() !== true) return [];
    const env = {
      HOME: context.home,
      PATH: context.env.PATH ?? "",
      ...pick(context.env, ["XDG_DATA_HOME", "XDG_CONFIG_HOME"]),
    };
    const ran = await run([own.trash, "doctor", "--json"], { cwd: context.cwd, env, limitMs: 10_000 });
    let items: readonly TrashItem[];
    try {
      items = (JSON.parse(ran.stdout) as { readonly items: readonly TrashItem[] }).items;
    } catch {
      const says = `\`trash doctor\` ended with ${ran.exitCode ?? "no code"}: ${ran.stderr.trim().slice(0, 160)}.`;
      return [{ file: own.trash, says, fix: "hooks install trash-guard" }];
    }
    return items
      .filter(({ state }) => state === "bad")
      .map(({ about, says, next }) => ({
        file: own.trash,
        says: `${about}: ${says}.`,
        fix: next ?? "trash doctor --fix",
      }));
  },
};

function pick(env: Survey["context"]["env"], names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name] as string]])),
  );
}
