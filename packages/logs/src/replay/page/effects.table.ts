import type { EffectCounts } from "@gatehouse-hooks/replay";

/** An effect, and events that wait for an answer, as the page draws them. */
interface EffectRow {
  readonly effect: keyof EffectCounts;
  /** The variable of the style that has its colour. */
  readonly color: string;
}

/** From the bottom of a bar to its top. */
export const EFFECTS: readonly EffectRow[] = [
  { effect: "deny", color: "--deny" },
  { effect: "ask", color: "--ask" },
  { effect: "unknown", color: "--unknown" },
  { effect: "allow", color: "--allow" },
  { effect: "abstain", color: "--abstain" },
];
