import { analyzePolicies, diffSets, findSuch } from "@gatehouse-hooks/analysis";
import type { LawRuns } from "../../assert-law.js";
import { type Law, testLawOf } from "../test-law.js";

/** What the laws of the analysis are stated about: the real one, or a broken one. */
export interface Analyzer {
  readonly findSuch: typeof findSuch;
  readonly analyzePolicies: typeof analyzePolicies;
  readonly diffSets: typeof diffSets;
}

/** The analysis as it is. */
export const realAnalyzer: Analyzer = { findSuch, analyzePolicies, diffSets };

/** States a law of the real analysis, and that it catches one that breaks it. */
export function testAnalyzerLaw<Case>(
  name: string,
  law: Law<Case, Analyzer>,
  mutant: Analyzer,
  runs: LawRuns = { quick: 100 },
): void {
  testLawOf(realAnalyzer, name, law, mutant, runs);
}
