/** Questions and the bar on a real pseudo terminal: the program sees a terminal on all three streams. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledTrash, makeFolder, temporaryFolder } from "./testing/sandbox.ts";

const LONGEST_MS = 60_000;
/** End of input, as a terminal in its usual mode takes it at the start of a line. */
const CTRL_D = "\x04";
/** Enough that deleting them takes long enough to be stopped in the middle. */
const MANY = 8000;

interface Terminal {
  write(text: string): void;
  close(): void;
}

interface TerminalChild {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly terminal?: Terminal;
}

/** The part of the runtime's terminal support that is used here; older types do not know it. */
type SpawnOnTerminal = (
  argv: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly terminal: { readonly data: (terminal: Terminal, bytes: Uint8Array) => void };
  },
) => TerminalChild;

class Person {
  readonly root: string = temporaryFolder("trash-terminal-");
  readonly home: string = makeFolder(this.root, "home");
  readonly work: string = makeFolder(this.root, "work");
  readonly trash: string = join(this.home, ".local/share/Trash");
  screen = "";
  private child: TerminalChild | undefined;
  private waiting: (() => void) | undefined;

  async start(...args: readonly string[]): Promise<TerminalChild> {
    this.screen = "";
    const program = await compiledTrash();
    const child = (Bun.spawn as unknown as SpawnOnTerminal)([program, ...args], {
      cwd: this.work,
      env: { PATH: "/usr/bin:/bin", HOME: this.home, LC_ALL: "C", TERM: "xterm" },
      terminal: {
        data: (_, bytes) => {
          this.screen += new TextDecoder().decode(bytes);
          this.waiting?.();
        },
      },
    });
    this.child = child;
    return child;
  }

  async sees(text: string): Promise<void> {
    while (!this.screen.includes(text)) await new Promise<void>((seen) => (this.waiting = seen));
  }

  types(text: string): void {
    this.child?.terminal?.write(text);
  }

  /** Runs to the end; each answer is typed when its question is on the screen. */
  async run(
    args: readonly string[],
    dialogue: readonly (readonly [question: string, answer: string])[] = [],
  ) {
    const child = await this.start(...args);
    for (const [question, answer] of dialogue) {
      await this.sees(question);
      this.types(answer);
    }
    return this.end(child);
  }

  async end(child: TerminalChild): Promise<{ readonly code: number; readonly screen: string }> {
    const code = await child.exited;
    // What the program wrote last may still be in the terminal.
    await Bun.sleep(50);
    child.terminal?.close();
    return { code, screen: this.screen };
  }
}

const isPossible = process.platform !== "win32";
const suite = isPossible ? describe : describe.skip;

suite(isPossible ? "the question of empty" : "the question of empty (no pseudo terminal here)", () => {
  for (const { answer, code, left, why } of [
    { answer: "y\n", code: 0, left: 0, why: "yes" },
    { answer: "Yes, all\n", code: 0, left: 0, why: "a line that starts with a y" },
    { answer: "n\n", code: 4, left: 1, why: "no" },
    { answer: "\n", code: 4, left: 1, why: "Enter alone is the capital letter: no" },
    { answer: CTRL_D, code: 4, left: 1, why: "the end of input is no yes" },
    { answer: "sure y\n", code: 4, left: 1, why: "a y further on is no yes" },
  ])
    test(
      why,
      async () => {
        const person = new Person();
        writeFileSync(join(person.work, "f"), "x");
        expect((await person.run(["guard", "f"])).code).toBe(0);
        const ended = await person.run(["empty"], [["for good? [y/N]", answer]]);
        expect(ended.code).toBe(code);
        expect(readdirSync(join(person.trash, "files"))).toHaveLength(left);
        expect(readdirSync(join(person.trash, "info"))).toHaveLength(left);
      },
      LONGEST_MS,
    );

  test("a JSON answer is never a question, at a terminal neither", async () => {
    const person = new Person();
    writeFileSync(join(person.work, "f"), "x");
    await person.run(["guard", "f"]);
    const { code, screen } = await person.run(["empty", "--json"]);
    expect(code).toBe(4);
    expect(screen).toContain("--yes");
    expect(readdirSync(join(person.trash, "files"))).toHaveLength(1);
  });
});

