import { fromText } from "./bytes.ts";
import { Fault, faultCode } from "./fault.ts";
import { guard, READER_GONE } from "./guard.ts";
import { argumentBytes, openMachine, type TrashProcess } from "./host.ts";

/**
 * The `trash` command. `argv` are the arguments after the program (and script); gives the exit code. `guard` answers at
 * once and loads nothing else; the other verbs are loaded when they are asked for.
 */
export function trashMain(argv: readonly string[], process: TrashProcess): number | Promise<number> {
  const machine = openMachine(process);
  try {
    const args = argumentBytes(machine.disk, argv);
    if (args[0] === "guard") return guard(args.slice(1), machine);
    return import("./verbs.ts").then(({ runVerb }) => runVerb(args, machine));
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    if (thrown.code === "EPIPE") return READER_GONE;
    try {
      machine.err(fromText(`rm: ${thrown.message}; nothing more was moved (see 'trash doctor')\n`));
    } catch (unsaid) {
      faultCode(unsaid);
    }
    return 1;
  }
}
