/**
 * What three real clients were seen to do with hooks: Claude Code 2.1.332 (2.1.197 where the newer was not run), Codex
 * 0.171.0, Gemini CLI 0.61.0. The model asks for `rmdir victim`; a rewrite makes it `mkdir other`. One row is used twice:
 * the bridge must come to the same end, and the end-to-end run puts the same row before the real client.
 */
import type { Json } from "@hasna/hooks-harness";

export type Client = "claude-code" | "codex" | "gemini-cli";

/** `-` was not measured; `H`: the client waits for ever. */
export type Letter = "R" | "B" | "S" | "H" | "N" | "-";

export interface Script {
  /** Shell text, run by the handler's command. */
  readonly body: string;
  /** Keys of the handler besides. */
  readonly handler?: Readonly<Record<string, Json>>;
  /** In place of the script's path, which `{script}` stands for in it. */
  readonly command?: string;
}

export interface Situation {
  readonly name: string;
  readonly hooks: (client: Client) => readonly Script[];
  /** One letter a client: Claude Code, Codex, Gemini CLI. */
  readonly outcome: `${Letter}${Letter}${Letter}`;
  /** Changes the settings file's text or value; default is one group with the matcher of the shell tool. */
  readonly file?: Change;
  /** The command the model asks for is this long. */
  readonly padding?: number;
  /** Its end depends on waiting; short tests leave it out. */
  readonly slow?: true;
}

type Change = (settings: Settings, client: Client) => Json | string;

/** A settings file as the row would have it, before `file` changes it. */
interface Settings {
  readonly event: string;
  readonly tool: string;
  readonly handlers: readonly Json[];
}

export const asked = "rmdir victim";
export const instead = "mkdir other";

export const clients: readonly Client[] = ["claude-code", "codex", "gemini-cli"];

function eventOf(client: Client): string {
  return client === "gemini-cli" ? "BeforeTool" : "PreToolUse";
}

function toolOf(client: Client): string {
  return client === "gemini-cli" ? "run_shell_command" : "Bash";
}

/** The whole settings file of a row. */
export function settingsOf(
  situation: Situation,
  client: Client,
  command: (script: Script, index: number) => string,
): string {
  const unit = client === "gemini-cli" ? 1000 : 1;
  const handlers = situation.hooks(client).map((script, index): Json => {
    const { timeout, ...more } = script.handler ?? {};
    return {
      ...(client === "gemini-cli" && { name: `n${index}` }),
      type: "command",
      command: script.command?.replaceAll("{script}", command(script, index)) ?? command(script, index),
      timeout: typeof timeout === "number" ? timeout * unit : (timeout ?? 20 * unit),
      ...more,
    };
  });
  const settings = { event: eventOf(client), tool: toolOf(client), handlers };
  const value = situation.file?.(settings, client) ?? usual(settings);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function usual({ event, tool, handlers }: Settings): Json {
  return { hooks: { [event]: [{ matcher: tool, hooks: handlers }] } };
}

/** Shell text that prints exactly this. */
function print(text: string): string {
  return `printf '%s' '${text.replaceAll("'", "'\\''")}'`;
}

function json(value: unknown): string {
  return print(JSON.stringify(value));
}

function denial(client: Client, reason = "R", more: object = {}): object {
  return client === "gemini-cli"
    ? { decision: "deny", reason, ...more }
    : {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: reason,
        },
        ...more,
      };
}

function nested(fields: object): object {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } };
}

/** A rewrite in the client's own form. */
function rewrite(client: Client, input: unknown, decision: string | undefined = "allow"): object {
  if (client === "gemini-cli") {
    return {
      ...(decision !== undefined && { decision }),
      hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: input },
    };
  }
  return nested({ ...(decision !== undefined && { permissionDecision: decision }), updatedInput: input });
}

function allow(client: Client): object {
  return client === "gemini-cli" ? { decision: "allow" } : nested({ permissionDecision: "allow" });
}

const changed = { command: instead, description: "lab" };
const other = { command: "mkdir beside", description: "lab" };

