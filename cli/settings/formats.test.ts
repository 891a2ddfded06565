import { describe, expect, test } from "bun:test";
import { formats, roundTrips } from "./testing/formats.ts";

/** Generated files a format here, and every third of the real ones; `bun run roundtrip` goes through all of them. */
const FILES = 20;

/** Milliseconds: the machine may be busy, and nothing here is about time. */
const PATIENCE = 60_000;

describe("install, install again, uninstall: the same bytes", () => {
  for (const format of formats) {
    test(
      format.name,
      () => {
        expect(new Set(format.real).size).toBeGreaterThanOrEqual(60);
        const real = format.real.filter((_, index) => index % 3 === 0);
        const { files, distinct, failures } = roundTrips({ ...format, real }, FILES);
        expect(failures.slice(0, 1)).toEqual([]);
        expect(distinct).toBeGreaterThan(files * 0.7);
      },
      PATIENCE,
    );
  }
});
