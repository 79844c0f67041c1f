import { analyzePolicies } from "@gatehouse-hooks/analysis";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks witness: shows an event of which only the kind is right. */
export const showsAnyEvent: Analyzer = {
  ...realAnalyzer,
  analyzePolicies: (set, options) => {
    const { findings, unknown } = analyzePolicies(set, options);
    const shown = findings.map((one) =>
      "witness" in one
        ? { ...one, witness: { event: one.witness["event"] ?? "", toolName: "other", params: {} } }
        : one,
    );
    return { findings: shown, unknown };
  },
};
