/** Whether what is registered can be started at all. */
import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { Check, Hit } from "../doctor/finding.ts";
import { DESKTOP_PATH, resolveProgram, scriptOf, stepsOf } from "../doctor/programs.ts";
import type { Registered, Survey } from "../doctor/survey.ts";
import { register, registerLine } from "./matchers.ts";

interface Started {
  readonly one: Registered;
  readonly program: string;
  readonly script: string | undefined;
}

/** Every program that an entry starts directly. */
function started({ ours, foreign }: Survey): readonly Started[] {
  return [...ours, ...foreign].flatMap((one) => {
    const { own } = one.entry;
    if (own !== undefined) return [{ one, program: own.program, script: undefined }];
    return stepsOf(one.entry).map((step) => ({ one, program: step.program, script: scriptOf(step) }));
  });
}

function hit({ one }: Started, says: string, fix: string): Hit {
  const { file, entry } = one;
  const isOurs = entry.own !== undefined;
  return {
    file: file.path,
    ...entry.at,
    harness: file.harness,
    says,
    fix: isOurs ? registerLine(one) : fix,
    severity: isOurs ? "error" : "warning",
    repair: register(one),
  };
}

const isRelative = (path: string): boolean => path.includes("/") && !isAbsolute(path) && !/^[~$]/.test(path);
/** With a variable or a tilde in it only a shell in the harness's own environment could tell. */
const isOpen = (path: string): boolean => /^[~$]/.test(path) || path.includes("$");

export const programMissing: Check = {
  id: "program-missing",
  severity: "error",
  title: "a registered program that is not there",
  means: "The hook cannot run: most harnesses let every call pass then, some refuse every call.",
  mend: "Install the program, correct the path, or take the entry out.",
  find: async (survey) => {
    const { context, foreign, ours } = survey;
    const hits: Hit[] = [];
    for (const found of started({ ...survey, ours, foreign })) {
      const { program, one } = found;
      // The installed program has a check of its own.
      if (isOpen(program) || program === survey.own.program) continue;
      const path = await resolveProgram(program, context.env.PATH ?? "", context.cwd);
      if (path !== undefined) continue;
      const where = program.includes("/")
        ? (await stat(program).catch(() => undefined)) === undefined
          ? "is not there"
          : "is no program that may be started"
        : "is on no folder of PATH";
      const fix = `Install ${program} or take this entry out of ${one.file.path}.`;
      hits.push(hit(found, `${program} ${where}.`, fix));
    }
    return hits;
  },
};

export const scriptMissing: Check = {
  id: "script-missing",
  severity: "error",
  title: "an interpreter that is given a script that is not there",
  means:
    "Python ends with 2 then, which refuses every call; other interpreters end with 1 or 127, which lets every call pass.",
  mend: "Put the script back, correct the path, or take the entry out.",
  find: async (survey) => {
    const hits: Hit[] = [];
    for (const found of started(survey)) {
      const { script, one, program } = found;
      if (script === undefined || isOpen(script)) continue;
      const path = isAbsolute(script) ? script : join(survey.context.cwd, script);
      if ((await stat(path).catch(() => undefined)) !== undefined) continue;
      const fix = `Put ${script} back, or take this entry out of ${one.file.path}.`;
      hits.push(hit(found, `${program} is to run ${script}, and there is no such file.`, fix));
    }
    return hits;
  },
};

export const notForDesktop: Check = {
  id: "program-not-in-desktop-path",
  severity: "warning",
  title: "a program that only a terminal finds",
  means:
    "A harness that is started from the desktop has none of the folders that your shell profile adds: there the hook cannot run.",
  mend: "Register the program by its whole path.",
  find: async (survey) => {
    const hits: Hit[] = [];
    for (const found of started(survey)) {
      const { program, one } = found;
      if (program.includes("/") || isOpen(program)) continue;
      const { context } = survey;
      const here = await resolveProgram(program, context.env.PATH ?? "", context.cwd);
      if (here === undefined || (await resolveProgram(program, DESKTOP_PATH, context.cwd)) !== undefined)
        continue;
      const says = `${program} is found in ${here} here, and not along ${DESKTOP_PATH}.`;
      // A shared file names the bare word on purpose: the user's own settings are where a whole path belongs.
      const ownFix = `hooks install ${(one.entry.own?.names ?? []).join(" ")} --harness ${one.file.harness.id}`;
      const fix = one.entry.own === undefined ? `Write ${here} in the place of ${program}.` : ownFix;
      hits.push({ ...hit(found, says, fix), fix, severity: "warning", repair: undefined });
    }
    return hits;
  },
};

export const relative: Check = {
  id: "command-relative",
  severity: "warning",
  title: "a hook that is found from one folder only",
  means:
    "After a `cd`, in a worktree or in another project the file is not there and the guard is gone, without a word.",
  mend: 'Write an absolute path, or "$CLAUDE_PROJECT_DIR"/… in a project\'s file.',
  find: (survey) =>
    started(survey).flatMap((found): readonly Hit[] => {
      const bad = [found.program, found.script].find((path) => path !== undefined && isRelative(path));
      // Without a slash an interpreter still looks in the current folder.
      const script = found.script !== undefined && !isAbsolute(found.script) && !isOpen(found.script);
      const path = bad ?? (script ? found.script : undefined);
      if (path === undefined) return [];
      const fix = `Write the whole path of ${path}, or "$CLAUDE_PROJECT_DIR"/${path} in a project's file.`;
      return [hit(found, `${path} is looked for in the folder that the session happens to be in.`, fix)];
    }),
};

export const pluginVariable: Check = {
  id: "plugin-variable",
  severity: "warning",
  title: "a plugin's variable outside a plugin",
  means:
    "The variable is empty there, so the command looks for its script at the root of the disk and fails.",
  mend: "Write the whole path, or leave the entry to the plugin.",
  find: ({ ours, foreign }) =>
    [...ours, ...foreign].flatMap(({ file, entry }): readonly Hit[] => {
      const [name] = /\$\{?(?:CLAUDE_|DROID_|CURSOR_)?PLUGIN_(?:ROOT|DATA)\b/.exec(entry.command) ?? [];
      if (name === undefined || file.scope === "plugin") return [];
      const says = `${name.replace("{", "")} is set for the hooks of a plugin only.`;
      const fix = `Write the whole path in the place of the variable in ${file.path}.`;
      return [{ file: file.path, ...entry.at, harness: file.harness, says, fix }];
    }),
};

export const personalPath: Check = {
  id: "personal-path-in-project",
  severity: "warning",
  title: "one person's path in a file that a team shares",
  means: "On every other machine the program is not there, so the hook does not run.",
  mend: "Name the bare program or a path below the project, or move the entry to the user's settings.",
  find: ({ ours, foreign }) =>
    [...ours, ...foreign].flatMap((one): readonly Hit[] => {
      const { file, entry } = one;
      const [path] =
        /(?:\/(?:home|Users)\/[^/\s"']+|\b[A-Za-z]:[\\/]Users[\\/][^\\/\s"']+|\/root)(?=[\\/])/.exec(
          entry.command,
        ) ?? [];
      if (file.scope !== "project" || path === undefined) return [];
      const fix =
        entry.own === undefined
          ? `Move this entry to .local settings or name the bare program.`
          : registerLine(one);
      return [
        {
          file: file.path,
          ...entry.at,
          harness: file.harness,
          says: `It names ${path}, which is one person's home.`,
          fix,
          repair: register(one),
        },
      ];
    }),
};
