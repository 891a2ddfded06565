import type { Bytes } from "./bytes.ts";
import { infoPath, pathForInfo } from "./entry.ts";
import { faultCode } from "./fault.ts";
import { replaceFile } from "./files.ts";
import { formatInfo } from "./info.ts";
import { decodeNames, type JournalLine } from "./journal.ts";
import { keepClassOf } from "./keep-class.ts";
import type { Orphan } from "./listing.ts";
import { payloadName, readPayloadName } from "./names.ts";
import { baseName, normalised, under, withoutTrailingSlashes } from "./path.ts";
import { readRmArguments } from "./rm-options.ts";
import type { Session } from "./session.ts";

/**
 * Where a payload without a readable info file came from: its name carries the command and the number of the operand,
 * and the journal has the command's folder and arguments. Undefined when they do not agree.
 */
export function originalPath(orphan: Orphan, journal: readonly JournalLine[]): Bytes | undefined {
  const own = readPayloadName(orphan.name);
  if (own === undefined) return undefined;
  const line = journal.find(({ id, kind }) => id === own.command && (kind === "guard" || kind === "put"));
  if (line?.argv === undefined || line.cwd === undefined) return undefined;
  const operand = operandsOf(line)[own.number];
  const cwd = decodeNames([line.cwd])[0];
  if (operand === undefined || cwd === undefined) return undefined;
  const path = normalised(operand.startsWith("/") ? operand : under(cwd, operand));
  const stem = payloadName(baseName(path), own.command, own.number, 0);
  return orphan.name === stem || orphan.name.startsWith(`${stem}x`) ? path : undefined;
}

function operandsOf(line: JournalLine): readonly Bytes[] {
  const argv = decodeNames(line.argv);
  if (line.kind === "put") return argv.slice(1);
  const args = argv[0]?.startsWith("---ctx=") ? argv.slice(1) : argv;
  const request = readRmArguments(args, { posix: false, locale: "ascii" });
  return request.kind === "remove" ? request.operands.map(withoutTrailingSlashes) : [];
}

/** Writes the info file again; false when the place is not known or the file cannot be written. */
export function adopt(session: Session, orphan: Orphan, journal: readonly JournalLine[]): boolean {
  const path = originalPath(orphan, journal);
  const own = readPayloadName(orphan.name);
  const line = journal.find(({ id }) => id === own?.command);
  if (path === undefined || own === undefined || line === undefined) return false;
  const { machine } = session;
  const data = formatInfo({
    path: pathForInfo(orphan.store, path),
    deleted: machine.localTime(line.time),
    command: own.command,
    session: line.session,
    agent: line.agent,
    toolUse: line.toolUse,
    keep: keepClassOf(machine, path, orphan.stat, session.settings().disposable),
    // Nobody knows whether the delete was finished: restoring must merge and never fail for that.
    partial: orphan.stat.kind === "folder",
  });
  try {
    replaceFile(machine.disk, infoPath(orphan), data, String(machine.pid));
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}
