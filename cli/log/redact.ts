/** Takes secrets out of texts before they are written anywhere. Better one word too many than a password on the disk. */

const GONE = "[redacted]";

/** Parts of names whose values are secrets. */
const NAMES =
  "pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|credentials?|auth(?:orization)?|bearer|cookie";
const VALUE = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'|[^\s;&|<>"'()]+`;

/** Texts without any of these, in small letters, need no closer look. Plain texts: a pattern costs time to make. */
const HINTS: readonly string[] =
  "pass pwd secret token key credential auth bearer basic cookie :// sk- sk_ rk_ pk_ whsec ghp_ gho_ ghu_ ghs_ ghr_ github_pat glpat xox akia asia aiza ya29 eyj npm_ hf_ pypi- sg. dop_v1 shpat mysql mariadb sshpass redis-cli ldapsearch smbclient --user --proxy-user sudo".split(
    " ",
  );

function mayHold(text: string): boolean {
  const small = text.toLowerCase();
  for (let at = 0; at < HINTS.length; at += 1) if (small.includes(HINTS[at] as string)) return true;
  return small.includes(" -u");
}

type Pattern = readonly [pattern: RegExp, replacement: string];

let made: readonly Pattern[] | undefined;

/** Built at the first text that may hold a secret: a pattern costs time to make. */
// What stands around a name is bounded: without that a text of many names takes minutes.
function patterns(): readonly Pattern[] {
  made ??= [
    [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, GONE],
    [
      /\b(?:gh[pousr]_[A-Za-z0-9]{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|xox[abeprs]-[\w-]{8,}|sk-[\w-]{10,}|(?:sk|rk|pk|whsec)_(?:live|test)_\w{8,}|(?:AKIA|ASIA)[0-9A-Z]{12,}|AIza[\w-]{20,}|ya29\.[\w.-]+|npm_\w{10,}|pypi-[\w-]{10,}|hf_\w{10,}|eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?|SG\.[\w-]{10,}\.[\w-]+|dop_v1_\w{10,}|shpat_\w{10,}|AGE-SECRET-KEY-\w+)/g,
      GONE,
    ],
    [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@'"]*):[^\s/@'"]+@/gi, `$1:${GONE}@`],
    // A header reaches to the end of its quotes or its line.
    [
      /\b((?:proxy-)?authorization|x-api-key|api-key|x-auth-token|private-token|x-vault-token|set-cookie|cookie)(\s*:\s*)[^"'\r\n]+/gi,
      `$1$2${GONE}`,
    ],
    [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${GONE}`],
    [
      new RegExp(
        String.raw`((?:^|[\s"'])--?[\w-]{0,40}(?:${NAMES})[\w-]{0,40})(=|\s+)(?!-)(?:${VALUE})`,
        "gi",
      ),
      `$1$2${GONE}`,
    ],
    [
      new RegExp(String.raw`(["']?[\w.-]{0,40}(?:${NAMES})[\w.-]{0,40}["']?\s*:\s*)(?:${VALUE})`, "gi"),
      `$1${GONE}`,
    ],
    [/(\s(?:-u|--user|--proxy-user)(?:\s+|=)?["']?(?!\d+:\d+\b)[^\s:"'=]+):[^\s"']+/g, `$1:${GONE}`],
    [/(\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^|;&\n]*?\s-p)[^\s-]\S*/g, `$1${GONE}`],
    [
      /(\b(?:sshpass|redis-cli|ldapsearch|smbclient)\b[^|;&\n]*?\s-(?:p|a|w|U)\s*)(?:"[^"]*"|'[^']*'|\S+)/g,
      `$1${GONE}`,
    ],
    [
      /(\b(?:echo|printf)\s+(?:-\w+\s+)*)(?:"[^"]*"|'[^']*'|\S+)(\s*\|\s*(?:sudo\b[^|;&]*\s-\w*S|passwd|chpasswd|docker\s+login|gh\s+auth))/g,
      `$1${GONE}$2`,
    ],
    [
      new RegExp(
        String.raw`\b((?!PWD=|OLDPWD=)[\w.-]{0,40}(?:${NAMES})[\w.-]{0,40}=)(?:${VALUE}|\$\([^)]*\))`,
        "gi",
      ),
      `$1${GONE}`,
    ],
  ];
  return made;
}

export function redact(text: string): string {
  if (!mayHold(text)) return text;
  let result = text;
  for (const [pattern, replacement] of patterns()) result = result.replace(pattern, replacement);
  return result;
}

/** Whether the value under a key is a secret by its name alone. */
function isSecretName(name: string): boolean {
  return mayHold(name) && new RegExp(`^[\\w.-]*(?:${NAMES})[\\w.-]*$`, "i").test(name);
}

/** UTF-16 units of one text that are kept: a file's content is not what the log is for. */
const MOST_TEXT = 4096;
const MOST_DEPTH = 6;
const MOST_ITEMS = 50;

/** A JSON value without secrets, long texts cut, deep and long parts left out. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    // Cut first with room to spare: a secret at the cut must not be split into two harmless halves.
    const kept = redact(value.length > 2 * MOST_TEXT ? value.slice(0, 2 * MOST_TEXT) : value);
    return kept.length > MOST_TEXT || value.length > 2 * MOST_TEXT
      ? `${kept.slice(0, MOST_TEXT)}… (${value.length} characters)`
      : kept;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MOST_DEPTH) return "…";
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => redactValue(item, depth + 1));
  const result: Record<string, unknown> = {};
  let count = 0;
  for (const key in value) {
    if (count++ === MOST_ITEMS) break;
    const item: unknown = Reflect.get(value, key);
    result[key] = typeof item === "string" && isSecretName(key) ? GONE : redactValue(item, depth + 1);
  }
  return result;
}
