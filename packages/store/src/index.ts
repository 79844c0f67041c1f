export { type OpenedStore, openPolicyStore, type StoredPolicies } from "./open-policy-store.js";
export { storePolicySet, type StoreOptions } from "./store-policy-set.js";
export type { StoreSource } from "./store-sections.js";
export { readStoredAst, storeAst, type StoredAst } from "./stored-ast.js";
export { storedPatterns, type StoredPattern, storePatterns } from "./stored-pattern.js";
