import { diffSets } from "@gatehouse-hooks/analysis";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks witness: says of one set what the other one decided. */
export const swapsSides: Analyzer = {
  ...realAnalyzer,
  diffSets: (before, after, options) => diffSets(after, before, options),
};
