export { RULE_EFFECTS } from "./asked-rule.js";
export { STOP_KINDS } from "./stop-kinds.table.js";
