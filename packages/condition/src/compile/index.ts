export type { CompareOperator, Expr, MethodName, Outcome, Predicate, SealedPredicate, Span } from "../ast.js";

export type { Analysis, Path } from "./analyze.js";
export { analyze } from "./analyze.js";
export type { Atom, AtomPath } from "./atom.js";
export { isChecked } from "./checked.js";
export { compile, compileSealed } from "./compile.js";
export { constantOf } from "./constant-truth.js";
export { foldUnit } from "./fold-unit.js";
export { likelihoodOf } from "./likelihood.js";
export type { Pattern, PatternEngine, PatternLiteral, PatternOptions, PatternResult } from "./pattern.js";
export type { ReadAst } from "./read-ast.js";
export { readAst } from "./read-ast.js";
export { firstGroupsOf, type Group, groupsOf } from "./requirements.js";
