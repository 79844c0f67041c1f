import type { Effect } from "@gatehouse-hooks/engine";
import type { Happened } from "./replay-input.js";
import type { ContrastKind } from "./replay-part.js";

/** What happened, against what the policies say; `null` where one follows from the other, or the log does not tell. */
export function contrastOf(happened: Happened, effect: Effect): ContrastKind | null {
  const { person, outcome } = happened;
  if (person === "allowed")
    return effect === "deny" ? "denied-allowed" : effect === "ask" ? "asked-allowed" : null;
  if (person === "refused")
    return effect === "allow" ? "allowed-refused" : effect === "abstain" ? "abstained-refused" : null;
  const ran = outcome === "ran" || outcome === "failed" || outcome === "rewritten";
  return ran && effect === "deny" ? "denied-ran" : null;
}
