/**
 * Follows a text the way a shell would run it: which folder, which variables, which function where; every simple
 * command on the way is handed to `programs.ts`.
 */

import { assign, lengthOf } from "./assigning.ts";
import { assignedNames, changesOf, countNodes } from "./changes.ts";
import { codeVariable } from "./environment.ts";
import { noteConstructFiles } from "./files.ts";
import {
  either,
  move,
  normalise,
  resolveFrom,
  startAt,
  UNKNOWN_FOLDER,
  union,
  type Whereabouts,
} from "./folders.ts";
import { inputOf, outputOfNodes } from "./inputs.ts";
import type { Flow, Frame, Input, Job } from "./job.ts";
import { literalTexts, makesText, mentions } from "./mentions.ts";
import { followCommand } from "./programs.ts";
import type { Doubt, Field, Folder, Run, Segment, Surroundings } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Assignment, Command, Context, Joint, Script, Span, Word } from "./script.ts";
import { dataDoubt } from "./taint.ts";
import { asSubstitution, type ContextNode, type Node, treeOf } from "./tree.ts";
import { alternativesOf, fieldsOf, segmentsOf } from "./value.ts";
import { scalar, UNKNOWN_VALUE, type Value, Variables } from "./variables.ts";

/** Commands that are followed a second time: loop bodies and function calls. Past this the text is too winding. */
const MOST_STEPS = 5_000;
/** Commands in code strings: code that runs itself grows without end. */
const MOST_CODE = 50_000;
/** Folder candidates that are worked out; behind that the text moves too much to be followed. */
const MOST_MOVES = 5_000;
/** Characters of variables' values that are put into words. */
const MOST_EXPANDED = 1_000_000;
/** Doubts given out; more say nothing new. */
const MOST_DOUBTS = 1_000;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Substitution {
  readonly node: ContextNode;
  readonly frame: Frame;
  readonly at: Whereabouts;
  /** What it prints, once that was asked for. */
  output: { readonly segments: readonly Segment[] | undefined } | undefined;
}

interface Definition {
  readonly node: ContextNode;
  readonly frame: Frame;
}

/** Names that arithmetic in a text gives a number, worked out once a text. */
const computed: WeakMap<Script, ReadonlySet<string>> = new WeakMap();
const NONE: ReadonlySet<string> = new Set();

