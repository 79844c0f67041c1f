import { conditionGoal, findEvent } from "@gatehouse-hooks/analysis";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks witness: an event that was built is taken for one that is looked for. */
export const believesCandidates: Analyzer = {
  ...realAnalyzer,
  findSuch: ({ hold, fail = [] }) =>
    findEvent(
      [...hold.map((node) => conditionGoal(node, true)), ...fail.map((node) => conditionGoal(node, false))],
      () => true,
    ),
};
