export type { RecentDecision } from "./recent-decision.js";
export { type RecentDecisions, recentDecisions } from "./recent-decisions.js";
