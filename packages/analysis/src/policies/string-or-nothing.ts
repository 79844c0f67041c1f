import { testOf, type ValueTest } from "../values/value-test.js";

/** Of a field that may be left out. */
export const STRING_OR_NOTHING: ValueTest = testOf("a string or nothing", { string: true, missing: true });
