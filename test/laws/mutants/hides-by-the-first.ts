import { analyzePolicies } from "@gatehouse-hooks/analysis";
import { policiesOf } from "@gatehouse-hooks/engine";
import { type Analyzer, realAnalyzer } from "../analysis/analyzer.js";

/** Breaks never means never: takes the first deny of the set for one that hides all behind it. */
export const hidesByTheFirst: Analyzer = {
  ...realAnalyzer,
  analyzePolicies: (set, options) => {
    const { findings, unknown } = analyzePolicies(set, options);
    const [first, ...rest] = policiesOf(set);
    const isDeny = first?.handler.kind === "static" && first.handler.verdict === "deny";
    if (first === undefined || !isDeny) return { findings, unknown };
    const hidden = rest.map((policy) => ({
      kind: "shadowed" as const,
      policy,
      by: [first],
      witness: { event: "before_tool_call", toolName: "a", params: {} },
    }));
    return { findings: [...findings, ...hidden], unknown };
  },
};
