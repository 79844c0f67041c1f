import { compilePolicies, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { loadAll, type PolicyTest, VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import { writtenPolicies, type WrittenPolicy } from "@gatehouse-hooks/language-server";
import { DERIVE_HERE } from "./facts-here.js";
import { POLICY_PATH } from "./trial.js";

/** A policy file, read and compiled. */
interface ReadPolicies {
  readonly set: PolicySet;
  /** The policies that are tried silently, alone; null without any. */
  readonly observed: PolicySet | null;
  /** What loading and compiling found. */
  readonly issues: readonly Issue[];
  readonly policies: readonly WrittenPolicy[];
  readonly tests: readonly PolicyTest[];
}

/** What the loaders have reported already, with line and column. */
const SAID: ReadonlySet<string> = new Set(["duplicate-id", "condition-unparsed"]);

/** Reads the text of a native policy file. Never throws for what it holds. */
export function readTrialPolicies(text: string): ReadPolicies {
  const loaded = loadAll([{ path: POLICY_PATH, text }]);
  const options = { vocabulary: VOCABULARY, ...DERIVE_HERE };
  const { set, issues } = compilePolicies(loaded, options);
  const isTried = policiesOf(set).some(({ observe }) => observe === true);
  return {
    set,
    // What is lost of policies is not of a trial.
    observed: isTried
      ? compilePolicies(loaded, { ...options, observed: "alone", onLost: "ignore" }).set
      : null,
    issues: [...loaded.issues, ...issues.filter(({ code }) => !SAID.has(code))],
    policies: writtenPolicies(policiesOf(set)),
    tests: loaded.tests,
  };
}
