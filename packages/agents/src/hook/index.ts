export { askForHookTests } from "./ask-for-hook-tests.js";
export { hookContext, inProjectOf } from "./hook-context.js";
export { HOOKS_PROCESS, type HookTestResult } from "./hook-messages.js";
export { openDecider } from "./open-decider.js";
export { isTypeScript, readsTypeScript, TYPESCRIPT_CURE, typeScriptArgs } from "./typescript-files.js";
export { unknownAgent } from "./unknown-agent.js";
