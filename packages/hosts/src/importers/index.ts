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
export { IMPORTERS, OWN_RULES } from "./importers.table.js";
export type { OwnRules, UnreadRules } from "../importing/own-rules.js";
export { nativeText } from "./native-text.js";
