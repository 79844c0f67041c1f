export type {
  PathGlob,
  PathGlobPart,
  PathGlobResult,
  PathMethod,
} from "../compile/paths/path-glob-result.js";
export type { Spelling } from "../compile/paths/path-alternative.js";
export type { Scope } from "../compile/scope.js";
export type { Pattern, PatternEngine, PatternLiteral, PatternResult } from "../compile/pattern.js";
export { measuredRe2, type PatternMeasures, re2, storedRe2 } from "./re2.js";
export { smallRe2 } from "./small-re2.js";
