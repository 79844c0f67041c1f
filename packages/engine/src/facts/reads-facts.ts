import { readsName } from "@gatehouse-hooks/condition/analysis";
import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";
import { FACTS } from "./derive.js";

/** Whether a matcher or condition reads the derived facts. */
export function readsFacts(ast: Expr | null | undefined): boolean {
  return ast !== null && ast !== undefined && readsName(ast, FACTS);
}

/** The name of the derived field of what is remembered: conditions read its cells like properties of the event. */
export const MEMORY = "memory";

/** Whether a matcher or condition reads what is remembered. */
export function readsMemory(ast: Expr | null | undefined): boolean {
  return ast !== null && ast !== undefined && readsName(ast, MEMORY);
}

/** The part before the first that reads what is derived: where it is false, nothing has to be derived. `null`: no part is. */
export function plainLead(ast: Expr | null | undefined): Expr | null {
  if (ast?.kind !== "and") return null;
  const { operands } = ast;
  const end = operands.findIndex((one) => readsFacts(one) || readsMemory(one));
  const [first, second] = end === -1 ? [] : operands;
  if (first === undefined || end === 0) return null;
  return end === 1 || second === undefined
    ? first
    : { kind: "and", operands: operands.slice(0, end), span: [0, 0] };
}

/** The paths of a derived field that a judge is shown: those that its `uses` names. */
export function usedPaths({ handler }: Pick<Policy, "handler">, field: string): readonly string[] {
  if (handler.kind !== "judge" || handler.uses === undefined) return [];
  return handler.uses.filter((path) => path === field || path.startsWith(`${field}.`));
}

/** Whether a judge is shown facts: its `uses` names them. */
export function usesFacts(policy: Pick<Policy, "handler">): boolean {
  return usedPaths(policy, FACTS).length > 0;
}

/** Whether the policy depends on facts. */
export function needsFacts(policy: Policy): boolean {
  return readsFacts(policy.matcher?.ast) || readsFacts(policy.condition?.ast) || usesFacts(policy);
}
