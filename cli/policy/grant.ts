/** What a person granted at a terminal, as the files that a run looks for. */

/** Lets one very call pass one time. The file goes with the call. */
export interface OnceGrant {
  readonly version: 1;
  readonly id: string;
  /** The whole key of the refusal. */
  readonly key: string;
  readonly rule: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Lifts rules for the rest of one session. */
export interface SessionGrant {
  readonly version: 1;
  readonly session: string;
  readonly rules: readonly { readonly rule: string; readonly reason: string; readonly id: string }[];
  readonly expires: number;
}

export function readOnce(text: string | undefined, key: string, now: number): OnceGrant | undefined {
  const value = parsed(text) as Partial<OnceGrant> | undefined;
  if (value?.version !== 1 || value.key !== key || typeof value.expires !== "number" || now >= value.expires)
    return undefined;
  return value as OnceGrant;
}

export function readSession(
  text: string | undefined,
  session: string,
  now: number,
): SessionGrant | undefined {
  const value = parsed(text) as Partial<SessionGrant> | undefined;
  if (value?.version !== 1 || value.session !== session || !Array.isArray(value.rules)) return undefined;
  if (typeof value.expires !== "number" || now >= value.expires) return undefined;
  return value as SessionGrant;
}

function parsed(text: string | undefined): unknown {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
