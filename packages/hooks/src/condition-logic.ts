import type { Event } from "@gatehouse-hooks/engine";
import type { Transcript } from "./transcript.js";

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

/** What conditions and predicates see: the event and the conversation that led to it. */
export interface Moment {
  readonly event: Event;
  readonly transcript: Transcript;
  /** The project's folder, absolute; absent: every file counts as inside. */
  readonly root?: string;
}

/**
 * Whether something holds at a moment. Throwing is a failure of the hook, never "no".
 *
 * @param sure - true where a wrong "yes" would let something through (`skipIf`, inside `Not`): a condition that may be
 *   mistaken then says yes only when it is certain.
 */
export type HookCondition = (moment: Moment, sure?: boolean) => boolean;
