import type { Bytes } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { Fault, faultCode } from "./fault.ts";
import { withOpen } from "./files.ts";
import type { Machine } from "./machine.ts";
import { under } from "./path.ts";
import type { Consent, RemovalReport } from "./removal.ts";
import type { RmOptions } from "./rm-options.ts";

/** Asks on the terminal, waits for a line, and says whether it began with a y. */
type Ask = (question: string, shown: Bytes) => boolean;

export interface ConsentRequest {
  readonly machine: Machine;
  readonly options: RmOptions;
  readonly isTerminal: boolean;
  readonly ask: Ask;
  readonly report: Pick<RemovalReport, "failed">;
  /** The setting strictPermissions: what `rm` could not unlink is not asked for, it fails. */
  readonly isStrict: boolean;
}

/** Can a question come up at all? If not, no tree is walked for it. */
export function mayAsk({ options, isTerminal, machine }: ConsentRequest): boolean {
  if (options.asking === "always") return true;
  return options.asking === "protected" && isTerminal && !options.ignoreMissing && machine.uid !== 0;
}

/** The questions of `rm` for one file, or for a tree in the order in which `rm` would walk it. */
export function consentFor(request: ConsentRequest, path: Bytes, shown: Bytes, stat: Stat): Consent {
  return judge(request, path, shown, stat).consent;
}

interface Judged {
  readonly consent: Consent;
  /** Something in it failed, or a folder was not to be entered: then what holds it stays without another question. */
  readonly failed: boolean;
}

const DECLINED: Judged = { consent: "none", failed: false };
const SHUT: Judged = { consent: "none", failed: true };
const FAILED: Judged = { consent: "none", failed: true };
const ACCEPTED: Judged = { consent: "all", failed: false };

function judge(request: ConsentRequest, path: Bytes, shown: Bytes, stat: Stat): Judged {
  const { options, ask } = request;
  let isProtected: boolean;
  try {
    isProtected = isWriteProtected(request, path, stat);
  } catch (thrown) {
    request.report.failed(shown, faultCode(thrown));
    return FAILED;
  }
  const mustAsk = (isProtected && stat.kind !== "link") || options.asking === "always";
  const shield = isProtected ? "write-protected " : "";
  if (stat.kind !== "folder") {
    if (mustAsk && !ask(`remove ${shield}${kindInWords(stat)}`, shown)) return DECLINED;
    return ACCEPTED;
  }
  const children = namesIn(request.machine, path);
  if (mustAsk && children?.length === 0) return ask(`remove ${shield}directory`, shown) ? ACCEPTED : SHUT;
  if (mustAsk && !ask(`descend into ${shield}directory`, shown)) return SHUT;
  if (
    request.isStrict &&
    (children?.length ?? 0) > 0 &&
    request.machine.disk.writeRefusal(path) !== undefined
  ) {
    for (const name of children ?? []) request.report.failed(under(shown, name), "EACCES");
    return FAILED;
  }
  const parts = new Map<Bytes, Consent>();
  let isWhole = true;
  let failed = false;
  for (const name of children ?? []) {
    const child = judgeChild(request, under(path, name), under(shown, name));
    parts.set(name, child.consent);
    if (child.consent !== "all") isWhole = false;
    if (child.failed) failed = true;
  }
  if (failed) return { consent: parts, failed };
  if (mustAsk && !ask(`remove ${shield}directory`, shown)) return { consent: parts, failed: false };
  if (isWhole) return ACCEPTED;
  request.report.failed(shown, "ENOTEMPTY");
  return { consent: parts, failed: true };
}

function judgeChild(request: ConsentRequest, path: Bytes, shown: Bytes): Judged {
  try {
    return judge(request, path, shown, request.machine.disk.lstat(path));
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code === "ENOENT" && request.options.ignoreMissing) return ACCEPTED;
    request.report.failed(shown, code);
    return FAILED;
  }
}

/** Root writes everywhere, so root never sees the word; nor do links, whose permissions mean nothing. */
function isWriteProtected(
  { machine, options, isTerminal }: ConsentRequest,
  path: Bytes,
  stat: Stat,
): boolean {
  if (machine.uid === 0 || stat.kind === "link") return false;
  if (options.ignoreMissing || !(options.asking === "always" || isTerminal)) return false;
  const refusal = machine.disk.writeRefusal(path);
  if (refusal !== undefined && refusal !== "EACCES") throw new Fault(refusal, "access", path);
  return refusal === "EACCES";
}

/** Undefined when it cannot be read. */
export function namesIn({ disk }: Machine, folder: Bytes): readonly Bytes[] | undefined {
  try {
    return withOpen(disk, folder, "folder", (fd) => disk.list(fd)).map(({ name }) => name);
  } catch (thrown) {
    faultCode(thrown);
    return undefined;
  }
}

function kindInWords(stat: Stat): string {
  switch (stat.kind) {
    case "file":
      return stat.size === 0 ? "regular empty file" : "regular file";
    case "folder":
      return "directory";
    case "link":
      return "symbolic link";
    case "fifo":
      return "fifo";
    case "socket":
      return "socket";
    case "block":
      return "block special file";
    case "char":
      return "character special file";
  }
}
