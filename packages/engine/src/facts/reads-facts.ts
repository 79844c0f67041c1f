import { readsName } from "@gatehouse-hooks/condition/analysis";
import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";
import { FACTS } from "./derive.js";

/** Whether a matcher or condition reads the derived facts. */
export function readsFacts(ast: Expr | null | undefined): boolean {
  return ast !== null && ast !== undefined && readsName(ast, FACTS);
}

/** Whether a judge is shown facts: its `uses` names them. */
export function usesFacts({ handler }: Pick<Policy, "handler">): boolean {
  return (
    handler.kind === "judge" &&
    (handler.uses ?? []).some((path) => path === FACTS || path.startsWith(`${FACTS}.`))
  );
}

/** Whether the policy depends on facts. */
export function needsFacts(policy: Policy): boolean {
  return readsFacts(policy.matcher?.ast) || readsFacts(policy.condition?.ast) || usesFacts(policy);
}
