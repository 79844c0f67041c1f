export { CHECK_FORMATS } from "./check-formats.table.js";
