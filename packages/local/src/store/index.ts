export { type LoadMore, compileForDecisions } from "./compile-for-decisions.js";
export { type BoxList, listFolder, listsIn, placeholdersAt } from "../placeholder-lists.js";
export { decideFromStore } from "./open-policies.js";
export type { DecisionPolicies } from "./decision-policies.js";
export { openPolicies } from "./open-policies.js";
export type { FreshStore } from "./read-store.js";
