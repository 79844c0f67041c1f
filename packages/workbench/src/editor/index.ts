export { CHECKER_PROCESS } from "./checker-messages.js";
export { forkedChecker } from "./forked-checker.js";
