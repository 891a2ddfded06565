import { type Bytes, raw } from "./bytes.ts";
import { type ConsentRequest, consentFor, mayAsk, namesIn } from "./consent.ts";
import { isSame, type Stat } from "./disk.ts";
import { faultCode, wordsFor } from "./fault.ts";
import { lstatIfThere } from "./files.ts";
import type { Machine } from "./machine.ts";
import { originOf } from "./origin.ts";
import { baseName, under, withoutTrailingSlashes } from "./path.ts";
import { type Locale, localeOf, quoted } from "./quote.ts";
import { READER_GONE } from "./reader-gone.ts";
import type { Consent, Item, RemovalReport } from "./removal.ts";
import { type Hint, type RmOptions, readRmArguments } from "./rm-options.ts";
import { openSession, type Session } from "./session.ts";
import type { Begun } from "./single-file.ts";
import { openTrashing, type Trashing } from "./trashing.ts";
import { VERSION } from "./version.ts";

/** The exit codes of `rm`, and of `trash guard`. */
const OK = 0;
const FAILED = 1;
/** Answers of `lstat` for which a file counts as missing, so that `-f` says nothing (as GNU `rm` has it). */
const MISSING: readonly string[] = ["ENOENT", "ENOTDIR", "EINVAL", "EILSEQ"];

/** What a hook may put before the arguments of `rm`; three dashes cannot be an option of `rm`. */
const CONTEXT = "---ctx=";

/**
 * `trash guard`: the contract of `rm`, and everything ends in the trash. Gives the exit code. `begun` is what
 * `trashSingleFile` did for this call before it left it to the general way.
 */
export function guard(args: readonly Bytes[], machine: Machine, begun?: Begun): number | Promise<number> {
  const first = args[0];
  const context = first?.startsWith(CONTEXT) ? first.slice(CONTEXT.length) : undefined;
  const rmArgs = context === undefined ? args : args.slice(1);
  const locale = localeOf(machine.env);
  const request = readRmArguments(rmArgs, { posix: machine.env.POSIXLY_CORRECT !== undefined, locale });
  switch (request.kind) {
    case "nothing":
      return OK;
    case "help":
    case "version":
      return sayAsRm(machine, request.kind);
    case "wrong":
      complain(machine, request.message, request.hint, rmArgs, locale);
      return FAILED;
    case "remove": {
      const session = openSession(machine, begun);
      const call = new GuardCall(session, request.options, locale, context, args);
      return call.run(request.operands);
    }
  }
}

function complain(
  machine: Machine,
  message: Bytes,
  hint: Hint,
  args: readonly Bytes[],
  locale: Locale,
): void {
  let text = `rm: ${message}\n`;
  if (hint === "help-and-operand") {
    const named = args.find((arg) => arg.length > 1 && arg.startsWith("-") && isThere(machine, arg));
    if (named !== undefined)
      text += `Try 'rm ./${asShellWord(named, locale)}' to remove the file ${quoted(named, locale)}.\n`;
  }
  if (hint !== "none") text += "Try 'rm --help' for more information.\n";
  machine.err(raw(text));
}

