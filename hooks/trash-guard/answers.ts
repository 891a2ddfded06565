/** The refusals that are about the call as a whole. */
import type { Deletion } from "@hasna/hooks-deletes";
import type { Refusal, Span } from "@hasna/hooks-registry";

export type Denial = { readonly kind: "deny" } & Refusal;

export function deny(what: string, reason: string, next: string, spans: readonly Span[] = []): Denial {
  return { kind: "deny", rule: `trash-guard/${what}`, reason, next, spans };
}

export function unverifiable(): Denial {
  return deny(
    "unverifiable-call",
    "The call has no command text, so what it would run cannot be checked.",
    "Call the tool again with `command` as a string.",
  );
}

/** No shell can be handed a NUL, and a lone surrogate becomes another character: what would run is not this text. */
export function damaged(): Denial {
  return deny(
    "damaged-text",
    "The command holds a character that no shell can be given (NUL or half of a surrogate pair), and it could delete.",
    "Write the command again without that character.",
  );
}

/** The user's shell is not known and bash and zsh would run different things. */
export function differing(): Denial {
  return deny(
    "shells-differ",
    "bash and zsh read this command differently, and in one of them it deletes.",
    "Write the delete as a plain command of its own: `rm -- <path>`.",
  );
}

export function mixed(owned: readonly Deletion[]): Denial {
  return deny(
    "mixed",
    "The command deletes both inside the repository checkouts, which are kept, and outside them.",
    "Run the part outside ~/workspace/repos and ~/.hasna/repos/clones as a command of its own.",
    owned.map(({ verb }) => verb),
  );
}

/** A question to the user would let the whole line run as it stands, the `rm` in it included. */
export function mixedWith(question: Refusal, owned: readonly Deletion[]): Denial {
  return deny(
    "mixed",
    `The command holds a delete for the trash beside something that only the user may allow (${question.rule}).`,
    "Run the two as commands of their own.",
    [...owned.map(({ verb }) => verb), ...question.spans],
  );
}

export function noTrash(
  foreign: readonly { readonly path: string; readonly why: string }[],
  owned: readonly Deletion[],
): Denial {
  const found = foreign.map(({ path, why }) => `${path} ${why}`).join("; ");
  return deny(
    "no-trash",
    `There is no trash to send this to, so nothing was deleted${found === "" ? "" : ` (${found})`}.`,
    "Ask the user to run `bunx @hasna/hooks install trash-guard`, which brings the `trash` command along, then run this again.",
    owned.map(({ verb }) => verb),
  );
}

export function survivor(owned: readonly Deletion[]): Denial {
  return deny(
    "rescan",
    "The command with its deletes redirected would still delete for good.",
    "Run the delete as a command of its own: `rm -- <path>`.",
    owned.map(({ verb }) => verb),
  );
}

export function tooMany(owned: readonly Deletion[]): Denial {
  return deny(
    "too-many",
    `The command holds ${owned.length} deletes, more than can be checked in time.`,
    "Delete in one `rm` with several operands, or in a loop.",
    owned.slice(0, 1).map(({ verb }) => verb),
  );
}

export function tooLong(length: number): Denial {
  return deny(
    "too-long",
    `The command has ${length} characters, more than can be checked in time, and it could delete.`,
    "Split it, and write long files with the file tool instead of a here-document.",
  );
}