suite(isPossible ? "the questions of guard" : "the questions of guard (no pseudo terminal here)", () => {
  test(
    "-i: one question a file, only what got a yes goes",
    async () => {
      const person = new Person();
      for (const name of ["a", "b", "c"]) writeFileSync(join(person.work, name), "x");
      const { code, screen } = await person.run(
        ["guard", "-i", "a", "b", "c"],
        [
          ["rm: remove regular file 'a'? ", "y\n"],
          ["rm: remove regular file 'b'? ", "n\n"],
          ["rm: remove regular file 'c'? ", CTRL_D],
        ],
      );
      expect(code).toBe(0);
      expect(screen).not.toContain("cannot");
      expect(readdirSync(person.work).sort()).toEqual(["b", "c"]);
    },
    LONGEST_MS,
  );

  test(
    "-I before more than three, and -ri into a folder",
    async () => {
      const person = new Person();
      for (const name of ["a", "b", "c", "d"]) writeFileSync(join(person.work, name), "x");
      await person.run(["guard", "-I", "a", "b", "c", "d"], [["rm: remove 4 arguments? ", "n\n"]]);
      expect(readdirSync(person.work)).toHaveLength(4);
      mkdirSync(join(person.work, "t"));
      writeFileSync(join(person.work, "t/k"), "x");
      const { code } = await person.run(
        ["guard", "-ri", "t"],
        [
          ["descend into directory 't'? ", "y\n"],
          ["remove regular file 't/k'? ", "y\n"],
          ["remove directory 't'? ", "n\n"],
        ],
      );
      expect(code).toBe(0);
      expect(readdirSync(join(person.work, "t"))).toEqual([]);
      await person.run(["undo"]);
      expect(readdirSync(join(person.work, "t"))).toEqual(["k"]);
    },
    LONGEST_MS,
  );

  test("without -i a plain file is not asked for", async () => {
    const person = new Person();
    writeFileSync(join(person.work, "a"), "x");
    expect(await person.run(["guard", "a"])).toEqual({ code: 0, screen: "" });
    expect(existsSync(join(person.work, "a"))).toBe(false);
  });
});

suite(isPossible ? "the bar" : "the bar (no pseudo terminal here)", () => {
  async function withManyFiles(): Promise<Person> {
    const person = new Person();
    const tree = makeFolder(person.work, "tree");
    for (let i = 0; i < MANY; i++) writeFileSync(join(tree, `f${i}`), "");
    writeFileSync(join(person.work, "f"), "x");
    expect((await person.run(["guard", "-r", "tree", "f"])).code).toBe(0);
    return person;
  }

  test(
    "work longer than a second shows it, and takes it away at the end",
    async () => {
      const person = await withManyFiles();
      const child = await person.start("empty", "--yes");
      // The work is stopped in its middle until the second is over: no speed of a disk decides.
      const begun = join(person.trash, "expunged");
      while (!existsSync(begun) || readdirSync(begun).length === 0) await Bun.sleep(0);
      process.kill(child.pid, "SIGSTOP");
      const isInWork = readdirSync(begun).length > 0;
      await Bun.sleep(1200);
      process.kill(child.pid, "SIGCONT");
      const { code, screen } = await person.end(child);
      expect(isInWork).toBe(true);
      expect(code).toBe(0);
      expect(screen).toMatch(/\r\x1b\[Kdeleting \[[#-]{24}\] [01] of 2, \d+ files/);
      expect(screen).toMatch(/\r\x1b\[Kdeleted 2 items [^\r]*\r\n$/);
      expect(readdirSync(join(person.trash, "files"))).toEqual([]);
    },
    LONGEST_MS,
  );

  test("short work shows nothing but its result", async () => {
    const person = new Person();
    writeFileSync(join(person.work, "f"), "x");
    await person.run(["guard", "f"]);
    const { code, screen } = await person.run(["empty", "--yes"]);
    expect(code).toBe(0);
    expect(screen).toMatch(/^deleted 1 item [^\r]*\r\n$/);
  });
});
