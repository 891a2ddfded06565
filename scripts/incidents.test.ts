import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checks } from "../cli/doctor/checks.ts";
import { doctorDocs } from "./doctor-docs.ts";
import { incidents } from "./incidents.ts";

const root = join(import.meta.dir, "..");

test.each(incidents)("$id: $what", ({ answer, report }) => {
  expect(report).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/);
  switch (answer.kind) {
    case "found":
      expect(answer.checks.length).toBeGreaterThan(0);
      for (const check of answer.checks) expect(checks.map(({ id }) => id)).toContain(check);
      break;
    case "prevented":
      expect(existsSync(join(root, answer.test))).toBe(true);
      break;
    case "out of reach":
      expect(answer.why).toMatch(/\.$/);
  }
});

test("ids are unique and in order", () => {
  const ids = incidents.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test("docs/doctor.md is what the checks and the incidents say; bun scripts/doctor-docs.ts writes it", () => {
  expect(readFileSync(join(root, "docs/doctor.md"), "utf8")).toBe(doctorDocs());
});
