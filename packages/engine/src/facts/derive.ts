import type { Event } from "../event.js";

/** The name of the derived field: conditions read it like any property of the event. */
export const FACTS = "facts";

/**
 * What computes the derived field `facts` of events (SPEC, "Derived facts").
 *
 * @example compilePolicies(definitions, { derive: createFacts() })
 */
export interface Derive {
  /**
   * Pure, or a function of the event and of what it looks at: it is asked once for an event as long as that is known. What it throws, and what is not a JSON object, is a failure of the policies that
   * read `facts`. A sealed object is taken as it is.
   */
  readonly facts: (event: Event) => object;
  /** Goes up when the facts of any event change: part of a stored set and of the keys of verdicts. */
  readonly version: string;
}
