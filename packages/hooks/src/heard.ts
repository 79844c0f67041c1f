import type { Event } from "@gatehouse-hooks/engine";

import { isSaidTrue } from "./event-fields.js";

/** What of an answer to one event reaches anybody. */
export interface Heard {
  /** A deny, and an ask. */
  readonly deny: boolean;
  /** A warning: to the person, to the model, or to both. */
  readonly warn: boolean;
  /** A hook has kept the agent from stopping: a deny is not said a second time, or the agent would never end. */
  readonly isStopping: boolean;
}

/** What is heard where nobody says it: everything, but no second deny of a stop that says that it is one. */
export function heardByDefault(event: Event): Heard {
  const isStopping = isSaidTrue(event, "stop_hook_active");
  return { deny: !isStopping, warn: true, isStopping };
}

/** Whether nothing that the hook could say would reach anybody: no model is paid for it then. */
export function isUnheard(
  { advisory, blocksOnly }: { readonly advisory?: boolean; readonly blocksOnly?: boolean },
  { deny, warn, isStopping }: Heard,
): boolean {
  if (advisory === true) return !warn;
  if (blocksOnly === true) return !deny;
  return isStopping || (!deny && !warn);
}
