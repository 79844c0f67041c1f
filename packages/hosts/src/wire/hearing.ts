import type { JsonObject } from "@gatehouse-hooks/json";
import type { EventCapability } from "./capability.js";

/** What of an answer to one event reaches anybody. What cannot be spoken is not asked. */
export interface Hearing {
  /** A deny, and an ask, which becomes one where nobody sees it. */
  readonly deny: boolean;
  /** A warning: to the person, to the model, or to both. */
  readonly warn: boolean;
  /**
   * The agent goes on already because a hook did not let it stop: it is not kept from stopping a second time, or it would never end.
   */
  readonly isStopping: boolean;
}

/** What is heard of the answer to an event, by its row and by what its payload says. */
export function heardOf({ deny, warn, context }: EventCapability, payload: JsonObject): Hearing {
  const stops = deny === "continues" && isStopping(payload);
  return { deny: deny !== "ignored" && !stops, warn: warn || context, isStopping: stops };
}

/** The agent goes on already because a hook did not let it stop: said outright, or as Cursor's count of such turns. */
export function isStopping(payload: JsonObject): boolean {
  const { stop_hook_active: active, loop_count: count } = payload;
  return active === true || (typeof count === "number" && count > 0);
}
