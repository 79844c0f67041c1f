import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { ValueTest } from "../values/value-test.js";
import type { ValuePath, VariablePaths } from "./path.js";

/** What is to hold of an event. */
export type Goal =
  | {
      readonly kind: "condition";
      readonly node: Expr;
      readonly holds: boolean;
      readonly variables: VariablePaths;
    }
  | { readonly kind: "value"; readonly path: ValuePath; readonly test: ValueTest; readonly holds: boolean }
  /** A test that is not looked into; equal keys are equal tests. */
  | { readonly kind: "open"; readonly key: string; readonly holds: boolean }
  /** Two values are equal, null and missing ones, too. */
  | { readonly kind: "equal"; readonly left: ValuePath; readonly right: ValuePath }
  /** What makes it likely that a test which is not looked into comes out; it need not be met. */
  | { readonly kind: "hint"; readonly goals: readonly Goal[] }
  /** One list of goals is met. */
  | { readonly kind: "choice"; readonly options: readonly (readonly Goal[])[] }
  /** A list has an element for which the goals are met. */
  | {
      readonly kind: "some";
      readonly list: ValuePath;
      readonly body: (element: ValuePath) => readonly Goal[];
    }
  /** Every element of what is there, if it is a list, meets the goals. */
  | {
      readonly kind: "every";
      readonly list: ValuePath;
      readonly body: (element: ValuePath) => readonly Goal[];
    };

/** Never met. */
export const IMPOSSIBLE: Goal = { kind: "choice", options: [] };

const NO_VARIABLES: VariablePaths = new Map();

/** A condition holds for the event, or is false for it. */
export function conditionGoal(node: Expr, holds: boolean): Goal {
  return { kind: "condition", node, holds, variables: NO_VARIABLES };
}

/** One of these conditions is false. */
export function notAllGoal(nodes: readonly Expr[]): Goal {
  return { kind: "choice", options: nodes.map((node) => [conditionGoal(node, false)]) };
}
