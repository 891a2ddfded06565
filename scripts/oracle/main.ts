/** `bun run oracle`: judges the guards' verdicts against what real shells do. `--help` says how. */

import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { Cache } from "./cache.ts";
import { type Campaign, type Case, count, hold, type Judged, openCourt } from "./campaign.ts";
import { commands, type Kind, kinds } from "./generator/commands.ts";
import { allRows } from "./generator/rows.ts";
import { guards } from "./guard.ts";
import type { Sentence } from "./judge.ts";
import { comparePeers, type Peer } from "./peers.ts";
import { loadReasons, type Reasons } from "./reasons.ts";
import { recordRows } from "./record.ts";
import { type Asked, tallies } from "./refusals.ts";
import { type Shell, shells } from "./sandbox.ts";
import { readScripts } from "./scripts-corpus.ts";

const help = `Runs command lines in a sealed sandbox, where recorders stand in the place of the programs that delete,
and compares what ran with what the guards say.

  bun run oracle FILE.jsonl...            judge lines {"command": "...", "shell": "bash"}
  bun run oracle --rows                   judge every row of the lexer and of the hooks
  bun run oracle --seed 7 --n 2000        judge generated commands; --seeds 1..20 for several
  bun run oracle 'rm x; ls'               one command, in every shell
  bun run oracle --ask FILE.jsonl         only count what is refused, and on what ground; nothing runs
  bun run oracle --scripts FILE.jsonl     read whole scripts {"command": "...", "source": "..."}; nothing runs
  bun run oracle --peers FILE.jsonl       commands with a label {"command", "source", "deletes": "true" or "false"}:
                                          where the guards say otherwise, and what the shells did
  bun run oracle --record                 write down what the shells run for the lexer's rows

  --cache FILE      keeps what the shells did, and asks them only what is not in it
  --cases FILE      with --seeds: writes the generated commands there, or takes them from there when it exists,
                    so that changed rows do not change the commands
  --kinds LIST      ${kinds.join(",")}
  --shells LIST     ${shells.join(",")}
  --hooks LIST      the guards to ask (${guards.join(",")})
  --set KEY=VALUE   a setting of the guards (nested=redirect)
  --show N          cases of each sentence to print (10)
  --out FILE        every case that is not ok, as JSON lines
  --skip-refused    does not run what is refused: it can be OVER, and nothing else
  --limit MS        for each run of a command (1500)
  --sandboxes N     side by side (6)

MISS      it passed, or was rewritten, and a program that deletes ran
CHANGED   the rewritten command does something else than the command
GONE      it passed, and a program of another kind destroyed a file
OVER      it was refused, and nothing was deleted; those with a reason in a row of hooks/trash-guard/kept-cases.ts
          are counted as such and not shown
UNSEEN    it passed, and what ran stands in a file or alias that the text does not show

"cut off" counts the commands that the time limit ended; they are right as far as they went.
The exit status is 1 when there is a MISS or a CHANGED, 2 when nothing could be judged.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    rows: { type: "boolean" },
    scripts: { type: "boolean" },
    peers: { type: "boolean" },
    record: { type: "boolean" },
    ask: { type: "boolean" },
    seed: { type: "string" },
    seeds: { type: "string" },
    n: { type: "string", default: "1000" },
    kinds: { type: "string" },
    shells: { type: "string" },
    hooks: { type: "string", default: guards.join(",") },
    show: { type: "string", default: "10" },
    out: { type: "string" },
    "skip-refused": { type: "boolean", default: false },
    set: { type: "string" },
    cache: { type: "string" },
    cases: { type: "string" },
    limit: { type: "string", default: "1500" },
    sandboxes: { type: "string", default: "6" },
  },
});
process.exit(await main());

async function main(): Promise<number> {
  if (values.ask === true) return ask();
  if (values.scripts === true) return scripts();
  if (values.peers === true) return peers();
  const batches = values.help === true ? [] : await readBatches();
  if (typeof batches === "string" || (batches.length === 0 && values.record !== true)) {
    console.log(typeof batches === "string" ? `oracle: ${batches}` : help);
    return values.help === true ? 0 : 2;
  }
  const court = await openCourt(Number(values.sandboxes));
  if ("problem" in court) {
    console.error(`oracle: nothing is run without the sandbox: ${court.problem}`);
    return 2;
  }
  const cache = values.cache === undefined ? undefined : new Cache(values.cache);
  const reasons = await loadReasons();
  const odd: Judged[] = [];
  let wrong = 0;
  let all = 0;
  try {
    if (values.record === true) console.log(`recorded ${await recordRows(court)} rows`);
    for (const { name, cases } of batches) {
      const campaign = await hold(court, cases, {
        hooks: values.hooks.split(","),
        limitMs: Number(values.limit),
        cache,
        set: values.set,
        skipsRefused: values["skip-refused"],
        progress,
      });
      wrong += summary(name, campaign, reasons);
      all += campaign.judged.length;
      odd.push(...campaign.judged.filter(({ judgement }) => judgement.sentence !== "ok"));
      // After every batch: a long run that is stopped keeps what it found.
      if (values.out !== undefined)
        await Bun.write(values.out, odd.map((one) => `${JSON.stringify(one)}\n`).join(""));
    }
  } finally {
    court.close();
  }
  if (batches.length > 1) console.log(`in all: ${all} judged, ${wrong} wrong (MISS and CHANGED)`);
  if (cache !== undefined) console.log(`cache: ${cache.hits} of ${cache.asked} runs were known`);
  show(odd, Number(values.show), reasons);
  return wrong === 0 ? 0 : 1;
}

async function ask(): Promise<number> {
  const questions: Asked[] = [];
  for (const file of positionals) {
    for (const line of (await Bun.file(file).text()).split("\n")) {
      if (line.trim() === "") continue;
      const { command, source = file } = JSON.parse(line) as { command: string; source?: string };
      questions.push({ command, shell: "bash", source });
    }
  }
  for (const { source, all, refused, doubted } of await tallies(questions, values.hooks.split(","))) {
    const share = ((100 * doubted.length) / all).toFixed(2);
    console.log(
      `${source}: ${all} asked, ${refused} refused, ${doubted.length} of them on a doubt (${share} %)`,
    );
    for (const { command, rule } of doubted.slice(0, Number(values.show)))
      console.log(`    ${rule} ${JSON.stringify(command).slice(0, 160)}`);
  }
  return questions.length === 0 ? 2 : 0;
}

async function scripts(): Promise<number> {
  const report = await readScripts(await linesOf<{ command: string; source: string }>(positionals));
  const { crashes, lost, accepted, characters, milliseconds } = report;
  const speed = (characters / 1000 / milliseconds).toFixed(1);
  console.log(
    `${report.scripts} scripts, ${(characters / 1e6).toFixed(1)} million characters (${speed} MB/s): ${crashes.length} crashes; of ${accepted} that bash reads without extglob ${lost.length} lost`,
  );
  for (const { source, what } of [...crashes, ...lost]) console.log(`    ${source}: ${what}`);
  return crashes.length + lost.length === 0 ? 0 : 1;
}

async function peers(): Promise<number> {
  const court = await openCourt(Number(values.sandboxes));
  if ("problem" in court) {
    console.error(`oracle: nothing is run without the sandbox: ${court.problem}`);
    return 2;
  }
  const report = await comparePeers(court, await linesOf<Peer>(positionals), values.hooks.split(","));
  court.close();
  const counts = new Map<string, number>();
  for (const { peer, judged, kind } of report.disagreements) {
    const { verdict, judgement } = judged;
    const row = `${kind}: label "${peer.deletes}", ${verdict.kind} ${verdict.rule ?? ""}`.trim();
    counts.set(row, (counts.get(row) ?? 0) + 1);
    console.log(`${row} | ${judgement.sentence} ${judgement.detail} | ${JSON.stringify(peer.command)}`);
  }
  console.log(
    `${report.all} commands, ${report.labelled} with a label, ${report.agreed} agreed, ${report.disagreements.length} not:`,
  );
  for (const [row, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`    ${count}  ${row}`);
  return report.disagreements.some(({ kind }) => kind === "wrong") ? 1 : 0;
}

async function linesOf<T>(files: readonly string[]): Promise<readonly T[]> {
  const lines: T[] = [];
  for (const file of files)
    for (const line of (await Bun.file(file).text()).split("\n"))
      if (line.trim() !== "") lines.push(JSON.parse(line));
  return lines;
}

interface Batch {
  readonly name: string;
  readonly cases: readonly Case[];
}

async function readBatches(): Promise<readonly Batch[] | string> {
  const among = listOf(values.shells, shells);
  const only = listOf(values.kinds, kinds);
  if (typeof among === "string") return among;
  if (typeof only === "string") return only;
  const batches: Batch[] = [];
  const numbers = seedNumbers();
  if (numbers === undefined) return `--seeds must be like 1..20, got "${values.seeds}"`;
  const rows = values.rows === true || numbers.length > 0 ? await allRows() : [];
  if (values.rows === true) batches.push({ name: "rows", cases: rows });
  const written = values.cases !== undefined && existsSync(values.cases);
  const generated = written
    ? await readGenerated(values.cases ?? "", numbers)
    : new Map<number, readonly Case[]>();
  for (const seed of numbers) {
    const cases =
      generated.get(seed) ??
      commands(
        rows,
        seed,
        Number(values.n),
        only as readonly Kind[],
        values.shells === undefined ? undefined : among,
      );
    batches.push({ name: `seed ${seed}`, cases });
    if (values.cases !== undefined && !generated.has(seed))
      appendFileSync(values.cases, cases.map((one) => `${JSON.stringify({ seed, ...one })}\n`).join(""));
  }
  for (const word of positionals) {
    if (!word.endsWith(".jsonl")) {
      batches.push({ name: "command", cases: among.map((shell) => ({ command: word, shell, from: shell })) });
      continue;
    }
    const cases: Case[] = [];
    for (const [index, line] of (await Bun.file(word).text()).split("\n").entries()) {
      if (line.trim() === "") continue;
      const { command, shell, mode } = JSON.parse(line) as { command: string; shell?: string; mode?: string };
      const asked = shell ?? mode ?? "bash";
      if (isShell(asked)) cases.push({ command, shell: asked, from: `${word}:${index + 1}` });
    }
    batches.push({ name: word, cases });
  }
  return batches;
}

async function readGenerated(
  file: string,
  seeds: readonly number[],
): Promise<ReadonlyMap<number, readonly Case[]>> {
  const bySeed = new Map<number, Case[]>();
  for (const line of (await Bun.file(file).text()).split("\n")) {
    if (line === "") continue;
    const { seed, ...one } = JSON.parse(line) as Case & { readonly seed: number };
    if (!seeds.includes(seed)) continue;
    const list = bySeed.get(seed);
    if (list === undefined) bySeed.set(seed, [one]);
    else list.push(one);
  }
  return bySeed;
}

function isShell(text: string): text is Shell {
  return (shells as readonly string[]).includes(text);
}

function listOf<T extends string>(text: string | undefined, all: readonly T[]): readonly T[] | string {
  if (text === undefined) return all;
  const parts = text.split(",");
  const unknown = parts.find((part) => !(all as readonly string[]).includes(part));
  return unknown === undefined ? (parts as T[]) : `"${unknown}" is none of ${all.join(", ")}`;
}

function seedNumbers(): readonly number[] | undefined {
  if (values.seeds === undefined) return values.seed === undefined ? [] : [Number(values.seed)];
  const range = /^(\d+)\.\.(\d+)$/.exec(values.seeds);
  if (range === null) return undefined;
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Prints the figures; the number of wrong verdicts. */
function summary(name: string, campaign: Campaign, reasons: Reasons): number {
  const counts = count(campaign);
  const all = campaign.judged.length;
  const verdicts = (["pass", "rewrite", "refuse", "ask"] as const)
    .map((kind) => `${kind} ${campaign.judged.filter(({ verdict }) => verdict.kind === kind).length}`)
    .join(", ");
  const marked = campaign.judged.filter((one) => reasons.of(one) !== undefined).length;
  const marks =
    counts.over === 0
      ? ""
      : ` (of which ${marked} are refusals with a reason in their row; unmarked ${counts.over - marked})`;
  const cutOff = campaign.judged.filter(({ judgement }) => judgement.cutOff === true).length;
  const speed = Math.round(all / campaign.seconds);
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  console.log(
    `${name}: ${all} judged (${verdicts}), MISS ${counts.miss}, CHANGED ${counts.changed}, GONE ${counts.gone}, OVER ${counts.over}${marks}, UNSEEN ${counts.unseen}; cut off ${cutOff}, not runnable ${campaign.unrunnable}; ${speed}/s`,
  );
  return counts.miss + counts.changed;
}

function show(odd: readonly Judged[], most: number, reasons: Reasons): void {
  const order: readonly Sentence[] = ["miss", "changed", "gone", "unseen", "over"];
  for (const sentence of order) {
    for (const { command, shell, from, verdict, judgement } of odd
      .filter((one) => one.judgement.sentence === sentence && reasons.of(one) === undefined)
      .slice(0, most)) {
      console.log(`${sentence.toUpperCase()} ${shell} ${JSON.stringify(command)}`);
      console.log(`    ${verdict.kind} ${verdict.rule ?? ""} | ${judgement.detail} | ${from}`);
    }
  }
}

function progress(done: number, all: number): void {
  if (process.stderr.isTTY && done % 50 === 0) process.stderr.write(`\r${done} of ${all}`);
}
