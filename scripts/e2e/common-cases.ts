/** What must hold with any real client, each as far as it can carry out an answer. */
import type { Ask, Case } from "./case.ts";
import type { Client } from "./client.ts";

/** What a client that cannot rewrite tells its model: the safe command, to be sent by itself. */
const refusedRewrite = { error: true, told: ["Run this instead: ", "trash guard"] } as const;

export function commonCases(client: Client): readonly Case[] {
  const { id, rewrites, unableToRun, flags, userSettings } = client;
  const install = (...names: readonly string[]) =>
    ({ kind: "run", line: ["hooks", "install", ...names, "--harness", id, ...flags] }) as const;
  const uninstall = { kind: "run", line: ["hooks", "uninstall", "trash-guard", "--harness", id] } as const;
  // Without -f: Codex itself refuses that.
  const deleteBuild: Ask = { command: "rm -r build", gone: ["project/build"] };
  const guarded: Ask =
    rewrites === "never" ? { command: deleteBuild.command, ...refusedRewrite } : deleteBuild;
  const mixed: Ask =
    rewrites === "always"
      ? { command: "rm -r build && ls", gone: ["project/build"], told: ["README.md"] }
      : { command: "rm -r build && ls", ...refusedRewrite };
  const undo = rewrites === "never" ? [] : [{ kind: "run", line: ["trash", "undo"] } as const];
  return [
    {
      name: "without a hook the delete is for good, so that the other cases can fail",
      steps: [
        { kind: "session", asks: [deleteBuild] },
        { kind: "run", line: ["trash", "list"], silentOn: ["build"] },
      ],
    },
    {
      name: "trash-guard: what is harmless runs, a delete goes to the trash or is refused with the safe command",
      steps: [
        install("trash-guard"),
        { kind: "session", asks: [{ command: "ls build", told: ["app.js", "run.sh"] }, guarded] },
        ...undo,
        { kind: "restored" },
      ],
    },
    {
      name: "a delete beside other parts of a line",
      steps: [
        install("trash-guard"),
        { kind: "session", asks: [mixed] },
        ...(rewrites === "always" ? undo : []),
        { kind: "restored" },
      ],
    },
    {
      name: "what is refused does not run, and the model is told why; nobody can be asked",
      steps: [
        install("trash-guard"),
        {
          kind: "session",
          asks: [
            { command: "rm -rf ~", error: true, told: ["(trash-guard/protected-path)"] },
            { command: "trash empty", error: true },
            { command: "cat ../documents/letter.txt", told: ["Dear reader"] },
          ],
        },
        { kind: "restored" },
      ],
    },
    {
      name: "two hooks in one entry",
      steps: [
        install("trash-guard", "workspace-repos-guard"),
        {
          kind: "session",
          asks: [
            { command: "rm -rf ~/workspace/repos/app", error: true, told: ["workspace-repos-guard/"] },
            guarded,
          ],
        },
        ...undo,
        { kind: "restored" },
      ],
    },
    {
      name: "uninstall gives the settings back as they were, and then nothing is guarded",
      steps: [
        install("trash-guard"),
        { kind: "session", asks: [guarded] },
        ...undo,
        { kind: "restored" },
        uninstall,
        { kind: "holds", path: userSettings, text: client.files?.[userSettings] },
        { kind: "session", asks: [deleteBuild] },
      ],
    },
    {
      name:
        unableToRun === "blocks"
          ? "a guard whose program is gone does not open the gate"
          : "a guard whose program is gone lets the call run: the client has no switch for that",
      steps: [
        install("trash-guard"),
        { kind: "remove", path: ".hasna/hooks" },
        {
          kind: "session",
          asks: [unableToRun === "blocks" ? { command: deleteBuild.command, error: true } : deleteBuild],
        },
      ],
    },
  ];
}
