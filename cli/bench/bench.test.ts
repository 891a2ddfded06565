import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FireHome, fireHome, printing, reply } from "../fire/fire-home.ts";
import { binsOf, histogramLines, sparkline } from "./histogram.ts";
import { pairingOf, partWithin, summaryOf } from "./statistics.ts";

let home: FireHome;
beforeAll(() => {
  home = fireHome();
});
afterAll(() => home.remove());

/** Named so that nothing but a measurement tells which one it is. */
function fiveHooks(sleeps: readonly number[]): void {
  const commands = sleeps.map((seconds, index) =>
    home.program(
      `hook-${index}`,
      printing(index === 0 ? reply({ permissionDecision: "allow" }) : "", `sleep ${seconds}`),
    ),
  );
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ command })) }],
  });
}

const quick = ["--runs", "2", "--cold", "0"];

describe("hooks bench --installed", () => {
  test("five foreign hooks: the slow one is named with its place and share", async () => {
    fiveHooks([0, 0, 0, 0, 0.5]);
    const { out, err, exitCode } = await home.hooks("bench", "--installed", "--json", ...quick);
    expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 });
    const [{ programs, call }] = JSON.parse(out).harnesses;
    expect(programs.filter(({ kind }: { kind: string }) => kind === "foreign")).toHaveLength(5);
    expect(call.slowest.name).toEndWith("hook-4");
    expect(call.slowest.place.file).toBe(join(home.home, ".claude/settings.json"));
    expect(call.p50.value).toBeGreaterThan(500);
    expect(call.withoutSlowest.least).toBeGreaterThan(0);
  }, 60_000);

  test("the text says what one call costs and who is to blame; another matcher's hook is not part of it", async () => {
    fiveHooks([0, 0.3, 0, 0, 0]);
    const { out } = await home.hooks("bench", "--installed", ...quick);
    expect(out).toMatch(/One call waits \d+ ms for all its hooks/);
    expect(out).toMatch(
      /The slowest is \S*hook-1: \d+ ms, \d+ % .* Registered at ~\/\.claude\/settings\.json:\d+\./,
    );
    expect(out).toMatch(/hook-0: .*times the empty command; .*says allow\./);
    const none = await home.hooks("bench", "--installed", "--tool", "Read", "--input", "{}", ...quick);
    expect(none).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("register no command for PreToolUse"),
    });
  }, 60_000);

  test("a hook that ends in its time-out, and one over the budget, are faults", async () => {
    const slow = home.program("stuck", printing("", "sleep 5"));
    home.settings(".claude/settings.json", { PreToolUse: [{ hooks: [{ command: slow, timeout: 1 }] }] });
    const late = await home.hooks("bench", "--installed", "--runs", "1", "--cold", "0");
    expect(late.exitCode).toBe(1);
    expect(late.out).toContain("OVER: 1 of 1 runs ran into the time-out");
    fiveHooks([0, 0.1, 0, 0, 0]);
    const over = await home.hooks("bench", "--installed", "--budget", "90", "--markdown", ...quick);
    expect(over.exitCode).toBe(1);
    expect(over.out).toMatch(/\| \S*hook-1 \(\*\*over\*\*: over the budget of 90 ms\) \|/);
  }, 60_000);
});

test("--vs in alternation, the plot, cold times and memory", async () => {
  const fast = home.program("fast", printing(""));
  home.settings(".claude/settings.json", { PreToolUse: [{ hooks: [{ command: fast }] }] });
  const argv = [
    "bench",
    "--installed",
    "--runs",
    "7",
    "--cold",
    "2",
    "--vs",
    "cat >/dev/null; sleep 0.2",
    "--svg",
    "plot.svg",
  ];
  const { out, exitCode, err } = await home.hooks(...argv);
  expect({ err, exitCode }).toEqual({ err: "", exitCode: 0 });
  expect(out).toMatch(/against cat >\/dev\/null; sleep 0\.2: faster; .* in the median of 7 pairs/);
  expect(out).toMatch(/fast +[\d.]+ .* [\d.]+M +7\n/);
  const svg = readFileSync(join(home.project, "plot.svg"), "utf8");
  expect(svg).toStartWith("<svg ");
  expect(svg.match(/<circle /g)).toHaveLength(3 * 7);
  expect(svg).toContain("&gt;/dev/null");
}, 60_000);

describe("misuse", () => {
  const rows: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
    [["trash-gaurd"], /no hook "trash-gaurd"\. Did you mean "trash-guard"\?/],
    [["--installed", "trash-guard"], /takes no names/],
    [["--runs", "0"], /--runs must be a whole number from 1/],
    [["--budget", "soon"], /--budget must be a number above 0/],
    [["--json", "--markdown"], /exclude each other/],
    [["--event", "PreToolUs"], /Did you mean "PreToolUse"/],
  ];
  for (const [argv, says] of rows) {
    test(argv.join(" "), async () => {
      const { err, exitCode } = await home.hooks("bench", ...argv);
      expect(exitCode).toBe(2);
      expect(err).toMatch(says);
    });
  }
  test("nothing is left behind by a plot that was not asked for", () => {
    expect(existsSync(join(home.project, "undefined"))).toBe(false);
  });
});

describe("statistics", () => {
  test("the interval of the median covers the true one as often as it says", () => {
    let covered = 0;
    let seed = 7;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let trial = 0; trial < 1000; trial += 1) {
      // Skewed as latencies are; the true median is ln 2.
      const { low = 0, high = 0 } = summaryOf(Array.from({ length: 25 }, () => -Math.log(1 - random()))).p50;
      if (low <= Math.LN2 && Math.LN2 <= high) covered += 1;
    }
    expect(covered).toBeGreaterThan(940);
    expect(covered).toBeLessThan(995);
  });

  test("known ranks: of 25 times the 8th and the 18th bound the median", () => {
    const times = Array.from({ length: 25 }, (_, index) => index + 1);
    expect(summaryOf(times).p50).toEqual({ value: 13, low: 8, high: 18 });
    expect(summaryOf([3, 1, 2]).p50).toEqual({ value: 2, low: undefined, high: undefined });
    expect(summaryOf(times).p99.high).toBeUndefined();
    expect(() => summaryOf([])).toThrow("no times");
  });

  test("pairs: a shift shows though the machine swings more than it", () => {
    const swing = Array.from({ length: 20 }, (_, index) => (index % 5) * 100);
    const { difference, firstFaster } = pairingOf(
      swing.map((time) => time + 10),
      swing.map((time) => time + 12),
    );
    expect(difference).toEqual({ value: 2, low: 2, high: 2 });
    expect(firstFaster).toBe(20);
    expect(partWithin([1, 2, 3, 4], 2)).toBe(0.5);
  });

  test("every time lies in one bin, and a single one shows", () => {
    const times = [1, 1, 1, 1, 1, 1, 1, 1, 1, 100];
    const bins = binsOf(times, 1, 100, 10);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(sparkline(bins)).toBe("█        ▁");
    expect(histogramLines(bins, 10)[0]).toEndWith("9  ██████████");
    expect(histogramLines(bins, 10)).toHaveLength(10);
  });
});
