import { isAbsolute, resolve } from "node:path";
import { harnesses } from "@hasna/hooks-harness";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { readLog } from "../log/read.ts";
import type { LogRecord } from "../log/record.ts";
import { endOf } from "../log/since.ts";
import { agentSign, harnessAbove } from "../policy/ancestors.ts";
import { addRule, grantOnce, grantSession, inForce, revoke } from "../policy/grants.ts";
import { isFloor } from "../run/denial.ts";

/** How long a grant waits for the call that it is for. */
const ONCE_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
/** A rule that is meant for longer is a decision to make again. */
const LONGEST_MS = 366 * 86_400_000;

/** `hooks allow`: a person lifts a refusal, at a terminal. */
export async function allow({ options, words }: Call, context: Context): Promise<number> {
  const { home } = context;
  const misuse = (text: string): number => {
    context.err(`hooks allow: ${text}\n`);
    return EXIT_USAGE;
  };
  if (home === undefined)
    return failed(context, "HOME is not set to an absolute folder. Set HOME and try again.");
  if (words.length > 0) return misuse(`say how: --once ${words[0]}, --session ${words[0]} or --rule RULE.`);
  const ways = ["once", "session", "rule", "list", "revoke"].filter((key) => options[key] !== undefined);
  const [way] = ways;
  if (way === undefined || ways.length > 1)
    return misuse("name one of --once ID, --session ID, --rule RULE, --list and --revoke ID.");
  const word = String(options[way]);
  const now = Date.now();
  if (way === "list") return list(home, now, options.json === true, context);
  if (way === "revoke") {
    const count = await revoke(home, word);
    context.out(
      count === 0 ? `Nothing that is in force has the id or rule ${word}.\n` : `Taken back: ${count}.\n`,
    );
    return count === 0 ? EXIT_FAILED : EXIT_OK;
  }
  const objection = await notAPerson(context);
  if (objection !== undefined) return failed(context, objection);

  const expires = typeof options.expires === "string" ? endOf(options.expires, now) : undefined;
  if (
    options.expires !== undefined &&
    (expires === undefined || expires <= now || expires - now > LONGEST_MS)
  )
    return misuse(
      `--expires must be a time from now such as 1h or 30d, or a date within a year; got "${options.expires}".`,
    );
  const reason = typeof options.reason === "string" ? options.reason.trim() : "";

  if (way === "rule") {
    if (reason === "" || expires === undefined)
      return misuse("a rule that lifts needs --reason TEXT and --expires, as in --expires 7d.");
    if (isFloor(word)) return failed(context, floorText(word));
    const folder = typeof options.folder === "string" ? resolve(context.cwd, options.folder) : undefined;
    const scope = folder === undefined ? "everywhere" : `in ${folder}`;
    const until = new Date(expires).toISOString();
    context.out(`${word} will be let pass ${scope} until ${until}.\n`);
    if (!(await confirmed(context))) return failed(context, "Nothing was changed.");
    const command = typeof options.command === "string" ? options.command : undefined;
    const path = await addRule(home, {
      rule: word,
      verdict: "allow",
      reason,
      expires: until,
      ...(command !== undefined && { command }),
      ...(folder !== undefined && isAbsolute(folder) && { folder }),
    });
    context.out(`Written to ${path}. Take it back with: hooks allow --revoke ${word}\n`);
    return EXIT_OK;
  }

  const found = await refusalOf(word, home);
  if (typeof found === "string") return failed(context, found);
  if (isFloor(found.rule)) return failed(context, floorText(found.rule));
  show(found, context);
  if (way === "session") {
    if (found.session === undefined)
      return failed(context, "That call came without a session; use --once or --rule.");
    context.out(
      `Every refusal by ${found.rule} will be let pass for the rest of session ${found.session}.\n`,
    );
    if (!(await confirmed(context))) return failed(context, "Nothing was changed.");
    const rule = { rule: found.rule, reason: reason || "by a person, for the session", id: word };
    await grantSession(home, found.session, rule, expires ?? now + SESSION_MS, now);
    context.out(`Done. Take it back with: hooks allow --revoke ${word}\n`);
    return EXIT_OK;
  }
  context.out("This very call will be let pass once, when it is made again.\n");
  if (!(await confirmed(context))) return failed(context, "Nothing was changed.");
  await grantOnce(home, {
    version: 1,
    id: word,
    key: found.key ?? "",
    rule: found.rule,
    reason: reason || "by a person, once",
    expires: expires ?? now + ONCE_MS,
  });
  const minutes = Math.round(((expires ?? now + ONCE_MS) - now) / 60_000);
  context.out(`Done: it holds for one call within ${minutes} minutes. Tell the agent to try again.\n`);
  return EXIT_OK;
}

