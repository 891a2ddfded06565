import type { Bytes } from "./bytes.ts";
import { faultCode, wordsFor } from "./fault.ts";
import { originOf } from "./origin.ts";
import type { Session } from "./session.ts";
import { trashingTools } from "./tools.ts";
import { openTrashing } from "./trashing.ts";

/** Moves paths into the trash with messages of our own; folders need no `-r`. */
export type PutReason = "put" | "swap" | "redo";

interface PutProblem {
  readonly path: Bytes;
  readonly message: string;
}

export interface PutResult {
  readonly moved: readonly Bytes[];
  readonly problems: readonly PutProblem[];
}

export function put(session: Session, paths: readonly Bytes[], argv: readonly Bytes[]): PutResult {
  const { machine } = session;
  const moved: Bytes[] = [];
  const problems: PutProblem[] = [];
  const trashing = openTrashing({
    session,
    origin: originOf(machine, undefined),
    kind: "put",
    argv,
    verbose: false,
    ignoreMissing: false,
    report: {
      removed: () => undefined,
      failed: (path, code) => problems.push({ path, message: wordsFor(code) }),
      refused: (path, message) => problems.push({ path, message }),
      otherDevice: (path) => problems.push({ path, message: "it is the root of a mounted file system" }),
    },
  });
  trashing.give(trashingTools);
  for (const [number, typed] of paths.entries()) {
    const path =
      typed.length > 1 && typed.endsWith("/") ? (typed.replace(/\/+$/, "") as Bytes) || typed : typed;
    try {
      const stat = machine.disk.lstat(path);
      const real = trashing.realPath(path, stat);
      const refusal = trashing.judge(real, stat);
      if (refusal !== undefined) {
        problems.push({ path, message: refusal.reason });
        trashing.recordRefusal(real, refusal.reason);
        continue;
      }
      const result = trashing.trash({ path, shown: path, real, stat }, "all", number);
      if (result.kind === "refused")
        problems.push({
          path,
          message: "words" in result.why ? result.why.words : wordsFor(result.why.code),
        });
      else if (result.kind === "fate" && (result.fate === "moved" || result.fate === "partly"))
        moved.push(real);
    } catch (thrown) {
      problems.push({ path, message: wordsFor(faultCode(thrown)) });
    }
  }
  trashing.finish();
  return { moved, problems };
}

/** True when all of it is in the trash now. */
export function putPaths(session: Session, paths: readonly Bytes[], reason: PutReason): boolean {
  return put(session, paths, [`(${reason})` as Bytes, ...paths]).problems.length === 0;
}
