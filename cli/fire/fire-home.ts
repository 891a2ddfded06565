/** A home folder with settings and hooks as people have them, for `hooks fire` to be run in. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "../app.ts";
import type { Context } from "../context.ts";

export interface FireHome {
  readonly home: string;
  readonly project: string;
  /** Writes a file below the home folder, and gives back its path. */
  write(path: string, text: string): string;
  /** Writes a program below the home folder, and gives back its path. */
  program(name: string, text: string): string;
  /** The value of a settings file in Claude Code's form. */
  settings(path: string, hooks: Readonly<Record<string, readonly Group[]>>): string;
  /** `hooks fire ...`, in the project. */
  fire(...argv: readonly string[]): Promise<Said>;
  /** `hooks ...`, in the project. */
  hooks(...argv: readonly string[]): Promise<Said>;
  remove(): void;
}

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string; readonly timeout?: number }[];
}

interface Said {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export function fireHome(): FireHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "hooks-fire-home-")));
  const project = join(home, "project");
  mkdirSync(project);
  const write = (path: string, text: string): string => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return {
    home,
    project,
    write,
    program: (name, text) => {
      const file = write(`programs/${name}`, text);
      chmodSync(file, 0o755);
      return file;
    },
    settings: (path, hooks) => {
      const events = Object.entries(hooks).map(([event, groups]) => [
        event,
        groups.map(({ hooks: handlers, ...group }) => ({
          ...group,
          hooks: handlers.map((handler) => ({ type: "command", ...handler })),
        })),
      ]);
      return write(path, `${JSON.stringify({ hooks: Object.fromEntries(events) }, null, 2)}\n`);
    },
    fire: (...argv) => hooksIn(home, project, ["fire", ...argv]),
    hooks: (...argv) => hooksIn(home, project, argv),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function hooksIn(home: string, cwd: string, argv: readonly string[]): Promise<Said> {
  let out = "";
  let err = "";
  const context: Context = {
    env: { HOME: home, PATH: "/usr/bin:/bin" },
    home,
    cwd,
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.0.0",
    terminal: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: async function* () {},
  };
  return { exitCode: await app(argv, context), out, err };
}

/** A reply in Claude Code's form, for `printf '%s'`. */
export function reply(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
}

/** A shell script that reads its input and prints a text. */
export function printing(text: string, before = ""): string {
  return `#!/bin/sh\ncat >/dev/null\n${before}\nprintf '%s' '${text}'\n`;
}
