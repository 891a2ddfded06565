import { type Bytes, raw } from "./bytes.ts";
import { guard } from "./guard.ts";
import { argumentBytes, openMachine, type TrashProcess } from "./host.ts";

/**
 * The `trash` command. `argv` are the arguments after the program (and script); gives the exit code. `guard` answers at
 * once and loads nothing else; the other verbs are loaded when they are asked for.
 */
export function trashMain(argv: readonly string[], process: TrashProcess): number | Promise<number> {
  const machine = openMachine(process);
  let args: readonly Bytes[];
  try {
    args = argumentBytes(machine.disk, argv);
  } catch {
    machine.err(raw("trash: cannot read the command line; nothing was moved (is /proc mounted?)\n"));
    return 1;
  }
  if (args[0] === "guard") return guard(args.slice(1), machine);
  return import("./verbs.ts").then(({ runVerb }) => runVerb(args, machine));
}
