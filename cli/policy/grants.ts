/** Writing, listing and taking back what a person granted. */
import { chmod, mkdir, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type FileState, readState, replaceFile } from "../settings/file.ts";
import { type OnceGrant, readSession, type SessionGrant } from "./grant.ts";
import { onceGrant, POLICY, sessionGrant, stateFolder } from "./places.ts";
import { EMPTY, type Policy, readPolicy } from "./policy.ts";

/** Everything that is in force now, as a value. */
export interface InForce {
  readonly once: readonly OnceGrant[];
  readonly sessions: readonly SessionGrant[];
  readonly policy: Policy;
  /** The user's policy file. */
  readonly file: string;
}

export async function inForce(home: string, now: number): Promise<InForce> {
  const folder = join(stateFolder(home), "grants");
  const once: OnceGrant[] = [];
  const sessions: SessionGrant[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const value = parsed(await readFile(join(folder, name), "utf8").catch(() => ""));
    if (value === undefined || !(typeof value.expires === "number" && value.expires > now)) continue;
    if (name.startsWith("once-")) once.push(value as unknown as OnceGrant);
    else if (name.startsWith("session-")) sessions.push(value as unknown as SessionGrant);
  }
  const file = join(stateFolder(home), POLICY);
  const text = await readFile(file, "utf8").catch(() => undefined);
  return { once, sessions, policy: text === undefined ? EMPTY : readPolicy(text, "user"), file };
}

export async function grantOnce(home: string, grant: OnceGrant): Promise<void> {
  await write(home, onceGrant(home, grant.key), grant);
}

export async function grantSession(
  home: string,
  session: string,
  rule: SessionGrant["rules"][number],
  expires: number,
  now: number,
): Promise<void> {
  const path = sessionGrant(home, session);
  const text = await readFile(path, "utf8").catch(() => undefined);
  const known = readSession(text, session, now)?.rules ?? [];
  const rules = [...known.filter((one) => one.rule !== rule.rule), rule];
  await write(home, path, { version: 1, session, rules, expires } satisfies SessionGrant);
}

async function write(home: string, path: string, value: unknown): Promise<void> {
  const folder = join(stateFolder(home), "grants");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await put(path, await readState(path), value);
}

async function put(path: string, before: FileState, value: unknown): Promise<void> {
  const written = await replaceFile(path, before, `${JSON.stringify(value, null, 2)}\n`);
  if (written.kind === "failed") throw new Error(`${path} cannot be written: ${written.says}`);
  if (written.kind === "changed")
    throw new Error(`${path} was changed by another program meanwhile; run the same again`);
  await chmod(path, 0o600);
}

/** A rule as it stands in the file. */
export interface WrittenRule {
  readonly rule: string;
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
  readonly expires?: string;
  readonly command?: string;
  readonly folder?: string;
}

/** Adds a rule to the user's policy. @throws Error where the file there is not one, which is left as it is. */
export async function addRule(home: string, rule: WrittenRule): Promise<string> {
  const path = join(stateFolder(home), POLICY);
  await mkdir(stateFolder(home), { recursive: true, mode: 0o700 });
  const before = await readState(path);
  const old = before.kind === "text" ? parsed(before.text) : { version: 1, rules: [] };
  if (old === undefined || !Array.isArray(old.rules ?? []))
    throw new Error(`${path} is no policy that a rule could be added to; correct it or move it away`);
  const rules = [...((old.rules as readonly unknown[] | undefined) ?? []), rule];
  const next = { ...old, version: 1, rules };
  const { faults } = readPolicy(JSON.stringify(next), "user");
  if (faults.length > 0) throw new Error(`${path}: ${faults.join("; ")}; nothing was written`);
  await put(path, before, next);
  return path;
}

/** Takes back a grant by its id, or every rule of the user's policy that lifts a rule; how many went. */
export async function revoke(home: string, word: string): Promise<number> {
  const folder = join(stateFolder(home), "grants");
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const value = parsed(await readFile(path, "utf8").catch(() => ""));
    const rules = Array.isArray(value?.rules) ? (value.rules as SessionGrant["rules"]) : [];
    const isMeant =
      value?.id === word || value?.rule === word || rules.some((one) => one.id === word || one.rule === word);
    if (!isMeant) continue;
    await unlink(path);
    count += 1;
  }
  const path = join(stateFolder(home), POLICY);
  const before = await readState(path);
  const old = before.kind === "text" ? parsed(before.text) : undefined;
  const rules: readonly unknown[] = Array.isArray(old?.rules) ? old.rules : [];
  const left = rules.filter((one) => !(isRecord(one) && one.rule === word && one.verdict === "allow"));
  if (old !== undefined && left.length < rules.length) {
    await put(path, before, { ...old, rules: left });
    count += rules.length - left.length;
  }
  return count;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
