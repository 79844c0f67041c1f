export { TEST_FORMATS } from "./test-formats.table.js";
