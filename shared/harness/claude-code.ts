/** Claude Code. Measured with 2.1.197 and 2.1.332 unless a line says otherwise. */
import type { HookEvent, Shell, Verdict } from "@hasna/hooks-registry";
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
import { decodePayload, type PayloadForm } from "./payload.ts";
import { SILENCE, sentence, tooLate } from "./sentence.ts";

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

const FORM: PayloadForm = { events: EVENTS, unwatched: UNWATCHED, tools: {} };

export const claudeCode: Harness = {
  id: "claude-code",
  label: "Claude Code",
  events: EVENTS,
  tools: {},
  second: 1,
  dialect: "json",
  afterInstall:
    "New Claude Code sessions run it in every folder that you trust; a session that is open now picks it up within a moment. /hooks in a session lists what is registered.",
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
  return decodePayload(payload, FORM, shellOf(env));
}

/** The payload does not name the shell; Claude Code takes bash or zsh from these, and looks for either otherwise. */
function shellOf(env: ShellVariables): Shell {
  const path = env.CLAUDE_CODE_SHELL || env.SHELL || "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === "bash" || name === "zsh" ? name : "unknown";
}

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
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event), event);
      return say(event, {
        ...(verdict.approves && { permissionDecision: "allow", permissionDecisionReason: verdict.reason }),
        updatedInput: verdict.toolInput,
      });
    case "context":
      if (event === "SessionEnd" || verdict.text === "") return SILENCE;
      return say(event, { additionalContext: verdict.text });
  }
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
