export { type Format, formatOf } from "./format-of.js";
export type { Expectation, PolicyTest, TestAnswer } from "./gatehouse/policy-test.js";
export { load, type Loaded, type LoadOptions } from "./load.js";
export { loadAll, type LoadAllOptions, type PolicyFile } from "./load-all.js";
export { type LoadedConfig, loadMayrosConfig, MAYROS_DEFAULTS, type MayrosConfig } from "./mayros/config.js";
export { MAYROS_EVENTS } from "./mayros/events.js";
export { type MayrosOutput, toMayrosOutput } from "./mayros/output.js";
export { MAX_FILE_BYTES } from "./text/source.js";
