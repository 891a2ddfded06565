/** A stand-in language model on loopback: it asks for the commands of a script, one after the other, and stops. */
import { appendFileSync } from "node:fs";

/** What the client gave back for one tool call. */
export interface Reply {
  readonly text: string;
  readonly isError: boolean;
}

/** What the model does next. */
export type Turn =
  | {
      readonly kind: "ask";
      readonly number: number;
      readonly command: string;
      /** Another tool than the shell. */
      readonly tool?: { readonly name: string; readonly input: Readonly<Record<string, string>> };
    }
  /** Hands the whole script to a subagent; `replies` are those to the steps of that so far. */
  | { readonly kind: "delegate"; readonly replies: readonly Reply[] }
  | { readonly kind: "end" };

/** What the model asks for: a command for the shell, or a call of another tool. */
export type Wish = string | Omit<Extract<Turn, { kind: "ask" }>, "kind" | "number">;

/** One vendor's wire format. */
export interface Wire {
  /** The replies to tool calls so far, in order; undefined for a request that cannot carry a tool call. */
  readonly replies: (body: unknown) => readonly Reply[] | undefined;
  /** Calls that it takes to have a subagent work to its end; 1 where the call that starts it waits. */
  readonly delegationSteps?: number;
  /** Whether the conversation is that of a subagent, told by the prompt that it was given. */
  readonly isDelegated: (body: unknown) => boolean;
  /** `path` is that of the request: some formats tell by it what is asked. */
  readonly answer: (turn: Turn, body: unknown, path: string) => Response;
}

/** What a subagent is asked to do; no other prompt holds this. */
export const DELEGATED = "Do what the script of the subagent says.";

export interface Model {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface Serving {
  /** The script is handed to a subagent, whose conversation then is the one that counts. */
  readonly isDelegating?: boolean;
  /** Called when the model has said its last word. */
  readonly onEnd?: () => void;
  /** File for every request, one a line, to look at what a client sends. */
  readonly log?: string | undefined;
}

/**
 * Serves `wishes` in the given format. The position in the script is read from the conversation itself, so a
 * repeated request gets the same answer. `onReply` is called once for each reply, before the next command is asked
 * for: what it sees on disk is the work of that one command.
 */
export function serveModel(
  wire: Wire,
  wishes: readonly Wish[],
  onReply: (number: number, reply: Reply) => void,
  { isDelegating = false, onEnd, log }: Serving = {},
): Model {
  let seen = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { pathname: path } = new URL(request.url);
      const body: unknown = await request.json().catch(() => undefined);
      if (log !== undefined) appendFileSync(log, `${JSON.stringify({ path, body })}\n`);
      const replies = wire.replies(body);
      // A side request (a title, a token count) has no shell tool: it must not use up a command.
      if (replies === undefined) return wire.answer({ kind: "end" }, body, path);
      if (isDelegating && !wire.isDelegated(body)) {
        const isOver = replies.length >= (wire.delegationSteps ?? 1);
        if (isOver) onEnd?.();
        return wire.answer(isOver ? { kind: "end" } : { kind: "delegate", replies }, body, path);
      }
      for (; seen < replies.length; seen++) {
        const reply = replies[seen];
        if (reply !== undefined) onReply(seen, reply);
      }
      const wish = wishes[replies.length];
      if (wish === undefined) {
        if (!isDelegating) onEnd?.();
        return wire.answer({ kind: "end" }, body, path);
      }
      const asked = typeof wish === "string" ? { command: wish } : wish;
      return wire.answer({ kind: "ask", number: replies.length, ...asked }, body, path);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
