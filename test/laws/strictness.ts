import type { Effect } from "@gatehouse-hooks/engine";

/** How strict an effect is (engine SPEC, "Merge"): an allow is the loosest, because it skips the user's prompt. */
export const STRICTNESS: Readonly<Record<Effect, number>> = { allow: 0, abstain: 1, ask: 2, deny: 3 };
