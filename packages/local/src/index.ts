export { AUDIT_KINDS } from "@gatehouse-hooks/audit";
export { COMPATS, HOOK_FLAGS } from "./docker-agent-settings.js";
export { formatNamed, FORMATS } from "./format-names.js";
export { makePrivate, whyNotPrivate } from "./private-folder.js";
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
