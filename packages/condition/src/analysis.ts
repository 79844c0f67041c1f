export type { CompareOperator, Expr, MethodName, Span } from "./ast.js";
export type { Atom, AtomPath } from "./compile/atom.js";
export type { Analysis, Path } from "./compile/analyze.js";
export { analyze } from "./compile/analyze.js";
export { constantOf } from "./compile/constant-truth.js";
export { likelihoodOf } from "./compile/likelihood.js";
export { readsName } from "./compile/reads-name.js";
export { firstGroupsOf, globGroupsOf, type Group, groupsOf } from "./compile/requirements.js";
export { CharacterClasses } from "./compile/patterns/character-classes.js";
export { codePointsOf, type CodePoints, contains } from "./compile/patterns/code-points.js";
export {
  BORDER,
  holdsAt,
  holdsBefore,
  type Kind,
  kindOf,
  LINE_FEED,
  lookedAt,
  OTHER,
  WORD,
} from "./compile/patterns/places.js";
export { type Instruction, programOf, type TextProgram } from "./compile/patterns/program.js";
export { readGlob } from "./compile/patterns/read-glob.js";
export type { TextPlace, TextTree } from "./compile/patterns/text-tree.js";
export { readRe2 } from "./re2/read-re2.js";
export {
  type Beginning,
  beginningOf,
  type LiteralPrefix,
  literalPrefix,
} from "./compile/paths/path-alternative.js";
export { GlobTable } from "./compile/paths/glob-table.js";
export { withOtherCase } from "./compile/paths/path-program.js";
export { type PathProgram, unionProgram } from "./compile/paths/path-program.js";
export { pathGlobOf, patternOf } from "./compile/checked.js";
export type { PathGlob, PathGlobPart, PathMethod } from "./compile/paths/path-glob-result.js";
export type { Spelling } from "./compile/paths/path-alternative.js";
export type { Pattern, PatternLiteral } from "./compile/pattern.js";
export type { Scope } from "./compile/scope.js";
