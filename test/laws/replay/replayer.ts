import { createReplay, mergeParts } from "@gatehouse-hooks/replay";
import type { LawRuns } from "../../assert-law.js";
import { type Law, testLawOf } from "../test-law.js";

/** What the laws of replay are stated about: the real one, or a broken one. */
export interface Replayer {
  readonly createReplay: typeof createReplay;
  readonly mergeParts: typeof mergeParts;
}

/** Replay as it is. */
export const realReplayer: Replayer = { createReplay, mergeParts };

/** States a law of the real replay, and that it catches one that breaks it. */
export function testReplayLaw<Case>(
  name: string,
  law: Law<Case, Replayer>,
  mutant: Replayer,
  runs?: LawRuns,
): void {
  testLawOf(realReplayer, name, law, mutant, runs);
}
