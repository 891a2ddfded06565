/** What a bench has found, as a value: text, Markdown, JSON and the plot are made from it. */
import type { Harness } from "@hasna/hooks-harness";
import type { CallCost } from "./call-cost.ts";
import type { Measured } from "./measure.ts";
import type { BenchRequest } from "./request.ts";
import { summaryOf } from "./statistics.ts";

export interface Report {
  readonly request: BenchRequest;
  /** One a harness. */
  readonly sections: readonly Section[];
  readonly home: string;
  readonly machine: string;
  readonly version: string;
}

export interface Section {
  readonly harness: Harness;
  readonly measured: readonly Measured[];
  /** Registered for the event and not measured, with the reason. */
  readonly unmeasured: readonly { readonly name: string; readonly says: string }[];
  /** With `--installed` alone. */
  readonly call: CallCost | undefined;
}

/** Milliseconds. */
function medianOf({ warm }: Measured): number {
  return summaryOf(warm).p50.value;
}

/** The empty program in the harness's shell. */
export function baselineOf({ measured }: Section): Measured | undefined {
  return measured.find(({ subject }) => subject.kind === "baseline");
}

export function hooksOf({ measured }: Section): readonly Measured[] {
  return measured.filter(({ subject }) => subject.kind === "ours" || subject.kind === "foreign");
}

export function versusOf({ measured }: Section): Measured | undefined {
  return measured.find(({ subject }) => subject.kind === "versus");
}

/** Why a hook is over what it may take; undefined when it is not. */
export function overOf(one: Measured, budgetMs: number | undefined): string | undefined {
  if (one.late > 0) return `${one.late} of ${one.warm.length} runs ran into the time-out`;
  if (budgetMs === undefined || medianOf(one) <= budgetMs) return undefined;
  return `over the budget of ${budgetMs} ms`;
}

export function isOver({ sections, request }: Report): boolean {
  return sections.some((section) =>
    hooksOf(section).some((one) => overOf(one, request.budgetMs) !== undefined),
  );
}
