/**
 * What GNU rm 9.1 does, measured: exit code, output and what is left, in the C locale unless a row says otherwise. The
 * rows say it in our own form, so that they run anywhere: with `trash guard`, and live with the machine's own rm.
 */

/** One step that makes the files of a row, in the row's own empty folder. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly content: string }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "hard-link"; readonly path: string; readonly target: string }
  | { readonly kind: "fifo"; readonly path: string }
  | { readonly kind: "null-device"; readonly path: string }
  | { readonly kind: "mode"; readonly path: string; readonly mode: number }
  /** Belongs to nobody from here on. */
  | { readonly kind: "given-away"; readonly path: string }
  /** So many folders of that name, each in the one before. */
  | { readonly kind: "deep"; readonly path: string; readonly depth: number };

export interface Outcome {
  readonly code: number;
  readonly out?: string | typeof OWN_TEXT;
  readonly err?: string;
  /** Sorted paths, folders with a slash behind. */
  readonly left?: readonly string[];
}

export interface RmCase {
  readonly id: string;
  readonly make?: readonly Step[];
  readonly args: readonly string[];
  readonly input?: string;
  /** Who runs it; root otherwise. */
  readonly user?: "nobody";
  /** The files belong to root although nobody runs it. */
  readonly madeByRoot?: boolean;
  /** Standard input is a terminal. */
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Shell text behind the command. */
  readonly redirect?: string;
  readonly gnu: Outcome;
  /** Where `trash guard` differs on purpose or must, and why. */
  readonly ours?: Outcome;
  readonly why?: string;
}

/** The text of the machine's own rm, whatever that is. */
export const OWN_TEXT: unique symbol = Symbol("own text");

const file = (path: string, content = ""): Step => ({ kind: "file", path, content });
const folder = (path: string): Step => ({ kind: "folder", path });
const link = (path: string, target: string): Step => ({ kind: "link", path, target });
const hardLink = (path: string, target: string): Step => ({ kind: "hard-link", path, target });
const fifo = (path: string): Step => ({ kind: "fifo", path });
const nullDevice = (path: string): Step => ({ kind: "null-device", path });
const mode = (bits: number, path: string): Step => ({ kind: "mode", path, mode: bits });
const givenAway = (path: string): Step => ({ kind: "given-away", path });
const deep = (path: string, depth: number): Step => ({ kind: "deep", path, depth });

const PERM =
  "one rename needs no permission inside the tree, so all of it goes to the trash and nothing is lost; the setting strictPermissions gives GNU's answer";
const CLOSED = "the runtime opens /dev/null in the place of a closed stdout before the program starts";

