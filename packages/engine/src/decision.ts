import type { JsonObject } from "@gatehouse-hooks/json";
import type { ShownFact } from "./explain/shown-facts.js";
import type { ShownCell } from "./facts/cell.js";
import type { OnFailure, Tier } from "./policy.js";
import type { Usage } from "./verdict.js";

/** What the host should do, strictest first. `abstain`: Gatehouse has no opinion, the host goes on as it would without Gatehouse. */
export type Effect = "deny" | "ask" | "allow" | "abstain";

/** A warning and the policy that gave it. A warning never changes the effect. */
export interface Warning {
  readonly policy: string;
  readonly reason: string;
}

/** Something about the event itself that the host should know of: no policy said it. It never holds values of the event. */
export interface EventNotice {
  /** Stable kebab-case identifier, for example `unknown-event`. */
  readonly code: string;
  readonly message: string;
}

/** What one applicable policy contributed, in the order of evaluation. */
export interface TraceEntry {
  readonly policy: string;
  readonly tier: Tier;
  readonly applied: true;
  /** The verdict as given; for a failure see `failure` and `onFailure`. */
  readonly verdict: "approve" | "warn" | "ask" | "deny" | "allow" | "failure";
  readonly reason: string;
  readonly failure?: { readonly code: string; readonly onFailure: OnFailure };
  readonly source: string;
  readonly ms?: number;
  readonly usage?: Usage;
  /** The policy was evaluated once more on the rewritten input. */
  readonly again?: true;
  /** The facts for which the policy applied: of each list that its condition looks through, the first that held. */
  readonly facts?: readonly ShownFact[];
  /** What the policy has read of what is remembered, and which events that is from. */
  readonly memory?: readonly ShownCell[];
  /** What was dropped or overwritten, and why; a condition that did not parse. */
  readonly notes?: readonly string[];
}

/** The merged answer to one event. Plain JSON. */
export interface Decision {
  readonly effect: Effect;
  /** The policy that decided; `null` when none did. */
  readonly policy: string | null;
  readonly reason: string;
  readonly warnings: readonly Warning[];
  readonly context: readonly string[];
  readonly systemMessages: readonly string[];
  /** The keys to set on the event's input; absent when nothing changes or the effect is deny. */
  readonly updatedInput?: JsonObject;
  readonly trace: readonly TraceEntry[];
  /** What the driver found odd about the event; absent if nothing. */
  readonly notices?: readonly EventNotice[];
}
