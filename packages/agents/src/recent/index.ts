export type { RecentDecision } from "./recent-decisions.js";
export { type RecentDecisions, recentDecisions } from "./recent-decisions.js";
