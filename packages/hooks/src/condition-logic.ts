import type { HookCondition, Moment } from "./moment.js";

/** All of them hold; true without any. */
export function And(...conditions: readonly HookCondition[]): HookCondition {
  return (moment, sure) => conditions.every((condition) => condition(moment, sure));
}

/** At least one of them holds; false without any. */
export function Or(...conditions: readonly HookCondition[]): HookCondition {
  return (moment, sure) => conditions.some((condition) => condition(moment, sure));
}

/** It does not hold. */
export function Not(condition: HookCondition): HookCondition {
  return (moment, sure) => !condition(moment, sure !== true);
}

/** When a hook looks at an event. Empty lists always pass. */
export interface Filter {
  /** All must hold. */
  readonly onlyIf?: readonly HookCondition[];
  /** None may hold. */
  readonly skipIf?: readonly HookCondition[];
}

/** Whether the filter lets the moment through. */
export function passes({ onlyIf = [], skipIf = [] }: Filter, moment: Moment): boolean {
  return (
    onlyIf.every((condition) => condition(moment, false)) &&
    !skipIf.some((condition) => condition(moment, true))
  );
}
