/** `hooks doctor --live` with the real client: it sees a guard that acts, and one that does not. */
import { liveClients } from "@hasna/hooks-live";
import type { Case, Step } from "./case.ts";
import type { Client } from "./client.ts";

export function liveCases({ id, flags, unableToRun }: Client): readonly Case[] {
  if (!liveClients.some((one) => one.id === id)) return [];
  const install: Step = { kind: "run", line: ["hooks", "install", "trash-guard", "--harness", id, ...flags] };
  const look = (exit: number, says: readonly string[]): Step => ({
    kind: "run",
    line: ["hooks", "doctor", "--live", id],
    says,
    exit,
    withClient: true,
  });
  return [
    {
      name: "doctor --live: a guard that is registered is seen acting, and nothing of the home is touched",
      steps: [
        look(2, []),
        install,
        look(0, ["what is harmless runs", "went to the trash, as they were", "The guard acts."]),
        { kind: "restored" },
        { kind: "run", line: ["trash", "list"], silentOn: ["hooks-doctor-live"] },
      ],
    },
    {
      name: "doctor --live: a guard whose program is gone is seen not acting",
      steps: [
        install,
        { kind: "remove", path: ".hasna/hooks" },
        look(1, ["FAIL", "not refused", ...(unableToRun === "open" ? ["deleted for good"] : [])]),
        { kind: "restored" },
      ],
    },
  ];
}