/** One hook whose script reads its input first. */
function one(body: (client: Client) => string, handler?: Script["handler"]): Situation["hooks"] {
  return (client) => [
    { body: `cat >/dev/null\n${body(client)}\n`, ...(handler !== undefined && { handler }) },
  ];
}

function several(...bodies: readonly ((client: Client) => string)[]): Situation["hooks"] {
  return (client) => bodies.map((body) => ({ body: `cat >/dev/null\n${body(client)}\n` }));
}

const deny = (client: Client): string => json(denial(client));
const say = (text: string): string => `printf '%s\\n' '${text}'`;
const err = (text: string): string => `${say(text)} >&2`;

const replies: readonly Situation[] = [
  { name: "no hook at all", hooks: () => [], outcome: "RRR" },
  { name: "prints nothing", hooks: one(() => "true"), outcome: "RR-" },
  { name: "deny, exit 0", hooks: one(deny), outcome: "BBB" },
  { name: "deny, exit 2, stderr empty", hooks: one((c) => `${deny(c)}; exit 2`), outcome: "BRB" },
  { name: "deny, stderr text, exit 2", hooks: one((c) => `${deny(c)}; ${err("R")}; exit 2`), outcome: "BBB" },
  { name: "deny, stderr noise, exit 0", hooks: one((c) => `${deny(c)}; ${err("noise")}`), outcome: "BB-" },
  { name: "exit 2 and stderr", hooks: one(() => `${err("R")}; exit 2`), outcome: "BBB" },
  { name: "exit 2, nothing printed", hooks: one(() => "exit 2"), outcome: "BRR" },
  { name: "exit 2, text on stdout", hooks: one(() => `${say("R")}; exit 2`), outcome: "BR-" },
  { name: "exit 1 and stderr", hooks: one(() => `${err("R")}; exit 1`), outcome: "RRR" },
  { name: "exit 1, nothing printed", hooks: one(() => "exit 1"), outcome: "RR-" },
  { name: "exit 3 and stderr", hooks: one(() => `${err("R")}; exit 3`), outcome: "RRB" },
  { name: "deny and exit 1", hooks: one((c) => `${deny(c)}; exit 1`), outcome: "BRB" },
  { name: "a text line, then deny", hooks: one((c) => `${say("hello")}; ${deny(c)}`), outcome: "RRR" },
  {
    name: "a text line, deny, stderr, exit 2",
    hooks: one((c) => `${say("hello")}; ${deny(c)}; ${err("R")}; exit 2`),
    outcome: "BBB",
  },
  { name: "deny, then a text line", hooks: one((c) => `${deny(c)}; echo; ${say("hello")}`), outcome: "RRR" },
  { name: "blank lines, then deny", hooks: one((c) => `echo; echo; ${deny(c)}`), outcome: "BB-" },
  {
    name: "a byte order mark, then deny",
    hooks: one((c) => `printf '\\357\\273\\277'; ${deny(c)}`),
    outcome: "BR-",
  },
  {
    name: "deny over several lines",
    hooks: one((c) => print(JSON.stringify(denial(c), null, 2))),
    outcome: "BB-",
  },
  { name: "{} newline deny", hooks: one((c) => `echo '{}'; ${deny(c)}`), outcome: "RR-" },
  {
    name: "deny in two parts, 0.3 s apart",
    hooks: one((c) => {
      const text = JSON.stringify(denial(c));
      return `${print(text.slice(0, 20))}; sleep 0.3; ${print(text.slice(20))}`;
    }),
    outcome: "BB-",
  },
  {
    name: "a reason of 200 KB",
    hooks: one((c) => {
      const [before = "", after = ""] = JSON.stringify(denial(c, "@@")).split("@@");
      return `${print(before)}; head -c 200000 /dev/zero | tr '\\0' x; ${print(after)}`;
    }),
    outcome: "BBB",
  },
  { name: "an empty reason", hooks: one((c) => json(denial(c, ""))), outcome: "BRB" },
  { name: "an unknown key", hooks: one((c) => json(denial(c, "R", { x: 1 }))), outcome: "BRB" },
  {
    name: "an unknown key inside",
    hooks: one(() => json(nested({ permissionDecision: "deny", permissionDecisionReason: "R", x: 1 }))),
    outcome: "BR-",
  },
  {
    name: "deny without the event's name",
    hooks: one((c) =>
      c === "gemini-cli"
        ? deny(c)
        : json({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "R" } }),
    ),
    outcome: "RRB",
  },
  {
    name: "deny with another event's name",
    hooks: one(() =>
      json({
        hookSpecificOutput: {
          hookEventName: "PostToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "R",
        },
      }),
    ),
    outcome: "RB-",
  },
  {
    name: "Claude Code's nested form",
    hooks: one(() => json(nested({ permissionDecision: "deny", permissionDecisionReason: "R" }))),
    outcome: "BBR",
  },
  { name: "decision block", hooks: one(() => json({ decision: "block", reason: "R" })), outcome: "BBB" },
  {
    name: "decision deny, outside",
    hooks: one(() => json({ decision: "deny", reason: "R" })),
    outcome: "RRB",
  },
  { name: "continue false", hooks: one(() => json({ continue: false, stopReason: "R" })), outcome: "RRS" },
  {
    name: "deny and suppressOutput",
    hooks: one((c) => json(denial(c, "R", { suppressOutput: true }))),
    outcome: "BR-",
  },
  { name: "systemMessage alone", hooks: one(() => json({ systemMessage: "hello" })), outcome: "RR-" },
  { name: "{}", hooks: one(() => "echo '{}'"), outcome: "RR-" },
  { name: "[]", hooks: one(() => "echo '[]'"), outcome: "RR-" },
  { name: "broken JSON", hooks: one(() => print('{"hookSpecificOutput"')), outcome: "RRR" },
  { name: "plain text", hooks: one(() => say("hello")), outcome: "RR-" },
  { name: "decision allow", hooks: one((c) => json(allow(c))), outcome: "RRR" },
  {
    name: "ask, and nobody there",
    hooks: one((c) =>
      json(
        c === "gemini-cli"
          ? { decision: "ask", reason: "R" }
          : nested({ permissionDecision: "ask", permissionDecisionReason: "R" }),
      ),
    ),
    outcome: "BRH",
  },
];

