export { listedPolicies, type ListedPolicy } from "./listed-policies.js";
