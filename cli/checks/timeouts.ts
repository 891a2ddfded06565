/** Time-outs: an entry that is cut off lets the call pass in every harness. */
import type { Harness } from "@hasna/hooks-harness";
import type { Check, Hit } from "../doctor/finding.ts";
import type { Registered, Survey } from "../doctor/survey.ts";
import { isBeforeTools } from "../doctor/watching.ts";
import { register, registerLine } from "./matchers.ts";

/** Seconds: longer than this a call stands still before anybody notices that the hook hangs. */
const LONGEST_S = 60;

/** In a file in seconds a number from here on was meant in milliseconds; below it, in one in milliseconds, in seconds. */
const UNIT_BORDER = 1000;

interface Timed {
  readonly one: Registered;
  readonly key: string;
  readonly unit: "s" | "ms";
  readonly value: unknown;
}

/** Every entry of a harness that has time-outs. */
function timed({ ours, foreign }: Survey): readonly Timed[] {
  return [...ours, ...foreign].flatMap((one): readonly Timed[] => {
    const { timeout } = one.file.harness;
    if (timeout === undefined) return [];
    return [{ one, key: timeout.key, unit: timeout.unit, value: one.entry.handler[timeout.key] }];
  });
}

/** Milliseconds that the harness gives an entry; undefined where nothing is said or it has no time-outs. */
export function deadlineOf(harness: Harness, handler: Readonly<Record<string, unknown>>): number | undefined {
  const { timeout } = harness;
  const value = timeout === undefined ? undefined : handler[timeout.key];
  if (timeout === undefined || typeof value !== "number" || value <= 0) return undefined;
  return timeout.unit === "ms" ? value : value * 1000;
}

function hit({ one, key, unit }: Timed, says: string, right: number): Hit {
  const { file, entry } = one;
  const isOurs = entry.own !== undefined;
  return {
    file: file.path,
    ...entry.at,
    harness: file.harness,
    says,
    fix: isOurs
      ? registerLine(one)
      : `Write "${key}": ${right} (${unit === "s" ? "seconds" : "milliseconds"}).`,
    severity: isOurs ? "error" : "warning",
    repair: register(one),
  };
}

const rightFor = (unit: "s" | "ms"): number => (unit === "s" ? 10 : 10_000);

export const missing: Check = {
  id: "timeout-missing",
  severity: "warning",
  title: "an entry of ours without a time-out",
  means:
    "The harness waits its own default (up to ten minutes) for a hook that hangs, and then lets the call pass.",
  mend: "Write the entry anew with `hooks install`.",
  find: (survey) =>
    timed(survey)
      .filter(({ one, value }) => one.entry.own !== undefined && value === undefined)
      .map((found) => ({
        ...hit(found, `It has no "${found.key}".`, rightFor(found.unit)),
        severity: "warning",
      })),
};

export const zero: Check = {
  id: "timeout-zero",
  severity: "error",
  title: "a time-out of 0 or less, or one that is no number",
  means: "The harness ends the hook at once or drops the file: the call passes unjudged.",
  mend: "Write a number above 0 in the harness's unit.",
  find: (survey) =>
    timed(survey)
      .filter(({ value }) => value !== undefined && !(typeof value === "number" && value > 0))
      .map((found) => hit(found, `"${found.key}" is ${JSON.stringify(found.value)}.`, rightFor(found.unit))),
};

export const unit: Check = {
  id: "timeout-unit",
  severity: "error",
  title: "a time-out in the wrong unit",
  means:
    "Milliseconds read as seconds make a hang last for hours; seconds read as milliseconds end the hook at once.",
  mend: "Write the number in the harness's unit: seconds everywhere but in Gemini CLI, which counts milliseconds.",
  find: (survey) =>
    timed(survey).flatMap((found): readonly Hit[] => {
      const { value, unit, key, one } = found;
      if (typeof value !== "number" || value <= 0) return [];
      if (unit === "s" ? value < UNIT_BORDER : value >= UNIT_BORDER) return [];
      const meant = unit === "s" ? value / 1000 : value * 1000;
      const units = unit === "s" ? "seconds" : "milliseconds";
      const told = hit(
        found,
        `${one.file.harness.label} counts "${key}" in ${units}, and it is ${value}.`,
        meant,
      );
      // Install leaves a longer time-out alone as the user's wish.
      const isKept = value >= (one.file.harness.timeout?.least ?? 0);
      return [isKept ? { ...told, fix: `Write "${key}": ${meant} (${units}).`, repair: undefined } : told];
    }),
};

export const long: Check = {
  id: "timeout-long",
  severity: "warning",
  title: "a time-out longer than a minute in front of tool calls",
  means: "A hook that hangs holds every call up for that long.",
  mend: "Write a time-out of a few seconds; a guard answers in milliseconds.",
  find: (survey) =>
    timed(survey).flatMap((found): readonly Hit[] => {
      const { value, unit, key, one } = found;
      const { harness } = one.file;
      if (typeof value !== "number" || !isBeforeTools(harness, one.entry.event)) return [];
      const seconds = unit === "s" ? value : value / 1000;
      // What was meant in another unit is said by the check of units.
      if (seconds <= LONGEST_S || (unit === "s" && value >= UNIT_BORDER)) return [];
      return [{ ...hit(found, `"${key}" is ${seconds} seconds.`, rightFor(unit)), severity: "warning" }];
    }),
};
