/** A bench as data. The format is part of the program's surface: fields are added, never changed. Times in milliseconds. */
import type { Measured } from "./measure.ts";
import { overOf, type Report, type Section, versusOf } from "./report.ts";
import { pairingOf, summaryOf } from "./statistics.ts";

export function documentOf({
  request,
  sections,
  machine,
  version,
}: Report): Readonly<Record<string, unknown>> {
  return {
    v: 1,
    command: "bench",
    version,
    machine,
    event: request.event.event,
    input: request.event.given.input,
    budgetMs: request.budgetMs ?? null,
    harnesses: sections.map((section) => sectionDocument(section, request.budgetMs)),
  };
}

function sectionDocument(section: Section, budgetMs: number | undefined) {
  const { harness, measured, unmeasured, call } = section;
  const other = versusOf(section);
  return {
    harness: harness.id,
    programs: measured.map((one) => ({
      ...programDocument(one),
      over: overOf(one, budgetMs) ?? null,
      versus:
        other === undefined || one === other
          ? null
          : { command: other.subject.command, ...pairingOf(one.warm, other.warm) },
    })),
    unmeasured,
    call:
      call === undefined
        ? null
        : {
            ...summaryOf(call.times),
            times: call.times,
            slowest: { name: call.slowest.subject.name, place: call.slowest.subject.place ?? null },
            share: call.share,
            withoutSlowest: call.without ?? null,
          },
  };
}

function programDocument({ subject, warm, cold, notCold, cpu, peakKiB, ending, late, failed }: Measured) {
  return {
    name: subject.name,
    kind: subject.kind,
    command: subject.command,
    place: subject.place ?? null,
    timeoutMs: subject.timeoutMs,
    warm: { ...summaryOf(warm), times: warm },
    cold: cold.length === 0 ? null : { ...summaryOf(cold), times: cold },
    notCold: notCold ?? null,
    cpu: cpu.length === 0 ? null : summaryOf(cpu),
    peakKiB: peakKiB ?? null,
    ending,
    late,
    failed,
  };
}
