export { compileForDecisions } from "./compile-for-decisions.js";
export { decideFromStore } from "./decide-from-store.js";
export type { DecisionPolicies } from "./decision-policies.js";
export { openPolicies } from "./open-policies.js";
export type { FreshStore } from "./read-store.js";
