import { hostToolTypes, provenIssues } from "@gatehouse-hooks/language-server/proven";
import { readTrialPolicies } from "./read-trial-policies.js";
import { type ShownFinding, shownFindings } from "./shown-finding.js";
import { POLICY_PATH } from "./trial.js";

/** What is proven of the policies of a file: what never applies, never decides, repeats another or contradicts it. It may take seconds. */
export function analyzeTrial(text: string): readonly ShownFinding[] {
  const { set, issues: known, policies } = readTrialPolicies(text);
  const sources = new Map([[POLICY_PATH, text]]);
  const { issues } = provenIssues(set, { known, tools: hostToolTypes(), sources, conflicts: true });
  return shownFindings(text, issues, policies);
}
