import type { Verdict } from "@gatehouse-hooks/engine";

import { failureVerdict } from "./failure.js";
import type { Judge, Question } from "./question.js";

/** One line of the script: the first rule that matches answers. */
export interface ScriptRule {
  /** Text that the policy's body must hold; absent: any body. */
  readonly body?: string;
  /** Text that the context, as JSON, must hold; absent: any context. */
  readonly context?: string;
  readonly verdict: Verdict;
}

/**
 * A judge that follows a script: for tests and demonstrations, without a network. Deterministic; a question that no
 * rule matches is the failure `judge-unavailable`.
 */
export function scriptedJudge(rules: readonly ScriptRule[]): Judge {
  return {
    judge(question, call): Promise<Verdict> {
      if (call?.signal?.aborted === true) {
        return Promise.resolve(failureVerdict("aborted", "the question was withdrawn", 0));
      }
      const rule = rules.find((candidate) => matches(candidate, question));
      return Promise.resolve(
        rule === undefined
          ? failureVerdict("judge-unavailable", "no rule of the script matches the question", 0)
          : { source: "judge", ms: 0, ...rule.verdict },
      );
    },
  };
}

function matches(rule: ScriptRule, question: Question): boolean {
  return (
    (rule.body === undefined || question.body.includes(rule.body)) &&
    (rule.context === undefined || JSON.stringify(question.context).includes(rule.context))
  );
}
