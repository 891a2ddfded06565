/** The page's trash: our own `trash` program, asked for JSON. */

/** How the program is started. */
export interface TrashProgram {
  readonly argv: readonly string[];
  /** The name it is started under, by which one binary knows which of two programs it is. */
  readonly argv0: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface TrashItem {
  readonly id?: string;
  readonly path: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly items: readonly TrashItem[];
  readonly errors: readonly { readonly message: string }[];
  readonly total?: number;
}

const SHOWN = 200;

export async function trashItems(program: TrashProgram): Promise<Answer> {
  return await ask(program, ["list", "--json", "--limit", String(SHOWN)]);
}

/** Where it is now, or why it is not. Only what the list shows is restored: an id is never an option or a path. */
export async function restoreItem(
  program: TrashProgram,
  id: string,
): Promise<{ readonly to: string } | { readonly problem: string }> {
  const { items } = await trashItems(program);
  if (!items.some((item) => item.id === id)) return { problem: "it is not in the trash any more" };
  const { items: done, errors } = await ask(program, ["restore", id, "--json"]);
  const [first] = done;
  if (first === undefined) return { problem: errors[0]?.message ?? "the trash program did not say why" };
  return { to: typeof first.to === "string" ? first.to : first.path };
}

async function ask({ argv, argv0, env }: TrashProgram, words: readonly string[]): Promise<Answer> {
  const child = Bun.spawn([...argv, ...words], {
    argv0,
    env: { ...env, BUN_OPTIONS: "", BUN_BE_BUN: "", BUN_INSPECT: "" },
    cwd: "/",
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  try {
    return JSON.parse(out) as Answer;
  } catch {
    throw new Error(err.trim() || "the trash program gave no answer");
  }
}
