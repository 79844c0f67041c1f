export { codeRow, CODES } from "./codes.js";
