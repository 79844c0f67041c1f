export type { Pattern, PatternEngine, PatternLiteral, PatternResult } from "../compile/pattern.js";
export { re2 } from "./re2.js";
