import type { Arguments } from "../arguments.ts";
import { raw } from "../bytes.ts";
import { shortId } from "../names.ts";
import { put } from "../putting.ts";
import { answer, EXIT, type ExitCode, pathJson, type Screen, shownPath } from "../screen.ts";
import type { Session } from "../session.ts";

/** `trash put`: the same move as `guard`, with our own messages; folders need no `-r`. */
export function runPut(session: Session, args: Arguments, screen: Screen): ExitCode {
  if (args.operands.length === 0) {
    screen.warn("put what? Name files or folders");
    return EXIT.usage;
  }
  const { moved, problems } = put(session, args.operands, [raw("put"), ...args.operands]);
  const errors = problems.map(({ path, message }) => ({
    message: `cannot move ${shownPath(path, session.places, false)} to the trash: ${message}`,
    ...pathJson(path),
  }));
  if (screen.json)
    answer(
      screen,
      "put",
      errors.length === 0,
      moved.map((path) => pathJson(path)),
      errors,
      { id: session.command },
    );
  else {
    for (const { message } of errors) screen.warn(message);
    if (moved.length > 0)
      screen.print(
        `${moved.length === 1 ? "1 item is" : `${moved.length} items are`} in the trash; 'trash undo ${shortId(session.command)}' brings back ${moved.length === 1 ? "it" : "them"}`,
      );
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}
