/** What must hold with any real client, each as far as it can carry out an answer. */
import type { Ask, Case, Step } from "./case.ts";
import type { Client } from "./client.ts";

/** A program in the place of ours that says nothing for longer than any client waits. */
const HANGS = "#!/bin/sh\nexec sleep 12\n";

/** What makes bash read those files: the first for any script, the second away for a bash that seems to be remote. */
const NOISY = { BASH_ENV: "~/.noise.sh", SHLVL: "" };

export function commonCases(client: Client): readonly Case[] {
  const { id, rewrites, unableToRun, hanging, flags, userSettings, refusalEnds = false, startFiles } = client;
  const install = (names: readonly string[], ...more: readonly string[]): Step => ({
    kind: "run",
    line: ["hooks", "install", ...names, "--harness", id, ...flags, ...more],
  });
  const uninstall = (...more: readonly string[]): Step => ({
    kind: "run",
    line: ["hooks", "uninstall", "trash-guard", "--harness", id, ...more],
  });
  const session = (asks: readonly Ask[], by: "agent" | "subagent" = "agent"): Step => ({
    kind: "session",
    asks,
    by,
  });
  /** A refusal: the model is told; where it ends the run nobody is told why (measured with Cline's JSON output). */
  const refused = (command: string, ...told: readonly string[]): Ask =>
    refusalEnds ? { command, error: true, ends: ["aborted"] } : { command, error: true, told };
  /** One session an ask where a refusal ends the session. */
  const sessions = (asks: readonly Ask[]): readonly Step[] =>
    refusalEnds ? asks.map((ask) => session([ask])) : [session(asks)];
  // Without -f: Codex itself refuses that.
  const deleteBuild: Ask = { command: "rm -r build", gone: ["project/build"] };
  const instead = ["Run this instead: ", "trash guard"];
  const guarded = rewrites === "never" ? refused(deleteBuild.command, ...instead) : deleteBuild;
  const mixed: Ask =
    rewrites === "always"
      ? { command: "rm -r build && ls", gone: ["project/build"], told: ["README.md"] }
      : refused("rm -r build && ls", ...instead);
  const undo: readonly Step[] = rewrites === "never" ? [] : [{ kind: "run", line: ["trash", "undo"] }];
  const restored: Step = { kind: "restored" };
  const project = client.projectHooks;

  return [
    {
      name: "none: without a hook the delete is for good, so that the other cases can fail",
      steps: [session([deleteBuild]), { kind: "run", line: ["trash", "list"], silentOn: ["build"] }],
    },
    {
      name: "none and rewrite: what is harmless runs, a delete goes to the trash or is refused with the safe command",
      steps: [
        install(["trash-guard"]),
        session([{ command: "ls build", told: ["app.js", "run.sh"] }, guarded]),
        ...undo,
        restored,
      ],
    },
    {
      name: "rewrite: a delete beside other parts of a line",
      steps: [install(["trash-guard"]), session([mixed]), ...(rewrites === "always" ? undo : []), restored],
    },
    {
      name: "deny and ask: what is refused does not run, and the reason is told; nobody can be asked",
      steps: [
        install(["trash-guard"]),
        ...sessions([
          refused("rm -rf ~", "(trash-guard/protected-path)"),
          refused("trash empty"),
          { command: "cat ../documents/letter.txt", told: ["Dear reader"] },
        ]),
        restored,
      ],
    },
    {
      name: "polluted output: a start file of the shell that prints does not open the gate",
      steps: [
        install(["trash-guard"]),
        { kind: "write", path: ".bashrc", text: "echo Welcome back\n" },
        { kind: "write", path: ".noise.sh", text: "echo Good morning\n" },
        ...sessions([
          refused("rm -rf ~", ...(startFiles === "without reason" ? [] : ["(trash-guard/protected-path)"])),
          startFiles === "none"
            ? guarded
            : refused(deleteBuild.command, ...(startFiles === "firm" ? instead : [])),
        ]).map((step): Step => (step.kind === "session" ? { ...step, env: NOISY } : step)),
        ...(startFiles === "none" ? undo : []),
        restored,
      ],
    },
    {
      name: "two hooks in one entry",
      steps: [
        install(["trash-guard", "workspace-repos-guard"]),
        ...sessions([refused("rm -rf ~/workspace/repos/app", "workspace-repos-guard/"), guarded]),
        ...undo,
        restored,
      ],
    },
    {
      name:
        project === "run"
          ? "project and user scope: one delete is taken once, a refusal refuses"
          : `project and user scope: the user's alone guards, because ${project.not}`,
      steps: [
        install(["trash-guard"]),
        install(["trash-guard"], "--scope", "project"),
        ...sessions([guarded, refused("rm -rf ~", "(trash-guard/protected-path)")]),
        ...undo,
        uninstall("--scope", "project"),
        restored,
        ...(project === "run"
          ? []
          : [uninstall(), install(["trash-guard"], "--scope", "project"), session([deleteBuild])]),
      ],
    },
    ...(client.subagents === "guarded"
      ? [
          {
            name: "subagent: what it runs is guarded as what the agent runs",
            steps: [
              install(["trash-guard"]),
              session(
                [
                  guarded,
                  refused("rm -rf ~", "(trash-guard/protected-path)"),
                  { command: "ls", told: ["README.md"] },
                ],
                "subagent",
              ),
              ...undo,
              restored,
            ],
          } satisfies Case,
        ]
      : []),
    {
      name: "uninstall gives the settings back as they were, and then nothing is guarded",
      steps: [
        install(["trash-guard"]),
        session([guarded]),
        ...undo,
        restored,
        uninstall(),
        { kind: "holds", path: userSettings, text: client.files?.[userSettings] },
        session([deleteBuild]),
      ],
    },
    {
      name:
        unableToRun === "blocks"
          ? "guard binary missing: the call does not run"
          : "guard binary missing: the call runs, because the client has no switch for that",
      steps: [
        install(["trash-guard"]),
        { kind: "remove", path: ".hasna/hooks" },
        session([unableToRun === "blocks" ? refused(deleteBuild.command) : deleteBuild]),
      ],
    },
    {
      name: `time-out: a guard that hangs ${HANGING[hanging]}`,
      steps: [
        install(["trash-guard"]),
        { kind: "remove", path: ".hasna/hooks" },
        { kind: "write", path: ".hasna/hooks/bin/hooks", text: HANGS, isProgram: true },
        session([hanging === "blocks" ? refused(deleteBuild.command) : deleteBuild]),
      ],
    },
  ];
}

const HANGING: Readonly<Record<Client["hanging"], string>> = {
  blocks: "keeps the call from running",
  open: "lets the call run: the client has no switch for that",
  waits: "is waited for, and then the call runs: the client knows no limit",
};
