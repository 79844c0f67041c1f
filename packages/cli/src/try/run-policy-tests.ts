import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { compilePolicies, type Decision, type PolicySet, step, type Verdict } from "@gatehouse-hooks/engine";
import type { Expectation, PolicyTest } from "@gatehouse-hooks/hosts";
import { DERIVED } from "../load/derived.js";
import type { WrittenFile } from "../load/load-policies.js";
import { policiesUnder } from "./tested-files.js";

/** A test of a policy file, run. */
export interface TestResult {
  readonly name: string;
  /** What differs from the expectation; empty when the test passed. */
  readonly differences: readonly string[];
  readonly decision: Decision;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** The policy that the test is about; `null`: all of the file. */
  readonly policy: string | null;
}

/**
 * Runs the tests of a file. Pure: the judge's answers are the ones that the tests give.
 *
 * @param text the file's content
 */
export function runPolicyTests(file: WrittenFile, text: string | Uint8Array = ""): readonly TestResult[] {
  const lines = (typeof text === "string" ? text : new TextDecoder().decode(text)).split(/\r\n?|\n/);
  const sets = new Map<string | null, PolicySet>();
  return file.tests.map((test) => {
    let set = sets.get(test.policy);
    if (set === undefined) {
      ({ set } = compilePolicies(policiesUnder(file, test), { ...DERIVED, vocabulary: VOCABULARY }));
      sets.set(test.policy, set);
    }
    const decision = answered(set, test);
    const { source, policy } = test;
    const column = source.line === undefined ? undefined : columnIn(lines[source.line - 1]);
    return {
      name: test.name,
      differences: differences(test.expect, decision, policy),
      decision,
      path: source.path,
      ...(source.line === undefined ? {} : { line: source.line }),
      ...(column === undefined ? {} : { column }),
      policy,
    };
  });
}

/** Where what a line holds begins, behind the dash of a list. */
function columnIn(line: string | undefined): number | undefined {
  return line === undefined ? undefined : (/^\s*(?:-\s+)?/.exec(line)?.[0].length ?? 0) + 1;
}

function answered(set: PolicySet, { event, answers }: PolicyTest): Decision {
  const verdicts = new Map<string, Verdict>();
  for (;;) {
    const next = step(set, event, verdicts);
    if (next.kind === "decided") return next.decision;
    for (const { id, policy } of next.needs) {
      const answer = Object.hasOwn(answers, policy) ? answers[policy] : undefined;
      verdicts.set(id, scriptedVerdict(answer, policy));
    }
  }
}

function scriptedVerdict(answer: PolicyTest["answers"][string] | undefined, policy: string): Verdict {
  if (answer === undefined) {
    return {
      kind: "failure",
      code: "unanswered",
      message: `the test gives no answer for \`${policy}\``,
      source: "test",
    };
  }
  const { kind, reason } = answer;
  return kind === "failure"
    ? { kind, code: "test", message: reason, source: "test" }
    : { kind, reason, source: "test" };
}

function differences(expect: Expectation, decision: Decision, policy: string | null): string[] {
  const actual: Required<{ [Key in keyof Expectation]: unknown }> = {
    effect: decision.effect,
    warns: decision.warnings.length > 0,
    applies: decision.trace.some((entry) => policy === null || entry.policy === policy),
    policy: decision.policy,
    reason: decision.reason,
    context: decision.context,
    updatedInput: decision.updatedInput ?? {},
  };
  return Object.entries(expect).flatMap(([key, expected]) => {
    const given = actual[key as keyof Expectation];
    // Canonical: the order of keys in a rewrite means nothing.
    return canonicalJson(expected) === canonicalJson(given)
      ? []
      : [`${key} is ${JSON.stringify(given)}, expected ${JSON.stringify(expected)}`];
  });
}
