/** What must hold with a real client at one end and our built programs at the other. */
import type { Case } from "./case.ts";

/** Settings as people have them: a comment-free file of their own, with odd spacing and a hook of somebody else. */
const foreignSettings = `{
    "model": "some-model",   "cleanupPeriodDays": 30,
  "hooks": { "PreToolUse": [ {"matcher":"Write", "hooks":[{"type":"command","command":"true"}]} ] }
}`;

const deleteBuild = { command: "rm -rf build", gone: ["project/build"] } as const;

export const cases: readonly Case[] = [
  {
    name: "without a hook the delete is for good, so that the other cases can fail",
    steps: [
      { kind: "session", asks: [deleteBuild] },
      { kind: "run", line: ["trash", "list"], silentOn: ["build"] },
    ],
  },
  {
    name: "trash-guard turns rm into the trash, and undo brings every byte back",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      { kind: "session", asks: [{ command: "ls build", told: ["app.js", "run.sh"] }, deleteBuild] },
      { kind: "run", line: ["trash", "list"], says: ["build"] },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "restored" },
    ],
  },
  {
    name: "trash-guard refuses to delete the home folder, and the model is told why and what to do",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      {
        kind: "session",
        asks: [
          {
            command: "rm -rf ~",
            error: true,
            told: ["never deleted", "leave that operand out", "(trash-guard/protected-path)"],
          },
          { command: 'rm -rf "$HOME"', error: true, told: ["(trash-guard/protected-path)"] },
          { command: "rm -rf ~/.ssh", error: true, told: [".ssh", "(trash-guard/protected-path)"] },
          { command: "find ../documents -delete", error: true, told: ["rm -- "] },
          // Nobody can be asked in a headless session, so the client takes the question for a no.
          { command: "trash empty", error: true },
          { command: "cat ../documents/letter.txt", told: ["Dear reader"] },
        ],
      },
      { kind: "restored" },
    ],
  },
  {
    name: "two hooks in one entry: the repositories are guarded, other deletes go to the trash",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard", "workspace-repos-guard"] },
      {
        kind: "session",
        asks: [
          { command: "rm -rf ~/workspace/repos/app", error: true, told: ["workspace-repos-guard/"] },
          { command: "cd ~/workspace/repos && rm -rf app", error: true, told: ["workspace-repos-guard/"] },
          { command: "ls ~/workspace/repos", told: ["app"] },
          deleteBuild,
        ],
      },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "restored" },
    ],
  },
  ...(["project", "local"] as const).map(
    (scope): Case => ({
      name: `a hook installed in ${scope} scope guards that project`,
      steps: [
        { kind: "run", line: ["hooks", "install", "trash-guard", "--scope", scope] },
        {
          kind: "session",
          asks: [deleteBuild, { command: "rm -rf ~", error: true, told: ["(trash-guard/protected-path)"] }],
        },
        { kind: "run", line: ["trash", "undo"] },
        { kind: "run", line: ["hooks", "uninstall", "trash-guard", "--scope", scope] },
        { kind: "restored" },
      ],
    }),
  ),
  {
    name: "a hook installed for the user and for the project still takes one delete once",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      { kind: "run", line: ["hooks", "install", "trash-guard", "--scope", "project"] },
      { kind: "session", asks: [deleteBuild] },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "run", line: ["hooks", "uninstall", "trash-guard", "--scope", "project"] },
      { kind: "restored" },
    ],
  },
  {
    name: "uninstall gives the settings file back byte for byte, and then nothing is guarded",
    steps: [
      { kind: "write", path: ".claude/settings.json", text: foreignSettings },
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      { kind: "session", asks: [deleteBuild] },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "restored" },
      { kind: "run", line: ["hooks", "uninstall", "trash-guard"] },
      { kind: "holds", path: ".claude/settings.json", text: foreignSettings },
      { kind: "session", asks: [deleteBuild] },
      { kind: "run", line: ["trash", "list"], silentOn: ["build"] },
    ],
  },
  {
    name: "a rewrite approves the delete that it made safe and nothing else of the line",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      {
        kind: "session",
        allowShell: false,
        asks: [{ command: "rm -rf build && touch made", error: true }, deleteBuild],
      },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "restored" },
    ],
  },
  {
    name: "the permission rule of install lets a rewritten delete run in a line that the user allows",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      {
        kind: "session",
        allowShell: false,
        asks: [{ command: "rm -rf build && ls", gone: ["project/build"], told: ["README.md"] }],
      },
      { kind: "run", line: ["trash", "undo"] },
      { kind: "restored" },
    ],
  },
  {
    name: "a project cannot switch the guard off with files of its own",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      { kind: "write", path: "project/.env", text: "PATH=/nonexistent\nHOME=/nonexistent\n" },
      { kind: "write", path: "project/bunfig.toml", text: 'preload = ["./off.ts"]\n' },
      { kind: "write", path: "project/off.ts", text: "process.exit(0);\n" },
      {
        kind: "write",
        path: "project/tsconfig.json",
        text: '{ "compilerOptions": { "baseUrl": ".", "paths": { "*": ["./off.ts"] } } }\n',
      },
      {
        kind: "session",
        asks: [{ command: "rm -rf ~", error: true, told: ["trash-guard/"] }, deleteBuild],
      },
      { kind: "run", line: ["trash", "list"], says: ["build"] },
    ],
  },
  {
    name: "a guard whose program is gone does not open the gate",
    steps: [
      { kind: "run", line: ["hooks", "install", "trash-guard"] },
      { kind: "remove", path: ".hasna/hooks" },
      { kind: "session", asks: [{ command: "rm -rf build", error: true }] },
      { kind: "restored" },
    ],
  },
];
