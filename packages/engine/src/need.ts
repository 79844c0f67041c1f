import type { Event } from "./event.js";
import type { Handler, StaticHandler, Tier } from "./policy.js";
import type { Verdict } from "./verdict.js";

/** A verdict that the engine still lacks. */
export interface Need {
  /** The key under which to supply the verdict. The same question about the same input has the same id. */
  readonly id: string;
  readonly policy: string;
  readonly tier: Tier;
  readonly handler: Exclude<Handler, StaticHandler>;
  /** Whether the event gates an action. */
  readonly gates: boolean;
  /** The session that the event names; absent where it names none, or several. */
  readonly session?: string;
  /** The version of what derived the facts in the event; absent where the handler sees none. */
  readonly derives?: string;
  /** The event as this policy sees it, with the rewrites of the policies before it. */
  readonly event: Event;
}

/** Verdicts by need id. */
export type Verdicts = ReadonlyMap<string, Verdict>;
