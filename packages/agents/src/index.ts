export { hook, PLAIN_FLAGS } from "./answer-hook.js";
