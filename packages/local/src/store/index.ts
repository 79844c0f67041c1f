export { type LoadMore, compileForDecisions } from "./compile-for-decisions.js";
export { placeholdersAt } from "../box/placeholder-lists.js";
export { decideFromStore } from "./open-policies.js";
export type { DecisionPolicies } from "./decision-policies.js";
export { openPolicies } from "./open-policies.js";
export type { FreshStore } from "./read-store.js";