const failures: readonly Situation[] = [
  { name: "kills itself with KILL", hooks: one(() => "kill -9 $$"), outcome: "RRR" },
  { name: "kills itself with SEGV", hooks: one(() => "kill -SEGV $$"), outcome: "RR-" },
  { name: "deny printed, then KILL", hooks: one((c) => `${deny(c)}; kill -9 $$`), outcome: "BR-" },
  { name: "command not found", hooks: () => [{ body: "", command: "/nonexistent/hook" }], outcome: "RRB" },
  { name: "file not executable", hooks: () => [{ body: "", command: "/etc/passwd" }], outcome: "RR-" },
  {
    name: "sleeps past its time, would deny",
    hooks: one((c) => `sleep 3; ${deny(c)}`, { timeout: 1 }),
    outcome: "RRR",
    slow: true,
  },
  {
    name: "denies at once, then sleeps past its time",
    hooks: one((c) => `${deny(c)}; sleep 3`, { timeout: 1 }),
    outcome: "RRR",
    slow: true,
  },
  {
    name: "the same, and ignores TERM",
    hooks: one((c) => `trap '' TERM; ${deny(c)}; sleep 3`, { timeout: 1 }),
    outcome: "RR-",
    slow: true,
  },
  { name: "closes stdin unread, exit 0", hooks: () => [{ body: "exec 0<&-\n" }], outcome: "RRR" },
  {
    name: "closes stdin unread, deny",
    hooks: (c) => [{ body: `exec 0<&-\n${deny(c)}\n` }],
    outcome: "BB-",
  },
  {
    name: "a payload of 90 KB unread, exit 0",
    hooks: () => [{ body: "exit 0\n" }],
    outcome: "RRR",
    padding: 90_000,
  },
  {
    name: "a payload of 90 KB unread, deny",
    hooks: (c) => [{ body: `${deny(c)}\n` }],
    outcome: "BBB",
    padding: 90_000,
  },
  {
    name: "a payload of 90 KB unread, exit 2 and stderr",
    hooks: () => [{ body: `${err("R")}; exit 2\n` }],
    outcome: "BB-",
    padding: 90_000,
  },
  { name: "stderr alone, exit 0", hooks: one(() => err("noise")), outcome: "RRR" },
  {
    name: "deny, a child keeps stdout for 2 s",
    hooks: one((c) => `${deny(c)}; sleep 2 &`),
    outcome: "BBB",
    slow: true,
  },
  { name: "exit 0, a child keeps stdout for 2 s", hooks: one(() => "sleep 2 &"), outcome: "RR-", slow: true },
  {
    name: "deny, a child keeps stdout past the time",
    hooks: one((c) => `${deny(c)}; sleep 4 &`, { timeout: 1 }),
    outcome: "BRR",
    slow: true,
  },
  {
    name: "deny, a child with streams of its own",
    hooks: one((c) => `${deny(c)}; sleep 2 </dev/null >/dev/null 2>&1 &`),
    outcome: "BB-",
  },
  { name: "async, denies", hooks: one((c) => `sleep 0.5; ${deny(c)}`, { async: true }), outcome: "RRB" },
  {
    name: "onFailure block, exit 1",
    hooks: one(() => "exit 1", { onFailure: "block" }),
    outcome: "BR-",
  },
  {
    name: "onFailure block, out of time",
    hooks: one(() => "sleep 3", { onFailure: "block", timeout: 1 }),
    outcome: "BR-",
    slow: true,
  },
  {
    name: "onFailure block, command missing",
    hooks: () => [{ body: "", command: "/nonexistent/hook", handler: { onFailure: "block" } }],
    outcome: "BR-",
  },
  {
    name: "a time-out of 0, denies after 1.5 s",
    hooks: one((c) => `sleep 1.5; ${deny(c)}`, { timeout: 0 }),
    outcome: "RRR",
    slow: true,
  },
  { name: "a time-out that is a text", hooks: one(deny, { timeout: "5" }), outcome: "RR-" },
  { name: "a time-out below 0", hooks: one(deny, { timeout: -1 }), outcome: "RR-" },
  { name: "a time-out of 2.5", hooks: one(deny, { timeout: 2.5 }), outcome: "BR-" },
];

