export type { CompareOperator, Expr, MethodName, Outcome, Predicate, SealedPredicate, Span } from "../ast.js";

export type { Atom, AtomPath } from "./atom.js";
export { isChecked } from "./checked.js";
export { compile, compileSealed } from "./compile.js";
export { foldUnit } from "./pattern.js";
export type { Pattern, PatternEngine, PatternLiteral, PatternOptions, PatternResult } from "./pattern.js";
export type { PathGlob, PathGlobPart, PathGlobResult, PathMethod } from "./paths/path-glob-result.js";
export type { Spelling } from "./paths/path-alternative.js";
export type { Scope } from "./scope.js";
export type { ReadAst } from "./read-ast.js";
export { readAst } from "./read-ast.js";
