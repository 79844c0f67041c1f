import type { CompiledPolicy } from "../compiled-policy.js";
import type { Event } from "../event.js";
import type { Deriving } from "../facts/deriving.js";
import type { EventKinds } from "../event-kinds.js";

/** The enabled policies that list an event, in order of evaluation. */
export interface PoliciesOfEvent {
  /** Positions are below this. */
  readonly size: number;
  /** Positions below this are those of `enforced` policies; no other policy has one. */
  readonly enforced: number;
  /** Whether some run even after a deny. */
  readonly someAlwaysRun: boolean;
  /** What the events of their set can carry. */
  readonly kinds: EventKinds;
  /** What derives the facts of events. */
  readonly deriving: Deriving;
  /** All of them, in order. Their indexes need not be positions. */
  readonly policies: readonly CompiledPolicy[];
  /** The policy at a position that `candidates` gave. */
  at(position: number): CompiledPolicy | undefined;
  /** Positions of policies, ascending: among them every policy that applies to the event, or whose condition fails on it. */
  candidates(event: Event): readonly number[];
}
