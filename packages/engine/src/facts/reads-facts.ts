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

/** The name of the derived field of an event's values and the sources that have them. */
export const FLOWS = "flows";

/** Whether a matcher or condition reads what is remembered. */
export function readsMemory(ast: Expr | null | undefined): boolean {
  return ast !== null && ast !== undefined && (readsName(ast, MEMORY) || readsName(ast, FLOWS));
}

/** Whether a matcher or condition reads where values come from. */
export function readsFlows(ast: Expr | null | undefined): boolean {
  return ast !== null && ast !== undefined && readsName(ast, FLOWS);
}

/** The first part of a condition, where it reads nothing that is derived: while it is false, nothing has to be. `null`: it reads some. */
export function plainLead(ast: Expr | null | undefined): Expr | null {
  const first = ast?.kind === "and" ? ast.operands[0] : undefined;
  return first === undefined || readsFacts(first) || readsMemory(first) ? null : first;
}

const NO_PATHS: readonly string[] = Object.freeze([]);

/** The paths of a derived field that a judge is shown: those that its `uses` names. */
export function usedPaths({ handler }: Pick<Policy, "handler">, field: string): readonly string[] {
  if (handler.kind !== "judge" || handler.uses === undefined) return NO_PATHS;
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
