export { AUDIT_KINDS } from "@gatehouse-hooks/audit";
export { formatNamed, FORMATS } from "./format-names.js";
export { makePrivate, whyNotPrivate } from "./private-folder.js";
export { AGENT_OPTIONS } from "./read-agent-options.js";
export {
  type Context,
  contextOf,
  DEFAULT_OPTIONS,
  type GlobalOptions,
  hookVerdicts,
  printResult,
  printAsIs,
  type Settings,
} from "./settings.js";
export { costOf, readTokenPrice, type TokenCount, type TokenPrice } from "./token-price.js";
export { writeNotices } from "./write-notices.js";