function isThere(machine: Machine, path: Bytes): boolean {
  try {
    return lstatIfThere(machine.disk, path) !== undefined;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}

/** Quotes only where a shell needs them. */
function asShellWord(name: Bytes, locale: Locale): Bytes {
  return /^[A-Za-z0-9_%+,\-./:@]+$/.test(name) ? name : quoted(name, locale);
}

/** The texts of the machine's own `rm`, so that a script that looks for GNU finds it; no operand ever reaches it. */
function sayAsRm(machine: Machine, kind: "help" | "version"): number {
  for (const path of ["/usr/bin/rm", "/bin/rm"]) {
    if (isThere(machine, raw(path)) && !isSelf(machine, path)) {
      const status = machine.run([raw(path), raw(`--${kind}`)], "pass", "rm");
      if (status === 0) return OK;
    }
  }
  machine.out(raw(kind === "version" ? `rm (trash guard ${VERSION})\n` : HELP));
  return OK;
}

/** A link in the place of `rm` that leads back here would call itself for ever. */
function isSelf({ disk, self }: Machine, path: string): boolean {
  if (self === undefined) return false;
  try {
    return isSame(disk.statFollowing(raw(path)), disk.statFollowing(raw(self)));
  } catch (thrown) {
    faultCode(thrown);
    return true;
  }
}

const HELP = `Usage: rm [OPTION]... [FILE]...
Moves each FILE to the trash in place of removing it; 'trash undo' brings it back.

  -f, --force              say nothing about missing files, never ask
  -i                       ask before each file
  -I                       ask once before more than three files, or with -r
      --interactive[=WHEN] ask never, once (-I) or always (-i)
      --one-file-system    leave folders of other file systems in place
      --preserve-root[=all], --no-preserve-root
  -r, -R, --recursive      folders and all that is in them
  -d, --dir                empty folders
  -v, --verbose            name each file
      --help, --version
`;

const LINK_REFUSAL =
  "the slash behind a link names what is in the folder that it leads to; name the link without a slash, or that folder";

/** One call with operands. Messages are those of `rm`, in its order. */
class GuardCall {
  private readonly session: Session;
  private readonly machine: Machine;
  private readonly options: RmOptions;
  private readonly locale: Locale;
  private readonly isTerminal: boolean;
  private readonly trashing: Trashing;
  private readonly report: RemovalReport;
  private pending = "";
  private failed = false;
  /** This program, not the system, kept a file from going. */
  private refused = false;
  /** Operands that take what is not loaded yet. */
  private readonly waiting: { readonly item: Item; readonly consent: Consent; readonly number: number }[] =
    [];
  private writeFault: string | undefined;
  /** Nobody reads stdout or stderr any more. */
  private isReaderGone = false;
  private root: Stat | undefined;

  constructor(
    session: Session,
    options: RmOptions,
    locale: Locale,
    context: string | undefined,
    argv: readonly Bytes[],
  ) {
    this.session = session;
    this.machine = session.machine;
    this.options = options;
    this.locale = locale;
    this.isTerminal =
      options.asking === "protected" &&
      !options.ignoreMissing &&
      (options.presumeTerminal || this.machine.input.isTerminal);
    this.report = {
      removed: (shown, isFolder) => {
        if (!options.verbose) return;
        this.pending += `removed ${isFolder ? "directory " : ""}${this.quote(shown)}\n`;
        if (this.pending.length > 60_000) this.flush();
      },
      failed: (shown, code) => this.complain(shown, wordsFor(code)),
      refused: (shown, words) => this.refuse(shown, words),
      otherDevice: (shown) => {
        if (options.oneFileSystem)
          this.say(`rm: skipping ${this.quote(shown)}, since it's on a different device`);
        else this.complain(shown, wordsFor("EBUSY"));
      },
    };
    this.trashing = openTrashing({
      session,
      origin: originOf(this.machine, context),
      kind: "guard",
      argv,
      report: this.report,
      verbose: options.verbose,
      ignoreMissing: options.ignoreMissing,
    });
  }

  run(operands: readonly Bytes[]): number | Promise<number> {
    const { options, machine } = this;
    if (options.recursive && options.preserveRoot !== "no") {
      try {
        this.root = machine.disk.lstat(raw("/"));
      } catch (thrown) {
        this.say(`rm: failed to get attributes of '/': ${wordsFor(faultCode(thrown))}`);
        return FAILED;
      }
    }
    if (options.askOnce && (options.recursive || operands.length > 3)) {
      const many = operands.length === 1 ? "argument" : "arguments";
      if (!this.ask(`remove ${operands.length} ${many}${options.recursive ? " recursively" : ""}`, undefined))
        return OK;
    }
    for (let number = 0; number < operands.length && !this.isReaderGone; number++)
      this.remove(operands[number] as Bytes, number);
    if (this.waiting.length === 0) return this.finish();
    return import("./tools.ts").then(({ trashingTools }) => {
      this.trashing.give(trashingTools);
      for (const { item, consent, number } of this.waiting.splice(0)) {
        if (this.isReaderGone) break;
        this.retry(item, consent, number);
      }
      return this.finish();
    });
  }

  private retry(item: Item, consent: Consent, number: number): void {
    try {
      this.trash({ ...item, stat: this.machine.disk.lstat(item.path) }, consent, number);
    } catch (thrown) {
      this.missing(item.path, faultCode(thrown));
    }
  }

  private finish(): number {
    this.flush();
    this.trashing.finish();
    if (this.isReaderGone) return READER_GONE;
    if (this.writeFault !== undefined) {
      this.tell(`rm: write error: ${wordsFor(this.writeFault)}\n`);
      this.failed = true;
    }
    if (this.refused) return this.session.settings().refusedStatus;
    return this.failed ? FAILED : OK;
  }

  private remove(operand: Bytes, number: number): void {
    const path = withOneTrailingSlash(operand);
    try {
      this.removeKnown(path, number);
    } catch (thrown) {
      // Whatever could not be found out about it: then it stays.
      this.complain(path, wordsFor(faultCode(thrown)));
    }
  }

  private removeKnown(path: Bytes, number: number): void {
    let stat: Stat;
    try {
      stat = this.machine.disk.lstat(path);
    } catch (thrown) {
      this.missing(path, faultCode(thrown));
      return;
    }
    if (stat.kind === "folder" && !this.mayRemoveFolder(path, stat)) return;
    const real = this.trashing.realPath(path, stat);
    const refusal = this.trashing.judge(real, stat);
    if (refusal !== undefined) {
      this.refuse(path, refusal.reason);
      this.trashing.recordRefusal(real, refusal.reason);
      return;
    }
    const request = this.consentRequest();
    const consent = mayAsk(request) ? consentFor(request, path, path, stat) : "all";
    if (consent === "none") return;
    const isThroughLink = stat.kind === "folder" && this.isLinkWithSlash(path);
    if (isThroughLink && this.session.settings().symlinkSlash === "refuse") {
      this.refuse(path, LINK_REFUSAL);
      this.trashing.recordRefusal(real, LINK_REFUSAL);
      return;
    }
    this.trash({ path, shown: path, real, stat, isThroughLink }, consent, number);
  }

  private consentRequest(): ConsentRequest {
    return {
      machine: this.machine,
      options: this.options,
      isTerminal: this.isTerminal,
      ask: (question, shown) => this.ask(question, shown),
      report: this.report,
      isStrict: this.session.settings().strictPermissions,
    };
  }

  private trash(item: Item, consent: Consent, number: number): void {
    const result = this.trashing.trash(item, consent, number);
    if (result.kind === "later") this.waiting.push({ item, consent, number });
    if (result.kind !== "refused") return;
    if ("words" in result.why) this.refuse(item.path, result.why.words);
    else this.complain(item.path, wordsFor(result.why.code));
  }

  private missing(path: Bytes, code: string): void {
    // A link that leads nowhere, with a slash behind it: `rm` sees the link when it removes, and the slash is wrong.
    // Where it asks first, it looks at what the link leads to, and that is missing.
    const isLink =
      !mayAsk(this.consentRequest()) &&
      (code === "ENOENT" || code === "ELOOP") &&
      path.endsWith("/") &&
      isThere(this.machine, withoutTrailingSlashes(path));
    const seen = isLink ? "ENOTDIR" : code;
    if (this.options.ignoreMissing && MISSING.includes(seen)) return;
    this.complain(path, wordsFor(seen));
  }

  /** The checks of `rm` on a folder, in its order. */
  private mayRemoveFolder(path: Bytes, stat: Stat): boolean {
    const { options, machine } = this;
    if (!options.recursive && !(options.emptyFolders && namesIn(machine, path)?.length === 0)) {
      this.complain(path, wordsFor(options.emptyFolders ? "ENOTEMPTY" : "EISDIR"));
      return false;
    }
    const last = baseName(path);
    if (last === "." || last === "..") {
      this.say(`rm: refusing to remove '.' or '..' directory: skipping ${this.quote(path)}`);
      return false;
    }
    if (this.root !== undefined && isSame(stat, this.root)) {
      const same = path === "/" ? "" : " (same as '/')";
      this.say(
        `rm: it is dangerous to operate recursively on ${this.quote(path)}${same}\n` +
          "rm: use --no-preserve-root to override this failsafe",
      );
      return false;
    }
    if (options.recursive && options.preserveRoot === "all" && this.isOnOtherDevice(path, stat)) {
      this.say(
        `rm: skipping ${this.quote(path)}, since it's on a different device\nrm: and --preserve-root=all is in effect`,
      );
      return false;
    }
    if (options.recursive || !this.isLinkWithSlash(path)) return true;
    // `rm -d link/` tries to remove the link as a folder.
    if (!options.ignoreMissing) this.complain(path, wordsFor("ENOTDIR"));
    return false;
  }

  private isOnOtherDevice(path: Bytes, stat: Stat): boolean {
    try {
      return this.machine.disk.lstat(under(path, "..")).device !== stat.device;
    } catch (thrown) {
      faultCode(thrown);
      return false;
    }
  }

  private isLinkWithSlash(path: Bytes): boolean {
    if (!path.endsWith("/")) return false;
    return lstatIfThere(this.machine.disk, withoutTrailingSlashes(path))?.kind === "link";
  }

  private ask(question: string, shown: Bytes | undefined): boolean {
    this.flush();
    this.tell(`rm: ${question}${shown === undefined ? "" : ` ${this.quote(shown)}`}? `);
    // An answer to a question that nobody saw is none.
    if (this.isReaderGone) return false;
    return /^[yY]/.test(this.machine.input.line() ?? "");
  }

  private refuse(shown: Bytes, reason: string): void {
    this.refused = true;
    this.complain(shown, reason);
  }

  private complain(shown: Bytes, reason: string): void {
    this.say(`rm: cannot remove ${this.quote(shown)}: ${reason}`);
  }

  private say(line: string): void {
    this.failed = true;
    this.flush();
    this.tell(`${line}\n`);
  }

  /** To stderr. A line that cannot be written is left out, as `rm` does: the call and its journal go on to their end. */
  private tell(text: string): void {
    try {
      this.machine.err(raw(text));
    } catch (thrown) {
      this.failed = true;
      this.isReaderGone ||= faultCode(thrown) === "EPIPE";
    }
  }

  private quote(name: Bytes): Bytes {
    return quoted(name, this.locale);
  }

  private flush(): void {
    if (this.pending === "") return;
    const data = raw(this.pending);
    this.pending = "";
    try {
      this.machine.out(data);
    } catch (thrown) {
      this.writeFault ??= faultCode(thrown);
      this.isReaderGone ||= this.writeFault === "EPIPE";
    }
  }
}

/** `rm` shows and uses one slash where more were typed. */
function withOneTrailingSlash(operand: Bytes): Bytes {
  const bare = withoutTrailingSlashes(operand);
  if (bare.length === operand.length || bare.length + 1 === operand.length) return operand;
  return bare === "/" ? operand : raw(`${bare}/`);
}