function failed(context: Context, text: string): number {
  context.err(`hooks allow: ${text}\n`);
  return EXIT_FAILED;
}

const floorText = (rule: string): string =>
  `${rule} belongs to what is never let pass. Run the command yourself in a terminal, where no hook stands in front of it.`;

/** Why this is no person at a terminal; undefined when it is, as far as can be seen. */
async function notAPerson(context: Context): Promise<string | undefined> {
  const advice = "Only a person lifts a refusal: run it yourself, in a terminal of your own.";
  if (!(context.terminal && context.keyboard === true)) return `this is no terminal. ${advice}`;
  const sign = agentSign(context.env);
  if (sign !== undefined) return `${sign} is set, so an agent runs this. ${advice}`;
  const above = await harnessAbove(harnesses);
  return above === undefined ? undefined : `${above} runs this. ${advice}`;
}

async function confirmed(context: Context): Promise<boolean> {
  context.out("Type yes to go on: ");
  let text = "";
  for await (const part of context.input()) {
    text += part;
    if (text.includes("\n") || text.includes("\r")) break;
  }
  return text.trim().toLowerCase() === "yes";
}

/** The refusal of an id, or why there is none. */
async function refusalOf(id: string, home: string): Promise<LogRecord | string> {
  const records = (await readLog(home)).filter((one) => one.id === id && one.key !== undefined);
  const last = records.at(-1);
  if (last === undefined)
    return `no refusal on record has the id ${id}. \`hooks log --verdict deny\` shows them; \`hooks doctor\` says whether the log can be written.`;
  if (records.some(({ key }) => key !== last.key))
    return `more than one call has the id ${id}. Have the call made again and take the new id.`;
  return last;
}

function show({ rule, harness, cwd, reason, input, at }: LogRecord, context: Context): void {
  const plain = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "?");
  const command = typeof input?.command === "string" ? input.command : JSON.stringify(input ?? {});
  context.out(
    `${at.slice(0, 19).replace("T", " ")}  ${harness}  ${rule}\n  in   ${plain(cwd ?? "an unknown folder")}\n  run  ${plain(command).replaceAll("\n", "\n       ")}\n  why  ${plain(reason)}\n\n`,
  );
}

async function list(home: string, now: number, asJson: boolean, context: Context): Promise<number> {
  const { once, sessions, policy, file } = await inForce(home, now);
  const rules = policy.rules.filter(({ expires }) => expires === undefined || expires > now);
  if (asJson) {
    context.out(
      `${JSON.stringify({ v: 1, command: "allow", once, sessions, rules, faults: policy.faults, file })}\n`,
    );
    return EXIT_OK;
  }
  const until = (ms: number | undefined) =>
    ms === undefined ? "without an end" : `until ${new Date(ms).toISOString().slice(0, 16)}Z`;
  for (const one of once)
    context.out(`once     ${one.rule}  id ${one.id}  ${until(one.expires)}  ${one.reason}\n`);
  for (const one of sessions)
    for (const { rule, reason, id } of one.rules)
      context.out(`session  ${rule}  id ${id}  ${until(one.expires)}  ${reason}\n`);
  for (const { rule, verdict, reason, expires, folder } of rules)
    context.out(
      `policy   ${rule}  ${verdict}  ${until(expires)}${folder === undefined ? "" : `  in ${folder}`}  ${reason}\n`,
    );
  for (const fault of policy.faults)
    context.out(`${file}: ${fault}; nothing of it lifts until that is corrected.\n`);
  if (once.length + sessions.length + rules.length === 0) context.out("Nothing is lifted.\n");
  return EXIT_OK;
}
