export { chooseAgents } from "./choose-agents.js";
export { readHookCommandLine } from "./hook-command-line.js";
export { addInitOptions, initFlags } from "./init-options.js";