export const RM_CASES: readonly RmCase[] = [
  {
    id: "noop",
    args: [],
    gnu: { code: 1, err: "rm: missing operand\nTry 'rm --help' for more information.\n" },
  },
  { id: "noop-f", args: ["-f"], gnu: { code: 0 } },
  {
    id: "noop-fi",
    args: ["-fi"],
    gnu: { code: 1, err: "rm: missing operand\nTry 'rm --help' for more information.\n" },
  },
  { id: "noop-if", args: ["-if"], gnu: { code: 0 } },
  { id: "noop-f-interactive-never", args: ["-f", "--interactive=never"], gnu: { code: 0 } },
  {
    id: "noop-f-I",
    args: ["-f", "-I"],
    gnu: { code: 1, err: "rm: missing operand\nTry 'rm --help' for more information.\n" },
  },
  { id: "missing", args: ["x"], gnu: { code: 1, err: "rm: cannot remove 'x': No such file or directory\n" } },
  { id: "missing-f", args: ["-f", "x"], gnu: { code: 0 } },
  {
    id: "missing-never",
    args: ["--interactive=never", "x"],
    gnu: { code: 1, err: "rm: cannot remove 'x': No such file or directory\n" },
  },
  { id: "missing-f-then-never", args: ["-f", "--interactive=never", "x"], gnu: { code: 0 } },
  {
    id: "missing-f-then-i",
    args: ["-f", "-i", "x"],
    input: "y\n",
    gnu: { code: 1, err: "rm: cannot remove 'x': No such file or directory\n" },
  },
  {
    id: "empty-name",
    args: [""],
    gnu: { code: 1, err: "rm: cannot remove '': No such file or directory\n" },
  },
  { id: "empty-name-f", args: ["-f", ""], gnu: { code: 0 } },
  { id: "empty-name-rf", args: ["-rf", ""], gnu: { code: 0 } },
  {
    id: "order-mixed",
    make: [file("a"), file("c")],
    args: ["-v", "a", "b", "c"],
    gnu: {
      code: 1,
      out: "removed 'a'\nremoved 'c'\n",
      err: "rm: cannot remove 'b': No such file or directory\n",
    },
  },
  {
    id: "dup-operand",
    make: [file("a")],
    args: ["a", "a"],
    gnu: { code: 1, err: "rm: cannot remove 'a': No such file or directory\n" },
  },
  { id: "dup-operand-f", make: [file("a")], args: ["-fv", "a", "a"], gnu: { code: 0, out: "removed 'a'\n" } },
  { id: "options-after", make: [folder("d"), file("d/f")], args: ["d", "-r"], gnu: { code: 0 } },
  {
    id: "options-after-posix",
    make: [folder("d"), file("d/f")],
    args: ["d", "-r"],
    env: { POSIXLY_CORRECT: "1" },
    gnu: {
      code: 1,
      err: "rm: cannot remove 'd': Is a directory\nrm: cannot remove '-r': No such file or directory\n",
      left: ["d/", "d/f"],
    },
  },
  { id: "dashdash", make: [file("-f")], args: ["--", "-f"], gnu: { code: 0 } },
  {
    id: "dash-only",

    args: ["-"],
    gnu: { code: 1, err: "rm: cannot remove '-': No such file or directory\n" },
  },
  {
    id: "leading-hyphen-hint",
    make: [file("-foo")],
    args: ["-foo"],
    gnu: {
      code: 1,
      err: "rm: invalid option -- 'o'\nTry 'rm ./-foo' to remove the file '-foo'.\nTry 'rm --help' for more information.\n",
      left: ["-foo"],
    },
  },
  {
    id: "bad-short",
    make: [file("a")],
    args: ["-Z", "a"],
    gnu: { code: 1, err: "rm: invalid option -- 'Z'\nTry 'rm --help' for more information.\n", left: ["a"] },
  },
  {
    id: "bad-long",
    make: [file("a")],
    args: ["--bogus", "a"],
    gnu: {
      code: 1,
      err: "rm: unrecognized option '--bogus'\nTry 'rm --help' for more information.\n",
      left: ["a"],
    },
  },
  { id: "abbrev-rec", make: [folder("d")], args: ["--rec", "d"], gnu: { code: 0 } },
  { id: "abbrev-v", make: [file("a")], args: ["--verb", "a"], gnu: { code: 0, out: "removed 'a'\n" } },
  {
    id: "abbrev-ambig",
    make: [file("a")],
    args: ["--ver", "a"],
    gnu: {
      code: 1,
      err: "rm: option '--ver' is ambiguous; possibilities: '--verbose' '--version'\nTry 'rm --help' for more information.\n",
      left: ["a"],
    },
  },
  {
    id: "abbrev-no-preserve",
    make: [file("a")],
    args: ["--no-p", "a"],
    gnu: { code: 1, err: "rm: you may not abbreviate the --no-preserve-root option\n", left: ["a"] },
  },
  {
    id: "preserve-root-bad",
    make: [file("a")],
    args: ["--preserve-root=foo", "a"],
    gnu: { code: 1, err: "rm: unrecognized --preserve-root argument: 'foo'\n", left: ["a"] },
  },
  {
    id: "interactive-bad",
    make: [file("a")],
    args: ["--interactive=foo", "a"],
    gnu: {
      code: 1,
      err: "rm: invalid argument 'foo' for '--interactive'\nValid arguments are:\n  - 'never', 'no', 'none'\n  - 'once'\n  - 'always', 'yes'\nTry 'rm --help' for more information.\n",
      left: ["a"],
    },
  },
  { id: "interactive-abbrev-value", make: [file("a")], args: ["--interactive=n", "a"], gnu: { code: 0 } },
  {
    id: "interactive-yes",
    make: [file("a")],
    args: ["--interactive=yes", "a"],
    input: "y\n",
    gnu: { code: 0, err: "rm: remove regular empty file 'a'? " },
  },
  { id: "interactive-none", make: [file("a")], args: ["--interactive=none", "a"], gnu: { code: 0 } },
  {
    id: "force-arg",
    make: [file("a")],
    args: ["--force=1", "a"],
    gnu: {
      code: 1,
      err: "rm: option '--force' doesn't allow an argument\nTry 'rm --help' for more information.\n",
      left: ["a"],
    },
  },
  { id: "help-late", make: [file("a")], args: ["a", "--help"], gnu: { code: 0, out: OWN_TEXT, left: ["a"] } },
  {
    id: "bad-after-operand",
    make: [file("a"), file("b")],
    args: ["a", "-Z", "b"],
    gnu: {
      code: 1,
      err: "rm: invalid option -- 'Z'\nTry 'rm --help' for more information.\n",
      left: ["a", "b"],
    },
  },
  {
    id: "dir",
    make: [folder("d")],
    args: ["d"],
    gnu: { code: 1, err: "rm: cannot remove 'd': Is a directory\n", left: ["d/"] },
  },
  {
    id: "dir-f",
    make: [folder("d")],
    args: ["-f", "d"],
    gnu: { code: 1, err: "rm: cannot remove 'd': Is a directory\n", left: ["d/"] },
  },
  {
    id: "dir-trail",
    make: [folder("d")],
    args: ["d/"],
    gnu: { code: 1, err: "rm: cannot remove 'd/': Is a directory\n", left: ["d/"] },
  },
  { id: "dir-d-empty", make: [folder("d")], args: ["-d", "d"], gnu: { code: 0 } },
  {
    id: "dir-dv-empty",
    make: [folder("d")],
    args: ["-dv", "d"],
    gnu: { code: 0, out: "removed directory 'd'\n" },
  },
  {
    id: "dir-dv-empty-trail",
    make: [folder("d")],
    args: ["-dv", "d//"],
    gnu: { code: 0, out: "removed directory 'd/'\n" },
  },
  {
    id: "dir-d-nonempty",
    make: [folder("d"), file("d/f")],
    args: ["-d", "d"],
    gnu: { code: 1, err: "rm: cannot remove 'd': Directory not empty\n", left: ["d/", "d/f"] },
  },
  { id: "dir-d-file", make: [file("f")], args: ["-d", "f"], gnu: { code: 0 } },
  {
    id: "dir-rv",
    make: [folder("a/b"), file("a/b/f"), file("a/g")],
    args: ["-rv", "a"],
    gnu: { code: 0, out: "removed 'a/b/f'\nremoved directory 'a/b'\nremoved 'a/g'\nremoved directory 'a'\n" },
  },
  {
    id: "dir-rv-trail",
    make: [folder("a"), file("a/x")],
    args: ["-rv", "a/"],
    gnu: { code: 0, out: "removed 'a/x'\nremoved directory 'a/'\n" },
  },
  {
    id: "dir-rv-trail3",
    make: [folder("a"), file("a/x")],
    args: ["-rv", "a///"],
    gnu: { code: 0, out: "removed 'a/x'\nremoved directory 'a/'\n" },
  },
  {
    id: "dir-rv-dotrel",
    make: [folder("a"), file("a/x")],
    args: ["-rv", "./a"],
    gnu: { code: 0, out: "removed './a/x'\nremoved directory './a'\n" },
  },
  { id: "dir-Rf-missing-mixed", make: [folder("a")], args: ["-Rf", "nope", "a", "nope2"], gnu: { code: 0 } },
  { id: "rd-nonempty", make: [folder("d"), file("d/f")], args: ["-rd", "d"], gnu: { code: 0 } },
  {
    id: "dot-r",
    make: [folder("d")],
    args: ["-r", "."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '.'\n", left: ["d/"] },
  },
  {
    id: "dotdot-r",
    make: [folder("d")],
    args: ["-r", ".."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '..'\n", left: ["d/"] },
  },
  {
    id: "dot-rf",
    make: [file("a")],
    args: ["-rf", ".", "a"],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '.'\n" },
  },
  {
    id: "dot-slash-rf",
    make: [folder("d")],
    args: ["-rf", "./"],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping './'\n", left: ["d/"] },
  },
  {
    id: "d-dot-rf",
    make: [folder("d")],
    args: ["-rf", "d/."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping 'd/.'\n", left: ["d/"] },
  },
  {
    id: "d-dotdot-rf",
    make: [folder("d")],
    args: ["-rf", "d/.."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping 'd/..'\n", left: ["d/"] },
  },
  {
    id: "d-dot-slash",
    make: [folder("d")],
    args: ["-rf", "d/.//"],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping 'd/./'\n", left: ["d/"] },
  },
  { id: "dot-nor", args: ["."], gnu: { code: 1, err: "rm: cannot remove '.': Is a directory\n" } },
  {
    id: "dot-d",
    args: ["-d", "."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '.'\n" },
  },
  {
    id: "root-r",
    args: ["-r", "/"],
    gnu: {
      code: 1,
      err: "rm: it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe\n",
    },
  },
  {
    id: "root-rf",
    args: ["-rf", "/"],
    gnu: {
      code: 1,
      err: "rm: it is dangerous to operate recursively on '/'\nrm: use --no-preserve-root to override this failsafe\n",
    },
  },
  {
    id: "root-rf-dbl",
    args: ["-rf", "//"],
    gnu: {
      code: 1,
      err: "rm: it is dangerous to operate recursively on '//' (same as '/')\nrm: use --no-preserve-root to override this failsafe\n",
    },
  },
  { id: "root-nor", args: ["/"], gnu: { code: 1, err: "rm: cannot remove '/': Is a directory\n" } },
  { id: "root-f-nor", args: ["-f", "/"], gnu: { code: 1, err: "rm: cannot remove '/': Is a directory\n" } },
  {
    id: "root-rel",
    args: ["-rf", "/tmp/.."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '/tmp/..'\n" },
  },
  {
    id: "root-dotslash",
    args: ["-rf", "/."],
    gnu: { code: 1, err: "rm: refusing to remove '.' or '..' directory: skipping '/.'\n" },
  },
  {
    id: "root-link-trail",
    make: [link("l", "/")],
    args: ["-rf", "l/"],
    gnu: {
      code: 1,
      err: "rm: it is dangerous to operate recursively on 'l/' (same as '/')\nrm: use --no-preserve-root to override this failsafe\n",
      left: ["l"],
    },
  },
  { id: "sl-file", make: [file("t"), link("l", "t")], args: ["l"], gnu: { code: 0, left: ["t"] } },
  { id: "sl-dangling", make: [link("l", "nope")], args: ["l"], gnu: { code: 0 } },
  {
    id: "sl-dir",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["l"],
    gnu: { code: 0, left: ["d/", "d/k"] },
  },
  {
    id: "sl-dir-r",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["-r", "l"],
    gnu: { code: 0, left: ["d/", "d/k"] },
  },
  {
    id: "sl-dir-trail",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["l/"],
    gnu: { code: 1, err: "rm: cannot remove 'l/': Is a directory\n", left: ["d/", "d/k", "l"] },
  },
  {
    id: "sl-dir-trail-r",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["-r", "l/"],
    gnu: { code: 1, err: "rm: cannot remove 'l/': Not a directory\n", left: ["d/", "l"] },
  },
  {
    id: "sl-dir-trail-rf",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["-rf", "l/"],
    gnu: { code: 0, left: ["d/", "l"] },
  },
  {
    id: "sl-dir-trail-rv",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["-rv", "l/"],
    gnu: {
      code: 1,
      out: "removed 'l/k'\n",
      err: "rm: cannot remove 'l/': Not a directory\n",
      left: ["d/", "l"],
    },
  },
  {
    id: "sl-dir-trail-d-empty",
    make: [folder("d"), link("l", "d")],
    args: ["-d", "l/"],
    gnu: { code: 1, err: "rm: cannot remove 'l/': Not a directory\n", left: ["d/", "l"] },
  },
  {
    id: "sl-file-trail",
    make: [file("t"), link("l", "t")],
    args: ["l/"],
    gnu: { code: 1, err: "rm: cannot remove 'l/': Not a directory\n", left: ["l", "t"] },
  },
  {
    id: "sl-file-trail-f",
    make: [file("t"), link("l", "t")],
    args: ["-f", "l/"],
    gnu: { code: 0, left: ["l", "t"] },
  },
  {
    id: "sl-dangling-trail",
    make: [link("l", "nope")],
    args: ["l/"],
    gnu: { code: 1, err: "rm: cannot remove 'l/': Not a directory\n", left: ["l"] },
  },
  { id: "sl-dangling-trail-f", make: [link("l", "nope")], args: ["-f", "l/"], gnu: { code: 0, left: ["l"] } },
  { id: "sl-loop", make: [link("l", "l")], args: ["l"], gnu: { code: 0 } },
  {
    id: "sl-loop-through",
    make: [link("l", "l")],
    args: ["l/x"],
    gnu: { code: 1, err: "rm: cannot remove 'l/x': Too many levels of symbolic links\n", left: ["l"] },
  },
  {
    id: "sl-loop-through-f",
    make: [link("l", "l")],
    args: ["-f", "l/x"],
    gnu: { code: 1, err: "rm: cannot remove 'l/x': Too many levels of symbolic links\n", left: ["l"] },
  },
  {
    id: "file-trail",
    make: [file("f")],
    args: ["f/"],
    gnu: { code: 1, err: "rm: cannot remove 'f/': Not a directory\n", left: ["f"] },
  },
  { id: "file-trail-f", make: [file("f")], args: ["-f", "f/"], gnu: { code: 0, left: ["f"] } },
  { id: "file-trail-rf", make: [file("f")], args: ["-rf", "f/"], gnu: { code: 0, left: ["f"] } },
  {
    id: "under-file",
    make: [file("f")],
    args: ["f/x"],
    gnu: { code: 1, err: "rm: cannot remove 'f/x': Not a directory\n", left: ["f"] },
  },
  { id: "under-file-f", make: [file("f")], args: ["-f", "f/x"], gnu: { code: 0, left: ["f"] } },
  {
    id: "through-symlink-dir",
    make: [folder("d"), file("d/k"), link("l", "d")],
    args: ["-v", "l/k"],
    gnu: { code: 0, out: "removed 'l/k'\n", left: ["d/", "l"] },
  },
  {
    id: "name-too-long",
    args: ["a".repeat(256)],
    gnu: { code: 1, err: `rm: cannot remove '${"a".repeat(256)}': File name too long\n` },
  },
  {
    id: "name-too-long-f",
    args: ["-f", "a".repeat(256)],
    gnu: { code: 1, err: `rm: cannot remove '${"a".repeat(256)}': File name too long\n` },
  },
  {
    id: "i-yes",
    make: [file("a")],
    args: ["-i", "a"],
    input: "y\n",
    gnu: { code: 0, err: "rm: remove regular empty file 'a'? " },
  },
  {
    id: "i-no",
    make: [file("a")],
    args: ["-i", "a"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove regular empty file 'a'? ", left: ["a"] },
  },
  {
    id: "i-eof",
    make: [file("a")],
    args: ["-i", "a"],
    gnu: { code: 0, err: "rm: remove regular empty file 'a'? ", left: ["a"] },
  },
  {
    id: "i-Yword",
    make: [file("a")],
    args: ["-i", "a"],
    input: "Yes please\n",
    gnu: { code: 0, err: "rm: remove regular empty file 'a'? " },
  },
  {
    id: "i-nonempty",
    make: [file("a", "hi\n")],
    args: ["-i", "a"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove regular file 'a'? ", left: ["a"] },
  },
  {
    id: "i-types",
    make: [link("l", "q"), fifo("p")],
    args: ["-i", "l", "p"],
    input: "n\nn\n",
    gnu: { code: 0, err: "rm: remove symbolic link 'l'? rm: remove fifo 'p'? ", left: ["l", "p"] },
  },
  {
    id: "i-dir",
    make: [folder("d")],
    args: ["-i", "d"],
    input: "y\n",
    gnu: { code: 1, err: "rm: cannot remove 'd': Is a directory\n", left: ["d/"] },
  },
  {
    id: "ri-tree",
    make: [folder("d"), file("d/f", "1\n")],
    args: ["-ri", "d"],
    input: "y\ny\ny\n",
    gnu: {
      code: 0,
      err: "rm: descend into directory 'd'? rm: remove regular file 'd/f'? rm: remove directory 'd'? ",
    },
  },
  {
    id: "ri-tree-nochild",
    make: [folder("d"), file("d/f", "1\n")],
    args: ["-ri", "d"],
    input: "y\nn\ny\n",
    gnu: {
      code: 1,
      err: "rm: descend into directory 'd'? rm: remove regular file 'd/f'? rm: remove directory 'd'? rm: cannot remove 'd': Directory not empty\n",
      left: ["d/", "d/f"],
    },
  },
  {
    id: "ri-tree-keep-folder",
    make: [folder("d"), file("d/f", "1\n")],
    args: ["-ri", "d"],
    input: "y\ny\nn\n",
    gnu: {
      code: 0,
      err: "rm: descend into directory 'd'? rm: remove regular file 'd/f'? rm: remove directory 'd'? ",
      left: ["d/"],
    },
  },
  {
    id: "ri-tree-nodescend",
    make: [folder("d"), file("d/f", "1\n")],
    args: ["-ri", "d"],
    input: "n\n",
    gnu: { code: 0, err: "rm: descend into directory 'd'? ", left: ["d/", "d/f"] },
  },
  {
    id: "ri-emptydir",
    make: [folder("d")],
    args: ["-ri", "d"],
    input: "y\n",
    gnu: { code: 0, err: "rm: remove directory 'd'? " },
  },
  {
    id: "di-emptydir",
    make: [folder("d")],
    args: ["-di", "d"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove directory 'd'? ", left: ["d/"] },
  },
  {
    id: "di-nonempty",
    make: [folder("d"), file("d/f")],
    args: ["-di", "d"],
    input: "y\n",
    gnu: { code: 1, err: "rm: cannot remove 'd': Directory not empty\n", left: ["d/", "d/f"] },
  },
  { id: "I-3", make: [file("a"), file("b"), file("c")], args: ["-I", "a", "b", "c"], gnu: { code: 0 } },
  {
    id: "I-4-no",
    make: [file("a"), file("b"), file("c"), file("d")],
    args: ["-I", "a", "b", "c", "d"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove 4 arguments? ", left: ["a", "b", "c", "d"] },
  },
  {
    id: "I-4-yes",
    make: [file("a"), file("b"), file("c"), file("d")],
    args: ["-I", "a", "b", "c", "d"],
    input: "y\n",
    gnu: { code: 0, err: "rm: remove 4 arguments? " },
  },
  {
    id: "Ir-1",
    make: [folder("d")],
    args: ["-Ir", "d"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove 1 argument recursively? ", left: ["d/"] },
  },
  {
    id: "Ir-2",
    make: [folder("d"), folder("e")],
    args: ["-Ir", "d", "e"],
    input: "n\n",
    gnu: { code: 0, err: "rm: remove 2 arguments recursively? ", left: ["d/", "e/"] },
  },
  {
    id: "I-then-f",
    make: [file("a"), file("b"), file("c"), file("d")],
    args: ["-I", "-f", "a", "b", "c", "d"],
    input: "n\n",
    gnu: { code: 0 },
  },
  {
    id: "I-missing4",
    args: ["-I", "a", "b", "c", "d"],
    input: "y\n",
    gnu: {
      code: 1,
      err: "rm: remove 4 arguments? rm: cannot remove 'a': No such file or directory\nrm: cannot remove 'b': No such file or directory\nrm: cannot remove 'c': No such file or directory\nrm: cannot remove 'd': No such file or directory\n",
    },
  },
  {
    id: "i-missing",
    args: ["-i", "a"],
    input: "y\n",
    gnu: { code: 1, err: "rm: cannot remove 'a': No such file or directory\n" },
  },
  { id: "wp-notty", make: [file("a"), mode(0o444, "a")], args: ["a"], user: "nobody", gnu: { code: 0 } },
  {
    id: "wp-tty-n",
    make: [file("a"), mode(0o444, "a")],
    args: ["a"],
    input: "n\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0, err: "rm: remove write-protected regular empty file 'a'? ", left: ["a"] },
  },
  {
    id: "wp-tty-y",
    make: [file("a", "1\n"), mode(0o444, "a")],
    args: ["a"],
    input: "y\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0, err: "rm: remove write-protected regular file 'a'? " },
  },
  {
    id: "wp-tty-f",
    make: [file("a"), mode(0o444, "a")],
    args: ["-f", "a"],
    input: "n\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0 },
  },
  {
    id: "wp-tty-never",
    make: [file("a"), mode(0o444, "a")],
    args: ["--interactive=never", "a"],
    input: "n\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0 },
  },
  {
    id: "wp-tty-root",
    make: [file("a"), mode(0o444, "a")],
    args: ["a"],
    input: "n\n",
    terminal: true,
    gnu: { code: 0 },
  },
  {
    id: "wp-tty-symlink",
    make: [file("a"), mode(0o444, "a"), link("l", "a")],
    args: ["l"],
    input: "n\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0, left: ["a"] },
  },
  {
    id: "wp-tty-dir-r",
    make: [folder("d"), file("d/f"), mode(0o555, "d")],
    args: ["-r", "d"],
    input: "y\ny\ny\n",
    user: "nobody",
    terminal: true,
    gnu: {
      code: 1,
      err: "rm: descend into write-protected directory 'd'? rm: cannot remove 'd/f': Permission denied\n",
      left: ["d/", "d/f"],
    },
    ours: {
      code: 0,
      err: "rm: descend into write-protected directory 'd'? rm: remove write-protected directory 'd'? ",
    },
    why: PERM,
  },
  {
    id: "wp-tty-emptydir-r",
    make: [folder("d"), mode(0o555, "d")],
    args: ["-r", "d"],
    input: "y\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0, err: "rm: remove write-protected directory 'd'? " },
  },
  {
    id: "wp-i-notty",
    make: [file("a"), mode(0o444, "a")],
    args: ["-i", "a"],
    input: "y\n",
    user: "nobody",
    gnu: { code: 0, err: "rm: remove write-protected regular empty file 'a'? " },
  },
  {
    id: "presume-tty",
    make: [file("a"), mode(0o444, "a")],
    args: ["---presume-input-tty", "a"],
    input: "n\n",
    user: "nobody",
    gnu: { code: 0, err: "rm: remove write-protected regular empty file 'a'? ", left: ["a"] },
  },
  {
    id: "I-wp-tty",
    make: [file("a"), mode(0o444, "a")],
    args: ["-I", "a"],
    input: "n\n",
    user: "nobody",
    terminal: true,
    gnu: { code: 0, err: "rm: remove write-protected regular empty file 'a'? ", left: ["a"] },
  },
  {
    id: "parent-nowrite",
    make: [folder("p"), file("p/f"), mode(0o555, "p")],
    args: ["p/f"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'p/f': Permission denied\n", left: ["p/", "p/f"] },
  },
  {
    id: "parent-nowrite-f",
    make: [folder("p"), file("p/f"), mode(0o555, "p")],
    args: ["-f", "p/f"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'p/f': Permission denied\n", left: ["p/", "p/f"] },
  },
  {
    id: "parent-nosearch",
    make: [folder("p"), file("p/f"), mode(0o000, "p")],
    args: ["p/f"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'p/f': Permission denied\n", left: ["p/", "p/f"] },
  },
  {
    id: "parent-nosearch-f",
    make: [folder("p"), file("p/f"), mode(0o000, "p")],
    args: ["-f", "p/f"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'p/f': Permission denied\n", left: ["p/", "p/f"] },
  },
  {
    id: "missing-in-nowrite-f",
    make: [folder("p"), mode(0o555, "p")],
    args: ["-f", "p/f"],
    user: "nobody",
    gnu: { code: 0, left: ["p/"] },
  },
  {
    id: "rf-unwritable-sub",
    make: [folder("d/s"), file("d/s/f"), file("d/g"), mode(0o555, "d/s")],
    args: ["-rf", "d"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'd/s/f': Permission denied\n", left: ["d/", "d/s/", "d/s/f"] },
    ours: { code: 0 },
    why: PERM,
  },
  {
    id: "rf-unreadable-sub",
    make: [folder("d/s"), file("d/s/f"), file("d/g"), mode(0o000, "d/s")],
    args: ["-rf", "d"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'd/s': Permission denied\n", left: ["d/", "d/s/", "d/s/f"] },
    ours: { code: 0 },
    why: PERM,
  },
  {
    id: "rf-unreadable-emptysub",
    make: [folder("d/s"), mode(0o000, "d/s")],
    args: ["-rf", "d"],
    user: "nobody",
    gnu: { code: 0 },
  },
  {
    id: "r-empty-555",
    make: [folder("d"), mode(0o555, "d")],
    args: ["-r", "d"],
    user: "nobody",
    gnu: { code: 0 },
  },
  {
    id: "r-empty-000",
    make: [folder("d"), mode(0o000, "d")],
    args: ["-r", "d"],
    user: "nobody",
    gnu: { code: 0 },
  },
  {
    id: "d-empty-000",
    make: [folder("d"), mode(0o000, "d")],
    args: ["-d", "d"],
    user: "nobody",
    gnu: { code: 1, err: "rm: cannot remove 'd': Directory not empty\n", left: ["d/"] },
  },
  {
    id: "multi-partial",
    make: [file("a"), file("c"), folder("b")],
    args: ["a", "b", "c"],
    gnu: { code: 1, err: "rm: cannot remove 'b': Is a directory\n", left: ["b/"] },
  },
  {
    id: "multi-partial-f",
    make: [file("a"), file("c"), folder("b")],
    args: ["-f", "a", "b", "c"],
    gnu: { code: 1, err: "rm: cannot remove 'b': Is a directory\n", left: ["b/"] },
  },
  {
    id: "other-owned-sticky",
    make: [folder("s"), mode(0o1777, "s"), file("s/r")],
    args: ["-f", "s/r"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 1, err: "rm: cannot remove 's/r': Operation not permitted\n", left: ["s/", "s/r"] },
  },
  {
    id: "other-owned-in-own-dir",
    make: [folder("s"), givenAway("s"), file("s/r")],
    args: ["-f", "s/r"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 0, left: ["s/"] },
  },
  {
    id: "other-owned-dir-in-own-dir",
    make: [folder("s/rd"), givenAway("s")],
    args: ["-rf", "s/rd"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 0, left: ["s/"] },
  },
  {
    id: "other-owned-nonempty",
    make: [folder("s/rd"), file("s/rd/f"), givenAway("s")],
    args: ["-rf", "s/rd"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 1, err: "rm: cannot remove 's/rd/f': Permission denied\n", left: ["s/", "s/rd/", "s/rd/f"] },
  },
  {
    id: "nogiveup-parent-nowrite",
    make: [folder("p"), folder("p/d"), file("p/d/f"), givenAway("p/d"), givenAway("p/d/f")],
    args: ["-rf", "p/d"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 1, err: "rm: cannot remove 'p/d': Permission denied\n", left: ["p/", "p/d/"] },
  },
  {
    id: "sticky-tree-other",
    make: [folder("a"), mode(0o1777, "a"), file("a/b")],
    args: ["-rf", "a"],
    user: "nobody",
    madeByRoot: true,
    gnu: { code: 1, err: "rm: cannot remove 'a/b': Operation not permitted\n", left: ["a/", "a/b"] },
    ours: { code: 0 },
    why: PERM,
  },
  { id: "q-space", make: [file("a b")], args: ["-v", "a b"], gnu: { code: 0, out: "removed 'a b'\n" } },
  { id: "q-squote", make: [file("a'b")], args: ["-v", "a'b"], gnu: { code: 0, out: 'removed "a\'b"\n' } },
  { id: "q-dquote", make: [file('a"b')], args: ["-v", 'a"b'], gnu: { code: 0, out: "removed 'a\"b'\n" } },
  {
    id: "q-newline",
    make: [file("a\nb")],
    args: ["-v", "a\nb"],
    gnu: { code: 0, out: "removed 'a'$'\\n''b'\n" },
  },
  {
    id: "q-newline-missing",
    args: ["a\nb"],
    gnu: { code: 1, err: "rm: cannot remove 'a'$'\\n''b': No such file or directory\n" },
  },
  {
    id: "q-utf8-C",
    make: [file("é")],
    args: ["-v", "é"],
    gnu: { code: 0, out: "removed ''$'\\303\\251'\n" },
  },
  {
    id: "q-utf8",
    make: [file("é")],
    args: ["-v", "é"],
    env: { LC_ALL: "C.UTF-8" },
    gnu: { code: 0, out: "removed 'é'\n" },
  },
  {
    id: "q-tab-missing",
    args: ["a\tb"],
    gnu: { code: 1, err: "rm: cannot remove 'a'$'\\t''b': No such file or directory\n" },
  },
  {
    id: "q-dollar-missing",
    args: ["a$b"],
    gnu: { code: 1, err: "rm: cannot remove 'a$b': No such file or directory\n" },
  },
  {
    id: "q-bs-missing",
    args: ["a\\b"],
    gnu: { code: 1, err: "rm: cannot remove 'a\\b': No such file or directory\n" },
  },
  {
    id: "q-squote-missing",
    args: ["a'b"],
    gnu: { code: 1, err: 'rm: cannot remove "a\'b": No such file or directory\n' },
  },
  { id: "fifo", make: [fifo("p")], args: ["-v", "p"], gnu: { code: 0, out: "removed 'p'\n" } },
  { id: "devnull", make: [nullDevice("n")], args: ["-v", "n"], gnu: { code: 0, out: "removed 'n'\n" } },
  {
    id: "hardlink",
    make: [file("a", "x\n"), hardLink("b", "a")],
    args: ["-v", "a"],
    gnu: { code: 0, out: "removed 'a'\n", left: ["b"] },
  },
  {
    id: "deep",
    make: [deep("dddddddddddddddddddd", 600)],
    args: ["-rf", "dddddddddddddddddddd"],
    gnu: { code: 0 },
  },
  {
    id: "nested-operands",
    make: [folder("a/b"), file("a/b/c")],
    args: ["-r", "a", "a/b"],
    gnu: { code: 1, err: "rm: cannot remove 'a/b': No such file or directory\n" },
  },
  {
    id: "nested-operands-f",
    make: [folder("a/b"), file("a/b/c")],
    args: ["-rf", "a", "a/b"],
    gnu: { code: 0 },
  },
  {
    id: "nested-operands-rev",
    make: [folder("a/b"), file("a/b/c")],
    args: ["-rv", "a/b", "a"],
    gnu: { code: 0, out: "removed 'a/b/c'\nremoved directory 'a/b'\nremoved directory 'a'\n" },
  },
  { id: "onefs-plain", make: [folder("a/b")], args: ["-r", "--one-file-system", "a"], gnu: { code: 0 } },
  {
    id: "stdout-closed",
    make: [file("a")],
    redirect: ">&-",
    args: ["-v", "a"],
    gnu: { code: 1, err: "rm: write error: Bad file descriptor\n" },
    ours: { code: 0 },
    why: CLOSED,
  },
  {
    id: "stdout-full",
    make: [file("a")],
    redirect: ">/dev/full",
    args: ["-v", "a"],
    gnu: { code: 1, err: "rm: write error: No space left on device\n" },
  },
  { id: "version", args: ["--version"], gnu: { code: 0, out: OWN_TEXT } },
];
