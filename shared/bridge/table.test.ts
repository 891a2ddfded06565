/** The measured tables: in front of the same settings and hooks the bridge comes to the end that the client came to. */
import { describe, expect, test } from "bun:test";
import { clients, situations } from "./testing/situations.ts";
import { fireSituation, letterOf } from "./testing/staging.ts";

for (const [index, client] of clients.entries()) {
  describe(client, () => {
    for (const situation of situations) {
      const letter = situation.outcome[index];
      if (letter === "-") continue;
      test.concurrent(situation.name, async () => {
        const trace = await fireSituation(situation, client);
        const seen = letterOf(trace, situation, client);
        expect(seen).toBe(letter as typeof seen);
      }, 60_000);
    }
  });
}
