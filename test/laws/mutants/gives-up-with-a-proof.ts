import { findSuch } from "@gatehouse-hooks/analysis";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks never means never: a search that was given up counts as one that found nothing. */
export const givesUpWithAProof: Analyzer = {
  ...realAnalyzer,
  findSuch: (asked) => {
    const found = findSuch(asked, { goals: 12, text: { left: 2_000 } });
    return found.kind === "unknown" ? { kind: "none" } : found;
  },
};
