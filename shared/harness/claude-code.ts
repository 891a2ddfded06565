/** Claude Code. Measured with 2.1.197 and 2.1.332 unless a line says otherwise. */
import type { HookEvent, HookInput, Refusal, Shell, Verdict } from "@hasna/hooks-registry";
import { claudeFaults } from "./claude-code-settings.ts";
import type {
  Decoded,
  Harness,
  Places,
  Registration,
  Reply,
  Scope,
  ShellVariables,
  Wanted,
} from "./harness.ts";

const EVENTS: Readonly<Record<HookEvent, string>> = {
  PreToolUse: "PreToolUse",
  PostToolUse: "PostToolUse",
  UserPromptSubmit: "UserPromptSubmit",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Stop: "Stop",
};

/** Its other events (documentation of 2.1.251). A name in neither list is a payload we do not understand. */
const UNWATCHED =
  "Setup InstructionsLoaded UserPromptExpansion PermissionRequest PermissionDenied PostToolUseFailure " +
  "PostToolBatch Notification MessageDisplay SubagentStart SubagentStop TaskCreated TaskCompleted TeammateIdle " +
  "StopFailure ConfigChange CwdChanged DirectoryAdded FileChanged WorktreeCreate WorktreeRemove PreCompact " +
  "PostCompact Elicitation ElicitationResult PreModelSwitch PostModelSwitch";

/**
 * Seconds a hook may take. Far above what ours need (milliseconds), far below the harness's own 600: a time-out is
 * an open gate in every version before 2.1.295.
 */
const TIMEOUT = 5;

export const claudeCode: Harness = {
  id: "claude-code",
  label: "Claude Code",
  events: EVENTS,
  tools: {},
  second: 1,
  dialect: "json",
  afterInstall:
    "New Claude Code sessions run the hook at once; a session that is open now picks it up within a moment, or after /hooks or a restart.",
  managedSettings: [
    "/etc/claude-code/managed-settings.json",
    "/etc/claude-code/managed-settings.d/",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.d/",
  ],
  settingsFile,
  faults: (settings) => claudeFaults(settings, [...Object.values(EVENTS), ...UNWATCHED.split(" ")]),
  fires,
  registration,
  decode,
  encode,
};

function settingsFile(scope: Scope, places: Places): string {
  if (scope === "user") {
    const moved = places.env.CLAUDE_CONFIG_DIR;
    return `${moved ? trimSlash(moved) : `${trimSlash(places.home)}/.claude`}/settings.json`;
  }
  const name = scope === "project" ? "settings.json" : "settings.local.json";
  return `${trimSlash(places.project)}/.claude/${name}`;
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Nothing, an empty text and `*` fire always; a text of plain characters is a list of exact names; anything else is
 * an unanchored regular expression. Lists may be separated by a comma since 2.1.191.
 */
function fires(matcher: string | undefined, tool: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (/^[\w\- ,|]*$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}

function registration(wanted: Wanted): Registration {
  const handler = { type: "command", command: wanted.command, timeout: TIMEOUT };
  return {
    matcher: wanted.matcher === "" ? undefined : wanted.matcher,
    // Known from 2.1.295; older versions ignore it.
    handler: wanted.guard ? { ...handler, onFailure: "block" } : handler,
  };
}

function decode(payload: unknown, env: ShellVariables): Decoded {
  if (!isObject(payload)) return problem(`the payload is ${nameOf(payload)} and not an object`);
  const { hook_event_name: name, cwd, session_id: session } = payload;
  if (typeof name !== "string") return problem(`hook_event_name is ${nameOf(name)} and not a text`);
  if (!Object.hasOwn(EVENTS, name)) {
    if (UNWATCHED.split(" ").includes(name)) return { kind: "unwatched", event: name };
    return problem(`hook_event_name ${JSON.stringify(name.slice(0, 60))} is unknown`);
  }
  if (cwd !== undefined && cwd !== null && typeof cwd !== "string") {
    return problem(`cwd is ${nameOf(cwd)} and not a text`);
  }
  const event = name as HookEvent;
  const base = {
    event,
    // A relative folder says nothing: it would be read against the hook's own folder.
    cwd: typeof cwd === "string" && cwd.startsWith("/") ? cwd : undefined,
    shell: shellOf(env),
    session: typeof session === "string" && session !== "" ? session : undefined,
  };
  if (event !== "PreToolUse" && event !== "PostToolUse") return input({ ...base, tool: "", toolInput: {} });

  const { tool_name: tool, tool_input: toolInput } = payload;
  if (typeof tool !== "string" || tool === "") return problem(`tool_name is ${nameOf(tool)} and not a name`);
  if (!isObject(toolInput)) return problem(`tool_input is ${nameOf(toolInput)} and not an object`);
  if (tool === "Bash" && typeof toolInput.command !== "string") {
    return problem(`tool_input.command is ${nameOf(toolInput.command)} and not a text`);
  }
  return input({ ...base, tool, toolInput });
}

function input(value: HookInput): Decoded {
  return { kind: "input", input: value };
}

function problem(text: string): Decoded {
  return { kind: "problem", problem: text };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

/** The payload does not name the shell; Claude Code takes bash or zsh from these, and looks for either otherwise. */
function shellOf(env: ShellVariables): Shell {
  const path = env.CLAUDE_CODE_SHELL || env.SHELL || "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === "bash" || name === "zsh" ? name : "unknown";
}

const SILENCE: Reply = { stdout: "", stderr: "", exitCode: 0 };

function encode(verdict: Verdict, event: HookEvent): Reply {
  switch (verdict.kind) {
    case "none":
    // A printed allow skips the user's own prompt for the whole call.
    case "allow":
      return SILENCE;
    case "deny":
      return refuse(sentence(verdict), event);
    case "ask":
      // Only a tool call can be asked about; where nobody can be asked, the question is a refusal.
      if (event !== "PreToolUse") return refuse(sentence(verdict), event);
      return say(event, { permissionDecision: "ask", permissionDecisionReason: sentence(verdict) });
    case "rewrite":
      if (event !== "PreToolUse") {
        return refuse(`${verdict.reason} Nothing can be rewritten at ${event}. (${verdict.rule})`, event);
      }
      return say(event, {
        ...(verdict.approves && { permissionDecision: "allow", permissionDecisionReason: verdict.reason }),
        updatedInput: verdict.toolInput,
      });
    case "context":
      if (event === "SessionEnd" || verdict.text === "") return SILENCE;
      return say(event, { additionalContext: verdict.text });
  }
}

function sentence(refusal: Refusal): string {
  return `${refusal.reason} ${refusal.next} (${refusal.rule})`;
}

/** JSON for the versions and events that read it, stderr and exit code 2 for polluted output: either one holds. */
function refuse(text: string, event: HookEvent): Reply {
  const stderr = `${text}\n`;
  if (event === "PreToolUse") {
    const { stdout } = say(event, { permissionDecision: "deny", permissionDecisionReason: text });
    return { stdout, stderr, exitCode: 2 };
  }
  // Sessions begin and end whatever a hook says; the person still reads stderr.
  if (event === "SessionStart" || event === "SessionEnd") return { stdout: "", stderr, exitCode: 2 };
  return { stdout: JSON.stringify({ decision: "block", reason: text }), stderr, exitCode: 2 };
}

/** The JSON must be all there is on stdout: one line before or after it and the decision is lost. */
function say(event: HookEvent, fields: Readonly<Record<string, unknown>>): Reply {
  const stdout = JSON.stringify({ hookSpecificOutput: { hookEventName: EVENTS[event], ...fields } });
  return { stdout, stderr: "", exitCode: 0 };
}
