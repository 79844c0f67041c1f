import type { Event } from "@gatehouse-hooks/engine";

import type { Transcript } from "./transcript.js";

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
