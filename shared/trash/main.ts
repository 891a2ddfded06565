import { type Bytes, fromText } from "./bytes.ts";
import { faultCode, isFault } from "./fault.ts";
import { argumentBytes, openMachine, type TrashProcess } from "./host.ts";
import type { Machine } from "./machine.ts";
import { READER_GONE } from "./reader-gone.ts";
import { trashSingleFile } from "./single-file.ts";

/**
 * The `trash` command. `argv` are the arguments after the program (and script); gives the exit code. The commonest call
 * is answered at once; all else is loaded when it is asked for.
 */
export function trashMain(argv: readonly string[], process: TrashProcess): number | Promise<number> {
  const machine = openMachine(process);
  try {
    const args = argumentBytes(machine.disk, argv);
    if (args[0] === "guard") return trashGuard(args.slice(1), machine, (thrown) => broken(machine, thrown));
    return import("./verbs.ts").then(({ runVerb }) => runVerb(args, machine));
  } catch (thrown) {
    return broken(machine, thrown);
  }
}

/** `trash guard` with the arguments of `rm`; `rescue` gives the exit code for a fault that came through all else. */
export function trashGuard(
  args: readonly Bytes[],
  machine: Machine,
  rescue: (thrown: unknown) => number,
): number | Promise<number> {
  const single = trashSingleFile(args, machine);
  if (single === true) return 0;
  return import("./guard.ts").then(({ guard }) => guard(args, machine, single)).catch(rescue);
}

/** Only a `Fault` is expected here; anything else is a mistake of ours and goes on up. */
function broken(machine: Machine, thrown: unknown): number {
  if (!isFault(thrown)) throw thrown;
  if (thrown.code === "EPIPE") return READER_GONE;
  try {
    machine.err(fromText(`rm: ${thrown.message}; nothing more was moved (see 'trash doctor')\n`));
  } catch (unsaid) {
    faultCode(unsaid);
  }
  return 1;
}
