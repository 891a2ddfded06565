/** Who may ask the page's server what. A web page in the user's browser must get nothing and change nothing. */

/** Header in which the page sends its token: a page of another origin cannot set it without being asked for leave first. */
const TOKEN_HEADER = "x-hooks-token";

export interface Refusal {
  readonly status: number;
  readonly says: string;
}

/** Undefined when the request may pass. `port` is the one that is listened on. */
export function refusalOf(request: Request, token: string, port: number): Refusal | undefined {
  const url = new URL(request.url);
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
  const host = request.headers.get("host") ?? "";
  // A name that was made to point here (DNS rebinding) shows in this header.
  if (!hosts.includes(host)) return { status: 421, says: `this server is not ${host || "without a name"}` };
  const origin = request.headers.get("origin");
  if (origin !== null && origin !== `http://${host}`)
    return { status: 403, says: "another page may not ask" };
  const site = request.headers.get("sec-fetch-site");
  const isPage = url.pathname === "/";
  if (site !== null && site !== "same-origin" && !(isPage && site === "none")) {
    // Typed, or opened from a terminal, is "none"; a link on a page is not.
    return { status: 403, says: "another page may not ask" };
  }
  const given = isPage ? url.searchParams.get("token") : request.headers.get(TOKEN_HEADER);
  if (given === null || !isSame(given, token)) {
    return {
      status: 401,
      says: 'the token is missing or wrong; open the address that "hooks ui" has printed',
    };
  }
  if (request.method === "POST" && request.headers.get("content-type") !== "application/json") {
    return { status: 415, says: "a change must be asked for as application/json" };
  }
  return undefined;
}

/** Takes as long for every token of the right length. */
function isSame(given: string, token: string): boolean {
  if (given.length !== token.length) return false;
  let difference = 0;
  for (let index = 0; index < token.length; index += 1)
    difference |= given.charCodeAt(index) ^ token.charCodeAt(index);
  return difference === 0;
}

export function newToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
}

/** Nothing from outside is loaded, nothing runs that is not of this page, and nothing of it is kept or framed. */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    ...commonHeaders,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

export const commonHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};
