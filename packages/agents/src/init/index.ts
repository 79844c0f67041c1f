export { chooseAgents } from "./choose-agents.js";
export { WARM_CALLS, IS_FRESH, warmPayload } from "./snapshot/warm-payloads.js";
export { readHookCommandLine } from "./hook-command-line.js";
export { SCHEMA_LINE, writeEditorSchema } from "./first-rule.js";
export { initFlags } from "./init-options.js";
export { deniedCommand, probePayload } from "./probe-payload.js";
export { anyShellWord } from "./shell-word.js";
export { writeTarget } from "./target-file.js";
