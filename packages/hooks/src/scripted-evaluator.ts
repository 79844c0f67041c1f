import type { JsonValue } from "@gatehouse-hooks/json";
import type { Failure } from "@gatehouse-hooks/engine";

import { failureVerdict } from "@gatehouse-hooks/judge";
import type { Evaluator } from "./evaluator.js";

/** One line of the script: the first matching rule answers. */
export interface EvaluatorRule {
  /** Text that the prompt must hold; absent: any prompt. */
  readonly prompt?: string;
  readonly answer: JsonValue | Failure;
}

/** An evaluator that follows a script: for tests, without a network. What no rule matches is `judge-unavailable`. */
export function scriptedEvaluator(rules: readonly EvaluatorRule[]): Evaluator {
  return {
    ask({ prompt }) {
      const rule = rules.find((one) => one.prompt === undefined || prompt.includes(one.prompt));
      if (rule === undefined) {
        return Promise.resolve(
          failureVerdict("judge-unavailable", "no rule of the script matches the question", 0),
        );
      }
      const { answer } = rule;
      return Promise.resolve(
        isFailure(answer)
          ? answer
          : { kind: "reply" as const, text: JSON.stringify(answer), reader: "strict" as const, ms: 0 },
      );
    },
  };
}

function isFailure(answer: JsonValue | Failure): answer is Failure {
  return typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "failure";
}