function computedNames(script: Script): ReadonlySet<string> {
  if (!script.source.includes("((")) return NONE;
  const known = computed.get(script);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const [text] of script.source.matchAll(/\(\([^\n]{1,1000}/g)) {
    for (const match of text.matchAll(
      /([A-Za-z_]\w*)\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g,
    ))
      names.add(match[1] ?? match[2] ?? "");
  }
  computed.set(script, names);
  return names;
}

/** The state of one walk over a text. */
export class Walk {
  readonly runs: Mutable<Run>[] = [];
  readonly doubts: Doubt[] = [];
  readonly variables: Variables = new Variables();
  readonly functions: Map<string, Definition> = new Map();
  /** Commands of function bodies whose program depends on the arguments: followed at each call. */
  readonly deferred: Set<Command> = new Set();
  /** Files that the text itself writes, by absolute path (or as written), and what it puts there. */
  readonly written: Map<string, readonly Segment[] | undefined> = new Map();
  /** Copies of and links to programs that the text makes: path and the program's name. */
  readonly copies: Map<string, string> = new Map();
  /** The words of arguments that hold a substitution: what stands in them is looked at again. */
  readonly sources: Map<Field, Word> = new Map();
  /** Inside code strings, where all spans are those of the string: the words that the fields are made of. */
  readonly words: Map<Field, Word> = new Map();
  /** Traps and their kin run at a later point. */
  readonly later: ((at: Whereabouts) => void)[] = [];
  nullglob = false;
  /** A variable may have been set whose name the text does not show: then any may hold what the text mentions. */
  setsUnseen = false;
  readonly #surroundings: Surroundings;
  readonly #root: Script;
  readonly #scripts: Script[] = [];
  readonly #substitutions: Map<Context, Substitution> = new Map();
  /** Constructs with a command in them, of as many scripts as `#indexed` says. */
  readonly #inhabited: Set<Context> = new Set();
  #indexed = 0;
  readonly #runOf: Map<Command, Mutable<Run>[]> = new Map();
  readonly #counts: Map<Script, Map<string, number>> = new Map();
  readonly #mentions: Map<string, boolean> = new Map();
  #texts: readonly string[] | undefined;
  #makesText: boolean | undefined;
  #steps = 0;
  #tooManyCalls = false;
  #code = 0;
  #moves = 0;
  #expanded = 0;
  #seen: readonly Folder[] = [];
  /** Where `break` and `continue` of the innermost loop, and `return` of the present function, leave from. */
  #broken: Whereabouts | undefined;
  #returned: Whereabouts | undefined;
  /** Variables of the function that is called, with what they hide. */
  #locals: { readonly name: string; readonly before: Value | undefined }[] | undefined;

  constructor(root: Script, surroundings: Surroundings) {
    this.#root = root;
    this.#scripts.push(root);
    this.#surroundings = surroundings;
  }

  get home(): string | undefined {
    const value = this.variables.get("HOME");
    if (value === undefined) return this.#surroundings.home;
    const only =
      value.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
    return only?.length === 1 && only[0]?.kind === "text" ? only[0].text : undefined;
  }

  /** Walks the whole text. */
  run(): void {
    const frame: Frame = {
      script: this.#root,
      dialect: this.#root.dialect,
      holes: [],
      origin: undefined,
      outer: undefined,
      place: "list",
      wrappers: [],
      stdin: { kind: "inherited" },
      mode: "report",
      definition: undefined,
      calls: [],
      depth: 0,
      loops: 0,
      hopeful: false,
    };
    const start = startAt(this.#surroundings.cwd);
    this.#seen = start.folders;
    this.reportRedefinitions(this.#root, frame);
    this.#reportLost(frame);
    const data = dataDoubt(this.#root);
    if (data !== undefined) this.doubt(frame, data);
    const end = this.walkScript(frame, start);
    const folders = union(this.#seen, end.ok?.folders ?? end.fail?.folders ?? start.folders);
    // A trap's code can set a trap in turn.
    for (let task = this.later.shift(); task !== undefined; task = this.later.shift()) {
      task({ folders, previous: [UNKNOWN_FOLDER], stack: undefined });
    }
  }

  #reportLost(frame: Frame): void {
    const { lost, source } = this.#root;
    if (lost === undefined) return;
    const bare = source.replace(/\\\n|['"\\]/g, "");
    this.doubt(frame, {
      kind: "lost",
      name: undefined,
      span: { start: Math.min(lost.at, source.length), end: source.length },
      detail: lost.reason,
      couldBe: (wanted) => mentions([source, bare], wanted),
    });
  }

  /** Walks a script in its frame. */
  walkScript(frame: Frame, at: Whereabouts): Flow {
    if (frame.script !== this.#root) this.#scripts.push(frame.script);
    return this.#walkList(treeOf(frame.script), frame, at, false);
  }

  // Doubts

  doubt(frame: Frame, doubt: Doubt): void {
    if (frame.mode === "quiet" || this.doubts.length > MOST_DOUBTS) return;
    // The last one stands for all that follow.
    if (this.doubts.length < MOST_DOUBTS) this.doubts.push(doubt);
    else
      this.doubts.push({
        ...doubt,
        kind: "lost",
        detail: "the text holds more doubts than are listed",
        couldBe: () => true,
      });
  }

  /** Whether a literal text of the whole source, code strings included, names the program. */
  mentions(name: string): boolean {
    const known = this.#mentions.get(name);
    if (known !== undefined) return known;
    this.#texts ??= literalTexts(this.#root);
    const found =
      mentions(this.#texts, name) ||
      this.#scripts.some((script) => script !== this.#root && mentions(literalTexts(script), name));
    this.#mentions.set(name, found);
    return found;
  }

  /** Whether the text runs programs that make new text of old: then what they print can be any name. */
  get makesText(): boolean {
    this.#makesText ??= this.#scripts.some(makesText);
    return this.#makesText;
  }

  /** Functions that take the name of a program. */
  reportRedefinitions(script: Script, frame: Frame): void {
    for (const definition of script.functions) {
      const name = definition.name;
      if (name === undefined || name === "") continue;
      const last = name.slice(name.lastIndexOf("/") + 1);
      this.doubt(frame, {
        kind: "redefinition",
        name: last,
        span: frame.origin ?? definition.span,
        detail: `a function takes the name ${last}`,
        couldBe: (wanted) => wanted.toLowerCase() === last.toLowerCase(),
      });
    }
  }

  // Words

  scope(frame: Frame, at: Whereabouts): Scope {
    return {
      dialect: frame.dialect,
      home: this.home,
      folders: at.folders,
      positional: this.positional(),
      zero: this.#zero(),
      nullglob: this.nullglob,
      holes: frame.holes,
      origin: frame.origin,
      variable: (name) => this.#lookUp(name, frame),
      assign: (name, value) => this.variables.set(name, value),
      output: (context) => this.#outputOf(context),
    };
  }

  positional(): readonly Field[] | undefined {
    const value = this.variables.get("@");
    return value?.kind === "array" ? value.items : undefined;
  }

  #zero(): Field | undefined {
    const value = this.variables.get("0");
    return value?.kind === "array" ? value.items[0] : undefined;
  }

  #lookUp(name: string, frame: Frame): Value | undefined {
    const value = this.variables.get(name);
    if (value?.kind === "scalar") {
      for (const alternative of value.alternatives) this.#expanded += lengthOf(alternative);
      if (this.#expanded > MOST_EXPANDED) return UNKNOWN_VALUE;
      // `n=; ((n = 1))`: the number is one more thing that it may hold.
      if (computedNames(frame.script).has(name))
        return {
          kind: "scalar",
          alternatives: [...value.alternatives, [{ kind: "unknown", name, quoted: false }]],
        };
    } else if (value?.kind === "array") {
      this.#expanded += value.items.length * 8;
      if (this.#expanded > MOST_EXPANDED) return UNKNOWN_VALUE;
    }
    if (frame.definition === undefined || this.variables.isSetSince(name, frame.definition)) return value;
    // A function may be called after another assignment than those before its definition.
    const count = this.#assignments(frame.script).get(name) ?? 0;
    const certain = value === undefined ? count === 0 : count === 1;
    return certain ? value : UNKNOWN_VALUE;
  }

  #assignments(script: Script): ReadonlyMap<string, number> {
    const known = this.#counts.get(script);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const command of script.commands) {
      for (const name of assignedNames(command)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    this.#counts.set(script, counts);
    return counts;
  }

  // Lists

  #walkList(nodes: readonly Node[], frame: Frame, entry: Whereabouts, branches: boolean): Flow {
    let ok: Whereabouts | undefined = entry;
    let fail: Whereabouts | undefined;
    /** The last point that is reached: what stands behind `exit` is still read, as if from there. */
    let reached = entry;
    let listStart: Whereabouts | undefined = entry;
    let pipeStart: Whereabouts | undefined = entry;
    let joined: Whereabouts | undefined;
    let listMark = this.variables.mark();
    let branchMark = listMark;
    let conditional = false;
    let pending: ContextNode[] = [];
    let previous: Node | undefined;
    let before = -1;
    const arms: ReadonlyMap<string, Value>[] = [];
    let arm = "";
    let isExhaustive = branches;
    for (const node of nodes) {
      const substitution = asSubstitution(node);
      if (substitution !== undefined) {
        this.#substitutions.set(substitution.context, {
          node: substitution,
          frame,
          at: reached,
          output: undefined,
        });
        pending.push(substitution);
        continue;
      }
      const span = node.kind === "command" ? node.command.span : node.context.span;
      if (branches && before >= 0 && !isSeparator(frame.script.source, before, span.start)) {
        // Another branch: it starts from any point that the ones before it may have left.
        joined = either(joined, either(ok, fail));
        ok = either(entry, joined);
        fail = undefined;
        if (conditional) this.variables.blend(listMark);
        if (arm === "then") arms.push(this.variables.setSince(branchMark));
        arm = armBehind(frame.script.source, before, span.start);
        if (arm === "") isExhaustive = false;
        this.variables.blend(branchMark);
        branchMark = this.variables.mark();
        listMark = branchMark;
        conditional = false;
        listStart = ok;
      }
      const joint: Joint = node.kind === "command" ? node.command.joint : node.context.joint;
      const pipe = node.kind === "command" ? node.command.pipe : node.context.pipe;
      let here: Whereabouts | undefined;
      if (pipe.in) here = pipeStart;
      else if (joint === "and") here = ok;
      else if (joint === "or") here = fail;
      else {
        if (joint === "background") {
          this.variables.revert(listMark);
          here = listStart;
        } else {
          if (conditional) this.variables.blend(listMark);
          here = frame.hopeful ? (ok ?? fail) : either(ok, fail);
        }
        listStart = here;
        listMark = this.variables.mark();
        conditional = false;
      }
      if (joint === "and" || joint === "or") conditional = true;
      if (pipe.out && !pipe.in) pipeStart = here;
      const at: Whereabouts = here ?? reached;
      reached = at;
      for (const inner of pending) this.#walkSubstitution(inner, frame, at);
      pending = [];
      const mark = this.variables.mark();
      const input: Input | undefined = pipe.in ? { kind: "pipe", from: previous, frame, at } : undefined;
      let flow = this.#visit(node, frame, at, input);
      // zsh runs the last member of a pipeline in the present shell; the others run in their own.
      if ((pipe.in || pipe.out) && !(frame.dialect === "zsh" && pipe.in && !pipe.out)) {
        this.variables.revert(mark);
        flow = { ok: here, fail: here };
      }
      if (here === undefined) flow = { ok: undefined, fail: undefined };
      if (joint === "and" && !pipe.in) {
        ok = flow.ok;
        fail = either(fail, flow.fail);
      } else if (joint === "or" && !pipe.in) {
        ok = either(ok, flow.ok);
        fail = flow.fail;
      } else if (pipe.in) {
        ok = either(ok, flow.ok);
        fail = either(fail, flow.fail);
      } else {
        ok = flow.ok;
        fail = flow.fail;
      }
      previous = node;
      before = span.end;
    }
    for (const substitution of pending) this.#walkSubstitution(substitution, frame, reached);
    if (endsInBackground(nodes)) {
      this.variables.revert(listMark);
      ok = listStart;
      fail = undefined;
    } else if (conditional) this.variables.blend(listMark);
    if (frame.hopeful) fail = ok === undefined ? fail : undefined;
    if (!branches) return { ok, fail };
    if (arm === "else") arms.push(this.variables.setSince(branchMark));
    this.variables.blend(branchMark);
    // `if a; then D=x; else D=y; fi`: D has no other value behind it.
    if (isExhaustive && arm === "else") this.variables.settle(arms);
    const end = either(joined, either(ok, fail));
    return { ok: end, fail: end };
  }

  #visit(node: Node, frame: Frame, at: Whereabouts, input: Input | undefined): Flow {
    if (node.kind === "command") return this.#visitCommand(node.command, frame, at, input);
    const flow = this.#visitContext(node, this.#withInput(node.context, frame, at, input), at);
    noteConstructFiles(this, node, frame, at);
    return flow;
  }

  #withInput(context: Context, frame: Frame, at: Whereabouts, input: Input | undefined): Frame {
    const stdin = inputOf(context.redirections, frame, at) ?? input;
    return stdin === undefined ? frame : { ...frame, stdin };
  }

  #walkSubstitution(node: ContextNode, frame: Frame, at: Whereabouts): void {
    const mark = this.variables.mark();
    const place = frame.place === "list" ? "substitution" : frame.place;
    const broken = this.#broken;
    const returned = this.#returned;
    // What is written into `>( )` is what its commands read.
    const reads =
      node.context.kind === "process-substitution" &&
      frame.script.source.charAt(node.context.span.start) === ">";
    const stdin: Input = reads ? { kind: "pipe", from: undefined, frame, at } : { kind: "inherited" };
    this.#walkList(node.children, { ...frame, place, stdin }, at, false);
    this.#broken = broken;
    this.#returned = returned;
    this.variables.revert(mark);
  }

  // Compound commands

  #visitContext(node: ContextNode, frame: Frame, at: Whereabouts): Flow {
    switch (node.context.kind) {
      case "subshell":
        return this.#visitSubshell(node, frame, at);
      case "coproc": {
        // What is sent to it comes from anywhere in the text.
        const stdin: Input = { kind: "pipe", from: undefined, frame, at };
        return this.#visitSubshell(node, { ...frame, stdin }, at);
      }
      case "group":
      case "top":
        return this.#walkList(node.children, frame, at, false);
      case "if":
      case "case": {
        const flow = this.#walkList(node.children, frame, at, true);
        const end = either(at, flow.ok);
        return { ok: end, fail: end };
      }
      case "while":
      case "until":
      case "for":
      case "select":
        return this.#visitLoop(node, frame, at);
      case "function":
        return this.#visitDefinition(node, frame, at);
      default:
        this.#walkList(node.children, frame, at, false);
        return { ok: at, fail: at };
    }
  }

  #visitSubshell(node: ContextNode, frame: Frame, at: Whereabouts): Flow {
    const mark = this.variables.mark();
    const broken = this.#broken;
    this.#walkList(node.children, frame, at, false);
    this.#broken = broken;
    this.variables.revert(mark);
    return { ok: at, fail: at };
  }

  #visitLoop(node: ContextNode, frame: Frame, at: Whereabouts): Flow {
    const { context, children } = node;
    const inner: Frame = { ...frame, loops: frame.loops + 1 };
    const scope = this.scope(frame, at);
    const mark = this.variables.mark();
    const changes = changesOf(children);
    for (const name of changes.names) this.variables.set(name, UNKNOWN_VALUE);
    if (context.kind === "for" || context.kind === "select") {
      // The substitutions of its words stand before the body's first command, where they would be found too late.
      for (const child of children) {
        const node = asSubstitution(child);
        if (node === undefined) break;
        this.#substitutions.set(node.context, { node, frame, at, output: undefined });
      }
      this.#setLoopVariable(context, scope);
    }
    const outerBroken = this.#broken;
    this.#broken = undefined;
    let entry = at;
    if (changes.moves) entry = this.#loopEntry(node, inner, at);
    const flow = this.#walkList(children, inner, entry, true);
    const end = either(either(at, entry), either(flow.ok, this.#broken)) ?? at;
    this.#broken = outerBroken;
    this.variables.blend(mark);
    return { ok: end, fail: end };
  }

  /** Where rounds of a loop that moves may start: from before it, and from the end of a round. */
  #loopEntry(node: ContextNode, frame: Frame, at: Whereabouts): Whereabouts {
    // Rounds are followed as if every `cd` in them worked: `cd $d; …; cd ..` comes back to where it began.
    const quiet: Frame = { ...frame, mode: "quiet", hopeful: true };
    let entry = at;
    for (let round = 0; round < 2; round += 1) {
      this.#steps += countNodes(node.children, MOST_STEPS);
      if (this.#steps > MOST_STEPS) break;
      const mark = this.variables.mark();
      const flow = this.#walkList(node.children, quiet, entry, true);
      this.variables.revert(mark);
      const end = either(entry, either(flow.ok, this.#broken)) ?? entry;
      this.#broken = undefined;
      if (end.folders === entry.folders) return entry;
      entry = end;
    }
    return { folders: union(entry.folders, [UNKNOWN_FOLDER]), previous: [UNKNOWN_FOLDER], stack: undefined };
  }

  #setLoopVariable(context: Context, scope: Scope): void {
    const name = context.name;
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name)) return;
    const fields: Field[] = [];
    if (context.words === undefined) fields.push(...(scope.positional ?? []));
    for (const word of context.words ?? []) {
      fields.push(...fieldsOf(word, scope));
      if (fields.length > 64) break;
    }
    if (context.words === undefined && scope.positional === undefined) {
      this.variables.set(name, scalar([{ kind: "unknown", name: "1", quoted: true }]));
    } else if (fields.length > 64) this.variables.set(name, UNKNOWN_VALUE);
    else {
      const alternatives = fields.map((field) => field.segments);
      this.variables.set(name, {
        kind: "scalar",
        alternatives: alternatives.length === 0 ? [[]] : alternatives,
      });
    }
  }

  #visitDefinition(node: ContextNode, frame: Frame, at: Whereabouts): Flow {
    const name = node.context.name ?? "";
    this.functions.set(name, { node, frame });
    const mark = this.variables.mark();
    const broken = this.#broken;
    const returned = this.#returned;
    this.variables.set("@", UNKNOWN_VALUE);
    const inner: Frame = {
      ...frame,
      definition: this.variables.mark(),
      loops: 0,
      stdin: { kind: "inherited" },
    };
    this.#walkList(node.children, inner, at, false);
    this.#broken = broken;
    this.#returned = returned;
    this.variables.revert(mark);
    return { ok: at, fail: at };
  }

  /** One call of a function of the text: its body is followed with these arguments. */
  call(name: string, words: readonly Field[], job: Job): Flow {
    const { at, frame } = job;
    const definition = this.functions.get(name);
    if (definition === undefined || frame.calls.includes(name) || frame.calls.length > 8)
      return { ok: at, fail: at };
    this.#steps += countNodes(definition.node.children, MOST_STEPS);
    if (this.#steps > MOST_STEPS) {
      if (this.#tooManyCalls) return { ok: at, fail: at };
      this.#tooManyCalls = true;
      this.doubt(frame, {
        kind: "lost",
        name,
        span: frame.origin ?? job.command.span,
        detail: "the text calls its functions too often to be followed",
        couldBe: (wanted) => this.mentions(wanted),
      });
      return { ok: at, fail: at };
    }
    const before = this.variables.get("@");
    const returned = this.#returned;
    const locals = this.#locals;
    this.#locals = [];
    this.#returned = undefined;
    this.variables.set("@", { kind: "array", items: words });
    const inner: Frame = {
      ...definition.frame,
      mode: frame.mode === "quiet" ? "quiet" : "call",
      definition: undefined,
      calls: [...frame.calls, name],
      wrappers: job.wrappers,
      stdin: job.stdin,
      loops: 0,
    };
    const flow = this.#walkList(definition.node.children, inner, at, false);
    const back = this.#returned;
    this.#returned = returned;
    for (const local of this.#locals.reverse()) this.variables.restore(local.name, local.before);
    this.#locals = locals;
    this.variables.restore("@", before);
    return { ok: either(flow.ok, back), fail: either(flow.fail, back) };
  }

  /** Inside a function the variable is its own: the caller's comes back. */
  declareLocal(name: string): void {
    this.#locals?.push({ name, before: this.variables.get(name) });
  }

  /** `exit`, `return`, `break`, `continue`: the present list does not go on. */
  leave(how: "exit" | "return" | "loop", at: Whereabouts, frame: Frame): Flow {
    if (how === "loop") {
      if (frame.loops === 0) return { ok: at, fail: at };
      this.#broken = either(this.#broken, at);
    } else if (how === "return") this.#returned = either(this.#returned, at);
    return { ok: undefined, fail: undefined };
  }

  // Simple commands

  #visitCommand(command: Command, frame: Frame, at: Whereabouts, input: Input | undefined): Flow {
    this.#seen = union(this.#seen, at.folders);
    if (frame.mode === "call") {
      for (const run of this.#runOf.get(command) ?? []) run.folders = union(run.folders, at.folders);
    }
    const scope = this.scope(frame, at);
    if (command.words.length === 0) {
      for (const assignment of command.assignments) {
        assign(this, assignment, scope);
        this.#followValue(assignment, frame, at, command, scope);
      }
      return { ok: at, fail: at };
    }
    const stdin = inputOf(command.redirections, frame, at) ?? input ?? frame.stdin;
    const job: Job = {
      frame,
      command,
      at,
      folders: at.folders,
      stdin,
      wrappers: frame.wrappers,
      inShell: true,
      skipsFunctions: false,
      certain: true,
    };
    return followCommand(this, job, scope);
  }

  /** `PROMPT_COMMAND='rm x'` alone on a line: the shell runs the value later. */
  #followValue(assignment: Assignment, frame: Frame, at: Whereabouts, command: Command, scope: Scope): void {
    if (assignment.value === undefined) return;
    const job: Job = {
      frame,
      command,
      at,
      folders: at.folders,
      stdin: { kind: "inherited" },
      wrappers: frame.wrappers,
      inShell: true,
      skipsFunctions: false,
      certain: true,
    };
    const span = frame.origin ?? assignment.value.span;
    codeVariable(this, job, assignment.name, segmentsOf(assignment.value, scope), span);
  }

  // Output and input

  #outputOf(context: Context): readonly Segment[] | undefined {
    const entry = this.#substitutions.get(context);
    // Only a substitution without a command prints nothing for sure; one that is not walked yet prints what it likes.
    if (entry === undefined)
      return context.kind === "substitution" && !this.#holdsCommands(context) ? [] : undefined;
    // Worked out once: nested substitutions in program position would double the work at every level.
    if (entry.output === undefined) {
      entry.output = { segments: outputOfNodes(this, entry.node.children, entry.frame, entry.at) };
    }
    return entry.output.segments;
  }

  #holdsCommands(context: Context): boolean {
    for (; this.#indexed < this.#scripts.length; this.#indexed += 1) {
      for (const command of this.#scripts[this.#indexed]?.commands ?? []) {
        let at: Context | undefined = command.context;
        for (; at !== undefined && !this.#inhabited.has(at); at = at.parent) this.#inhabited.add(at);
      }
    }
    return this.#inhabited.has(context);
  }

  /** The path from the first candidate folder, as written when that is unknown. */
  pathOf(text: string, folders: readonly Folder[]): string {
    const folder = folders[0] ?? UNKNOWN_FOLDER;
    const resolved = resolveFrom(folder, text);
    return resolved.kind === "known" ? resolved.path : normalise(`/./${text}`).slice(1);
  }

  /** The literal words of a substitution that holds one command, undefined for any other. */
  wordsOf(context: Context): readonly (string | undefined)[] | undefined {
    const children = this.#substitutions.get(context)?.node.children ?? [];
    const only = children.length === 1 ? children[0] : undefined;
    if (only?.kind !== "command") return undefined;
    return only.command.words.map((word) => {
      const piece = word.pieces[0];
      return word.pieces.length === 1 && piece?.kind === "literal" ? piece.text : undefined;
    });
  }

  /** Whether this many more commands of code strings may be followed; says once when no more may. */
  mayFollow(frame: Frame, count: number, span: Span): boolean {
    const before = this.#code;
    this.#code += count + 1;
    if (this.#code <= MOST_CODE) return true;
    if (before <= MOST_CODE) {
      this.doubt(
        { ...frame, mode: "report" },
        {
          kind: "lost",
          name: undefined,
          span,
          detail: "the text runs too much code of its own to be followed",
          couldBe: () => true,
        },
      );
    }
    return false;
  }

  /** Follows what another shell process runs: it can not leave or move this one. */
  isolate(task: () => void): void {
    const broken = this.#broken;
    const returned = this.#returned;
    task();
    this.#broken = broken;
    this.#returned = returned;
  }

  // Moves

  moveTo(name: "cd" | "pushd" | "popd", job: Job, wordIndex: number): Flow {
    const scope = this.scope(job.frame, job.at);
    let readings: (readonly Field[])[] = [[]];
    for (const word of job.command.words.slice(wordIndex)) {
      readings = extended(readings, alternativesOf(word, scope));
      if (readings.length > 64) {
        readings = [
          [
            {
              segments: [{ kind: "unknown", name: undefined, quoted: true }],
              span: word.span,
              mayVanish: false,
              maySplit: false,
            },
          ],
        ];
        break;
      }
    }
    this.#moves += job.at.folders.length * readings.length;
    if (this.#moves > MOST_MOVES) {
      if (this.#moves - job.at.folders.length * readings.length <= MOST_MOVES) {
        this.doubt(job.frame, {
          kind: "lost",
          name,
          span: job.frame.origin ?? job.command.span,
          detail: "the text changes its folder too often to be followed",
          couldBe: () => true,
        });
      }
      const nowhere: Whereabouts = {
        folders: [UNKNOWN_FOLDER],
        previous: [UNKNOWN_FOLDER],
        stack: undefined,
      };
      return { ok: nowhere, fail: nowhere };
    }
    const ok = move(name, readings, job.at, {
      home: this.home,
      searched: this.variables.get("CDPATH") !== undefined,
    });
    return { ok, fail: job.at };
  }

  /** Adds a run to the result. */
  emit(run: Mutable<Run>, job: Job): void {
    if (job.frame.mode === "quiet") return;
    if (job.frame.mode === "call" && !this.deferred.has(job.command)) return;
    this.runs.push(run);
    if (job.frame.definition === undefined) return;
    const known = this.#runOf.get(job.command);
    if (known === undefined) this.#runOf.set(job.command, [run]);
    else known.push(run);
  }
}

/** Every reading with every alternative behind it. */
function extended(
  readings: readonly (readonly Field[])[],
  alternatives: readonly (readonly Field[])[],
): (readonly Field[])[] {
  const all: (readonly Field[])[] = [];
  for (const reading of readings)
    for (const alternative of alternatives)
      all.push(reading.length === 0 ? alternative : [...reading, ...alternative]);
  return all;
}

/** Whether only blanks and list operators stand between two commands: then they are in the same branch. */
function isSeparator(source: string, start: number, end: number): boolean {
  if (end - start > 64) return false;
  const text = source.slice(start, end);
  return /^[\s;&|!\\]*$/.test(text) && !/;[;&|]/.test(text);
}

/** The word of an `if` between two branches; empty when more than that stands there, or another construct's word. */
function armBehind(source: string, start: number, end: number): string {
  if (end - start > 64) return "";
  return /^[\s;]*(then|elif|else)\s+$/.exec(source.slice(start, end))?.[1] ?? "";
}

function endsInBackground(nodes: readonly Node[]): boolean {
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index];
    if (node === undefined || asSubstitution(node) !== undefined) continue;
    return node.kind === "command" ? node.command.background : node.context.background;
  }
  return false;
}
