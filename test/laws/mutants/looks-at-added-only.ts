import { diffSets } from "@gatehouse-hooks/analysis";
import { policiesOf } from "@gatehouse-hooks/engine";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks never means never: a policy that was taken away is not looked at. */
export const looksAtAddedOnly: Analyzer = {
  ...realAnalyzer,
  diffSets: (before, after, options) =>
    policiesOf(after).length < policiesOf(before).length
      ? { differences: [], unknown: [] }
      : diffSets(before, after, options),
};
