/** Commands that other guards are tested with, and a label that says whether they delete: where we say otherwise. */
import { type Case, type Court, hold, type Judged } from "./campaign.ts";
import { verdictsOf } from "./guard.ts";

export interface Peer {
  readonly command: string;
  readonly source: string;
  /** `true`, `false`, `unknown`; none where deleting is not the question. */
  readonly deletes?: string | null;
}

export interface PeerReport {
  readonly all: number;
  /** Those whose label says that they delete, or that they do not. */
  readonly labelled: number;
  readonly agreed: number;
  /** Each was run in the sandbox. */
  readonly disagreements: readonly Disagreement[];
}

interface Disagreement {
  readonly peer: Peer;
  readonly judged: Judged;
  /** Who is right, as far as the sandbox shows. */
  readonly kind: DisagreementKind;
}

/**
 * - `wrong`: it passed and deleted.
 * - `label`: the label says that it deletes; nothing ran that does.
 * - `redirect`: the label says that it deletes nothing, and an rm ran, which was redirected, refused or asked about.
 * - `program`: the label counts a file that a program destroyed which the guards do not watch (`mv`, `>`).
 * - `caution`: it deletes nothing and is refused, by the rule that is named.
 */
type DisagreementKind = "wrong" | "label" | "redirect" | "program" | "caution";

export async function comparePeers(
  court: Court,
  peers: readonly Peer[],
  hooks: readonly string[],
): Promise<PeerReport> {
  const labelled = peers.filter(({ deletes }) => deletes === "true" || deletes === "false");
  const questions = labelled.map(({ command, source }): Case => ({ command, shell: "bash", from: source }));
  const verdicts = await verdictsOf(questions, hooks);
  const differing = labelled.flatMap((peer, index) => {
    const verdict = verdicts[index];
    const question = questions[index];
    if (verdict === undefined || question === undefined) return [];
    return (peer.deletes === "true") === (verdict.kind !== "pass") ? [] : [{ peer, question }];
  });
  const { judged } = await hold(
    court,
    differing.map(({ question }) => question),
    { hooks },
  );
  const bySentence = new Map(judged.map((one) => [one.command, one]));
  const disagreements = differing.flatMap(({ peer }): Disagreement[] => {
    const one = bySentence.get(peer.command);
    return one === undefined ? [] : [{ peer, judged: one, kind: kindOf(peer, one) }];
  });
  return {
    all: peers.length,
    labelled: labelled.length,
    agreed: labelled.length - differing.length,
    disagreements,
  };
}

function kindOf({ deletes }: Peer, { judgement, verdict }: Judged): DisagreementKind {
  if (judgement.sentence === "miss" || judgement.sentence === "changed") return "wrong";
  if (deletes === "true") return judgement.sentence === "gone" ? "program" : "label";
  return verdict.kind === "rewrite" || judgement.sentence === "ok" ? "redirect" : "caution";
}
