import type { Problem } from "./report.js";

/** Why a policy is lost, for the reason of the deny that replaces it: the problem and its cure. */
export function whyLost({ message, cure }: Pick<Problem, "message" | "cure">): string {
  return `${message}; cure: ${cure}`;
}
