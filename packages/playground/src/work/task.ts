import { completions, hover } from "@gatehouse-hooks/language-server";
import { nearestTrial } from "../model/nearest-trial.js";
import { readTrialPolicies } from "../model/read-trial-policies.js";
import { runTrial } from "../model/run-trial.js";
import { POLICY_PATH, type PlaygroundTrial } from "../model/trial.js";
import { hostToolTypes, provenIssues } from "@gatehouse-hooks/language-server/proven";
import { type ShownFinding, shownFindings } from "../model/shown-finding.js";

/** The tasks that a worker does. Arguments and results are plain JSON. */
export const TASKS: {
  readonly run: (trial: PlaygroundTrial) => ReturnType<typeof runTrial>;
  readonly analyze: (given: WrittenText) => ReturnType<typeof analyzeTrial>;
  readonly nearest: (trial: PlaygroundTrial) => ReturnType<typeof nearestTrial>;
  readonly complete: (given: PlaceInPolicies) => ReturnType<typeof completions>;
  readonly hover: (given: PlaceInPolicies) => ReturnType<typeof hover>;
} = {
  run: runTrial,
  analyze: ({ text }) => analyzeTrial(text),
  nearest: nearestTrial,
  complete: ({ text, offset }) =>
    completions({ path: POLICY_PATH, text }, offset, readTrialPolicies(text).policies),
  hover: ({ text, offset }) => hover({ path: POLICY_PATH, text }, offset),
};

/** The text of a policy file. */
interface WrittenText {
  readonly text: string;
}

/** A place in a policy file, in UTF-16 code units. */
interface PlaceInPolicies extends WrittenText {
  readonly offset: number;
}

/** By name. */
export type Tasks = typeof TASKS;

/** What is proven of the policies of a file: what never applies, never decides, repeats another or contradicts it. It may take seconds. */
export function analyzeTrial(text: string): readonly ShownFinding[] {
  const { set, issues: known, policies } = readTrialPolicies(text);
  const sources = new Map([[POLICY_PATH, text]]);
  const { issues } = provenIssues(set, { known, tools: hostToolTypes(), sources, conflicts: true });
  return shownFindings(text, issues, policies);
}
