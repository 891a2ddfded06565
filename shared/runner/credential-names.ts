/** Which names of environment variables look like credentials, and which values do. */

/** Anywhere in a name, in any case. */
const ANYWHERE =
  /KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|CREDENTIAL|BEARER|COOKIE|WEBHOOK|CONNECTION_?STRING/i;
/** Only as a word of its own: PATH, COMPASS and OLDPWD are no credentials. */
const AS_WORD = /(?:^|_)(?:PAT|PATS|PASS|CREDS?|JWT|DSN)(?:_|\d*$)|[^_].*_PWD$/i;
/** AUTH, but not AUTHOR or AUTHORITY: GIT_AUTHOR_NAME is no credential. */
const AUTH = /AUTH(?!OR(?!I[ZS]))/i;
/** The front of `scheme://user:password@host`; the user may be missing. Begins at one letter: no text takes it long. */
const URL_PASSWORD = /[a-z0-9+.-]:\/\/[^/?#:]*:./i;
/** A secret in the query of a URL or in a connection string. */
const NAMED_SECRET =
  /[?&;](?:[a-z_-]*(?:password|passwd|token|secret|api_?key|access_?key)|pwd|sig)=[^&;\s]|AccountKey=[^;\s]/i;

/** Why an ambient variable is kept from a command. */
export type DropReason = "name" | "url-password" | "named-secret";

/**
 * Whether a variable looks like a credential, by its name or by its value; undefined when it does not. A heuristic: it
 * also hits TOKENIZERS_PARALLELISM and MONKEY, and the report names them; a caller gives such a one explicitly.
 */
export function credentialShape(name: string, value: string): DropReason | undefined {
  if (ANYWHERE.test(name) || AS_WORD.test(name) || AUTH.test(name)) return "name";
  if (hasUrlPassword(value)) return "url-password";
  if (NAMED_SECRET.test(value)) return "named-secret";
  return undefined;
}

/** Word by word, and each up to its @: a pattern over the whole value would begin anew at every letter of a long one. */
function hasUrlPassword(value: string): boolean {
  if (!value.includes("@")) return false;
  return value.split(/\s/).some((word) =>
    word
      .split("@")
      .slice(0, -1)
      .some((front) => URL_PASSWORD.test(front)),
  );
}
