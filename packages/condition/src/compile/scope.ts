import { stringify } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";

/** The state of one evaluation. */
export interface Scope {
  /**
   * The variables of the enclosing `any` and `all`, outermost first. INVARIANT: as many places as there may be, since
   * adding one would call a setter of `Array.prototype`.
   */
  readonly variables: Value[];
  /** Steps left (SPEC, "Budget"). */
  steps: number;
}

/** Thrown inside an evaluation when the budget is spent; the predicate turns it into `"over-budget"`. */
export const overBudget: unique symbol = Symbol("over-budget");

export function newScope(): Scope {
  return { variables: [undefined, undefined, undefined], steps: limits.steps };
}

/** Forgets the variables of the last evaluation. */
export function clear({ variables }: Scope): void {
  for (let i = 0; i < limits.loops; i++) variables[i] = undefined;
}

/** Spends steps for work whose amount depends on the event. */
export function spend(scope: Scope, steps: number): void {
  scope.steps -= steps;
  // oxlint-disable-next-line typescript/only-throw-error -- a signal, not an error: no stack trace to pay for
  if (scope.steps < 0) throw overBudget;
}

/** A string that is the same for equal paths only. Part by part: whole arrays are written by the `toJSON` they inherit. */
export function pathIdentity(path: readonly (string | number | null)[]): string {
  let key = "";
  for (let i = 0; i < path.length; i++) key += `,${stringify(path[i])}`;
  return key;
}
