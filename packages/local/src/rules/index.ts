export { offNotices, offText, ruleCountText, ruleLines, shownInHome } from "./rule-lines.js";
export {
  countAndName,
  countRules,
  packsOf,
  type RuleCount,
  type RulesInForce,
  rulesInForce,
} from "./rules-in-force.js";
export { readRuleFile, type ReadRuleFile, ruleFilesAt } from "./rule-files.js";
export { rulesOfAgent, NOT_ASKED } from "./rules-of-agent.js";
export { type OwnCodeSaid, ownCodeLines, ownCodeSaid } from "../trust/answer-own-code.js";
