/** Reading the payload that Claude Code began and most other harnesses send with names of their own. */
import type { HookEvent, HookInput, Shell } from "@hasna/hooks-registry";
import type { Decoded } from "./harness.ts";

/** What differs from harness to harness. */
export interface PayloadForm {
  /** Own event names by neutral ones. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** Own names of its other events, separated by blanks: a name in neither list is a payload we do not understand. */
  readonly unwatched: string;
  /** Own tool names by neutral ones, where they differ; several names of one are separated by `|`. */
  readonly tools: Readonly<Record<string, string>>;
  /** The key of the tool input that names the folder a shell command runs in, relative to the payload's `cwd`. */
  readonly folderKey?: string;
}

/** Reads any JSON value; what is not of the form is a problem, never an exception. */
export function decodePayload(payload: unknown, form: PayloadForm, shell: Shell): Decoded {
  if (!isObject(payload)) return problem(`the payload is ${nameOf(payload)} and not an object`);
  const { hook_event_name: name, cwd, session_id: session } = payload;
  if (typeof name !== "string") return problem(`hook_event_name is ${nameOf(name)} and not a text`);
  const event = neutral(form.events, name) as HookEvent | undefined;
  if (event === undefined) {
    if (form.unwatched.split(" ").includes(name)) return { kind: "unwatched", event: name };
    return problem(`hook_event_name ${JSON.stringify(name.slice(0, 60))} is unknown`);
  }
  if (cwd !== undefined && cwd !== null && typeof cwd !== "string") {
    return problem(`cwd is ${nameOf(cwd)} and not a text`);
  }
  const base = {
    event,
    // A relative folder says nothing: it would be read against the hook's own folder.
    cwd: typeof cwd === "string" && cwd.startsWith("/") ? cwd : undefined,
    shell,
    session: typeof session === "string" && session !== "" ? session : undefined,
  };
  if (event !== "PreToolUse" && event !== "PostToolUse") return input({ ...base, tool: "", toolInput: {} });

  const { tool_name: ownTool, tool_input: toolInput } = payload;
  if (typeof ownTool !== "string" || ownTool === "") {
    return problem(`tool_name is ${nameOf(ownTool)} and not a name`);
  }
  if (!isObject(toolInput)) return problem(`tool_input is ${nameOf(toolInput)} and not an object`);
  const tool = neutral(form.tools, ownTool) ?? (isPowerShell(ownTool) ? "PowerShell" : ownTool);
  if ((tool === "Bash" || tool === "PowerShell") && typeof toolInput.command !== "string") {
    return problem(`tool_input.command is ${nameOf(toolInput.command)} and not a text`);
  }
  const folder = form.folderKey === undefined ? undefined : toolInput[form.folderKey];
  return input({ ...base, tool, toolInput, cwd: folderIn(base.cwd, folder) });
}

/** Claude Code's `PowerShell`, Copilot CLI's `powershell`: what it runs is read by rules of its own, in every harness. */
function isPowerShell(tool: string): boolean {
  return tool === "PowerShell" || tool === "powershell" || tool === "pwsh";
}

/** The neutral name for an own one; undefined when there is none. */
function neutral(names: Readonly<Record<string, string>>, own: string): string | undefined {
  if (names[own] === own) return own;
  for (const name of Object.keys(names)) if (names[name]?.split("|").includes(own)) return name;
  return undefined;
}

function folderIn(cwd: string | undefined, folder: unknown): string | undefined {
  if (typeof folder !== "string" || folder === "") return cwd;
  if (folder.startsWith("/")) return folder;
  return cwd === undefined ? undefined : `${cwd === "/" ? "" : cwd}/${folder}`;
}

function input(value: HookInput): Decoded {
  return { kind: "input", input: value };
}

export function problem(text: string): Decoded {
  return { kind: "problem", problem: text };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