const rewrites: readonly Situation[] = [
  { name: "allow and the whole input", hooks: one((c) => json(rewrite(c, changed))), outcome: "NNN" },
  {
    name: "allow and only the command",
    hooks: one((c) => json(rewrite(c, { command: instead }))),
    outcome: "NNN",
  },
  {
    name: "a new input without a decision",
    hooks: one((c) =>
      json(c === "gemini-cli" ? rewrite(c, changed, undefined) : nested({ updatedInput: changed })),
    ),
    outcome: "NRN",
  },
  {
    name: "ask and a new input",
    hooks: one(() => json(nested({ permissionDecision: "ask", updatedInput: changed }))),
    outcome: "BR-",
  },
  {
    name: "allow and an unknown key in the input",
    hooks: one((c) => json(rewrite(c, { ...changed, extra: 1 }))),
    outcome: "NNN",
  },
  { name: "allow and {}", hooks: one((c) => json(rewrite(c, {}))), outcome: "BBB" },
  { name: "allow and null", hooks: one((c) => json(rewrite(c, null))), outcome: "RR-" },
  { name: "allow and a number", hooks: one((c) => json(rewrite(c, { command: 5 }))), outcome: "BBB" },
  { name: "allow and no command", hooks: one((c) => json(rewrite(c, { description: "x" }))), outcome: "BB-" },
  { name: "a rewrite and exit 1", hooks: one((c) => `${json(rewrite(c, changed))}; exit 1`), outcome: "NR-" },
  {
    name: "a text line, then a rewrite",
    hooks: one((c) => `${say("hello")}; ${json(rewrite(c, changed))}`),
    outcome: "RR-",
  },
  {
    name: "Claude Code's form of a rewrite",
    hooks: one(() => json(nested({ permissionDecision: "allow", updatedInput: changed }))),
    outcome: "NNR",
  },
  {
    name: "deny and a new input in one reply",
    hooks: one((c) =>
      json(
        c === "gemini-cli"
          ? { ...rewrite(c, changed, undefined), ...denial(c) }
          : nested({
              permissionDecision: "deny",
              permissionDecisionReason: "R",
              updatedInput: changed,
            }),
      ),
    ),
    outcome: "BRB",
  },
  {
    name: "two rewriters, the later in the file also finishes later",
    hooks: several(
      (c) => json(rewrite(c, other)),
      (c) => `sleep 0.7; ${json(rewrite(c, changed))}`,
    ),
    outcome: "NNN",
  },
  {
    name: "two rewriters, the earlier in the file finishes later",
    hooks: several(
      (c) => `sleep 0.7; ${json(rewrite(c, c === "gemini-cli" ? other : changed))}`,
      (c) => json(rewrite(c, c === "gemini-cli" ? changed : other)),
    ),
    outcome: "NNN",
  },
  {
    name: "a rewriter, then a denier",
    hooks: several(
      (c) => json(rewrite(c, changed)),
      (c) => `sleep 0.3; ${deny(c)}`,
    ),
    outcome: "BBB",
  },
  {
    name: "a denier, then a rewriter",
    hooks: several(deny, (c) => `sleep 0.3; ${json(rewrite(c, changed))}`),
    outcome: "BBB",
  },
  {
    name: "a denier, then an allower",
    hooks: several(deny, (c) => `sleep 0.3; ${json(allow(c))}`),
    outcome: "BB-",
  },
  {
    name: "an allower, then a denier",
    hooks: several(
      (c) => json(allow(c)),
      (c) => `sleep 0.3; ${deny(c)}`,
    ),
    outcome: "BBB",
  },
  {
    name: "an allower, then exit 2 and stderr",
    hooks: several(
      (c) => json(allow(c)),
      () => `sleep 0.3; ${err("R")}; exit 2`,
    ),
    outcome: "BBB",
  },
  { name: "a crash, then a denier", hooks: several(() => "exit 1", deny), outcome: "BB-" },
];

