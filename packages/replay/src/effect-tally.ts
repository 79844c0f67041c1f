import type { Effect } from "@gatehouse-hooks/engine";
import type { EffectCounts } from "./replay-part.js";

/** What an event came to. */
export type Came = Effect | "unknown";

/** Counts while they grow. */
export type EffectTally = { -readonly [Name in keyof EffectCounts]: EffectCounts[Name] };

export function effectTally(): EffectTally {
  return { deny: 0, ask: 0, allow: 0, abstain: 0, unknown: 0 };
}
