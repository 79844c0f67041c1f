import type { Need, Verdict } from "@gatehouse-hooks/engine";
import { keyOfPolicy, type PlaygroundTrial, type Supposed } from "./trial.js";

/** What a policy is supposed to answer: without a choice it approves. */
export function supposedOf(supposed: PlaygroundTrial["supposed"], key: string): Supposed {
  return Object.hasOwn(supposed, key) ? (supposed[key] ?? "approve") : "approve";
}

/** The verdict of a policy that would be asked. */
export function supposedVerdict(supposed: PlaygroundTrial["supposed"], need: Need): Verdict {
  const { kind: handler } = need.handler;
  const answer = supposedOf(supposed, keyOfPolicy(need));
  return answer === "failure"
    ? { kind: "failure", code: "unanswered", message: `the ${handler} is supposed to fail` }
    : { kind: answer, reason: `the ${handler} is supposed to say ${answer}` };
}
