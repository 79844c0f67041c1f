export type {
  ImportedPolicy,
  ImportedRules,
  NotKept,
  ReadRulesOptions,
  RuleFile,
  RuleImporter,
  RulePlace,
} from "../importing/rule-importer.js";
export { type ImportedFile, type ImportOptions, importRules } from "./import-rules.js";
export { IMPORTERS } from "./importers.table.js";
export { OWN_RULES, type OwnRules, type UnreadRules } from "./own-rules.table.js";
export { nativeText } from "./native-text.js";
