import type { Case } from "./case.ts";

export const cases: readonly Case[] = [
  {
    name: "without a hook the delete is for good, so the other cases can fail",
    steps: [{ kind: "session", asks: [{ command: "rm -rf build", gone: ["project/build"] }] }],
  },
];