/** The hook denies: a block means that the file was read. */
const denies = one(deny);
const beside =
  (extra: (client: Client) => Json): Change =>
  ({ event, tool, handlers }, client) => ({
    hooks: { [event]: [{ matcher: tool, hooks: [...handlers, extra(client)] }] },
  });
const asGroup =
  (extra: (client: Client) => Json): Change =>
  ({ event, tool, handlers }, client) => ({
    hooks: { [event]: [{ matcher: tool, hooks: handlers }, extra(client)] },
  });
const asText =
  (change: (text: string) => string): Change =>
  (settings) =>
    change(JSON.stringify(usual(settings), null, 2));

const files: readonly Situation[] = [
  {
    name: "comments",
    hooks: denies,
    file: asText((text) => text.replace("{", "{ // a comment\n")),
    outcome: "RRB",
  },
  {
    name: "a trailing comma",
    hooks: denies,
    file: asText((text) => text.replace(/\}$/, ",}")),
    outcome: "RRS",
  },
  { name: "a byte order mark", hooks: denies, file: asText((text) => `\uFEFF${text}`), outcome: "BRS" },
  { name: "CRLF", hooks: denies, file: asText((text) => text.replaceAll("\n", "\r\n")), outcome: "BB-" },
  { name: "cut short", hooks: denies, file: asText((text) => text.slice(0, -3)), outcome: "RRS" },
  { name: "an empty file", hooks: denies, file: () => "", outcome: "RR-" },
  { name: "a list at the root", hooks: denies, file: () => [], outcome: "RR-" },
  {
    name: "the key hooks twice",
    hooks: denies,
    file: asText((text) => text.replace("{", '{ "hooks": {},')),
    outcome: "BR-",
  },
  {
    name: "unknown keys in the handler",
    hooks: one(deny, { "x-hooks-id": "a", meta: { b: 1 } }),
    outcome: "BBB",
  },
  {
    name: "an unknown key in the group",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({ hooks: { [event]: [{ matcher: tool, x: 1, hooks: handlers }] } }),
    outcome: "BB-",
  },
  {
    name: "an unknown key at the root",
    hooks: denies,
    file: (settings) => ({ "x-hooks-id": "a", ...(usual(settings) as object) }),
    outcome: "BRB",
  },
  {
    name: "a description at the root",
    hooks: denies,
    file: (settings) => ({ description: "a", ...(usual(settings) as object) }),
    outcome: "BB-",
  },
  {
    name: "an unknown event beside",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: { [event]: [{ matcher: tool, hooks: handlers }], Unheard: [{ hooks: handlers }] },
    }),
    outcome: "BBB",
  },
  {
    name: "another event holds an object",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: { [event]: [{ matcher: tool, hooks: handlers }], PostToolUse: {} },
    }),
    outcome: "BR-",
  },
  {
    name: "another event holds a text",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: { [event]: [{ matcher: tool, hooks: handlers }], PostToolUse: "x" },
    }),
    outcome: "BR-",
  },
  {
    name: "another event holds a flat entry",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: { [event]: [{ matcher: tool, hooks: handlers }], PostToolUse: handlers },
    }),
    outcome: "BB-",
  },
  {
    name: "another event holds an unknown type",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: {
        [event]: [{ matcher: tool, hooks: handlers }],
        PostToolUse: [{ hooks: [{ type: "unheard", command: "true" }] }],
      },
    }),
    outcome: "BR-",
  },
  {
    name: "another event holds a time-out that is a text",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: {
        [event]: [{ matcher: tool, hooks: handlers }],
        PostToolUse: [{ hooks: [{ type: "command", command: "true", timeout: "5" }] }],
      },
    }),
    outcome: "BR-",
  },
  {
    name: "the event for permissions holds an unknown type",
    hooks: denies,
    file: ({ event, tool, handlers }) => ({
      hooks: {
        [event]: [{ matcher: tool, hooks: handlers }],
        PermissionRequest: [{ hooks: [{ type: "unheard", command: "true" }] }],
      },
    }),
    outcome: "RR-",
  },
  {
    name: "a handler without a type",
    hooks: denies,
    file: ({ event, tool, handlers }) => {
      const { type: _, ...rest } = handlers[0] as { readonly type: string };
      return { hooks: { [event]: [{ matcher: tool, hooks: [rest] }] } };
    },
    outcome: "RR-",
  },
  {
    name: "a handler without a command beside",
    hooks: denies,
    file: beside(() => ({ type: "command" })),
    outcome: "RRB",
  },
  {
    name: "a command that is a list, beside",
    hooks: denies,
    file: beside(() => ({ type: "command", command: ["true"] })),
    outcome: "RR-",
  },
  {
    name: "an unknown type beside",
    hooks: denies,
    file: beside(() => ({ type: "unheard", command: "true" })),
    outcome: "RR-",
  },
  { name: "a text where a group belongs", hooks: denies, file: asGroup(() => "x"), outcome: "RR-" },
  {
    name: "a flat entry",
    hooks: denies,
    file: ({ event, handlers }) => ({ hooks: { [event]: handlers } }),
    outcome: "RRR",
  },
  {
    name: "a time-out that is a text, in another group",
    hooks: denies,
    file: asGroup(() => ({ matcher: "Other", hooks: [{ type: "command", command: "true", timeout: "5" }] })),
    outcome: "RRB",
  },
  {
    name: "a group with a list as matcher",
    hooks: denies,
    file: asGroup(() => ({ matcher: ["Bash"], hooks: [{ type: "command", command: "true" }] })),
    outcome: "RRR",
  },
  {
    name: "a group with null as matcher",
    hooks: denies,
    file: asGroup(() => ({ matcher: null, hooks: [{ type: "command", command: "true" }] })),
    outcome: "RB-",
  },
  {
    name: "a group with an unreadable matcher",
    hooks: denies,
    file: asGroup(() => ({ matcher: "[", hooks: [{ type: "command", command: "true" }] })),
    outcome: "BB-",
  },
  {
    name: "the command uses [[ ]]",
    hooks: (c) => [{ body: `cat >/dev/null\n${deny(c)}\n`, command: "[[ a == a ]] && {script}" }],
    outcome: "RB-",
  },
  {
    name: "the command has several lines and a comment",
    hooks: () => [{ body: "", command: `# it is\n${err("R")}\nexit 2` }],
    outcome: "BB-",
  },
];

export const situations: readonly Situation[] = [...replies, ...failures, ...rewrites, ...files];
