/** The real world for hooks. Uses Bun's file handle only: `node:fs` alone would cost a third of the process's start. */
import type { FileFacts, World } from "@hasna/hooks-registry";

const missing: FileFacts = { kind: "missing", mode: 0, owner: -1 };

export interface WorldSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: number;
  readonly ownFolder: string | undefined;
  readonly vouchedTrash?: string;
}

/** What most calls never ask for is looked up when asked. */
export function realWorld(source: WorldSource, settings?: World["settings"]): World {
  return {
    get home() {
      return source.env.HOME === undefined ? homeOfUser() : absolute(source.env.HOME);
    },
    get user() {
      return source.user;
    },
    get path() {
      return (source.env.PATH ?? "").split(":");
    },
    get ownFolder() {
      return source.ownFolder;
    },
    vouchedTrash: source.vouchedTrash,
    ...(settings === undefined ? undefined : { settings }),
    isProgram,
    facts,
    realPath: rememberingRealPath(),
    head,
  };
}

// Without HOME a shell takes `~` from the list of users: a guard that did not know the home would let `~/x` pass. Loaded
// only then, as every builtin module costs the start of each call.
function homeOfUser(): string | undefined {
  return absolute(process.getBuiltinModule("node:os").homedir());
}

function absolute(path: string | undefined): string | undefined {
  return path?.startsWith("/") ? path : undefined;
}

// A thread fetches the facts of a file, and starting the first costs a tenth of the whole call.
function isProgram(path: string): boolean {
  return Bun.which(path) !== null;
}

async function facts(path: string): Promise<FileFacts> {
  try {
    const stats = await Bun.file(path).stat();
    const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
    return { kind, mode: stats.mode & 0o7777, owner: stats.uid };
  } catch {
    return missing;
  }
}

/** One world is one moment: a path is resolved once. `node:fs` is loaded for the first. */
function rememberingRealPath(): World["realPath"] {
  let known: Map<string, string | undefined> | undefined;
  return async (path) => {
    known ??= new Map();
    if (known.has(path)) return known.get(path);
    const { realpathSync } = await import("node:fs");
    let real: string | undefined;
    try {
      real = realpathSync(path);
    } catch {
      real = undefined;
    }
    known.set(path, real);
    return real;
  };
}

async function head(path: string, bytes: number): Promise<string | undefined> {
  try {
    const start = new Uint8Array(await Bun.file(path).slice(0, bytes).arrayBuffer());
    return new TextDecoder("latin1").decode(start);
  } catch {
    return undefined;
  }
}
