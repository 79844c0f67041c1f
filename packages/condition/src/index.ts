export type { CompareOperator, Expr, MethodName, Outcome, Predicate, SealedPredicate, Span } from "./ast.js";
export type { Analysis, Path } from "./compile/analyze.js";
export { analyze } from "./compile/analyze.js";
export type { Atom, AtomPath } from "./compile/atom.js";
export type {
  Pattern,
  PatternEngine,
  PatternLiteral,
  PatternOptions,
  PatternResult,
} from "./compile/pattern.js";
export type { PathGlob, PathGlobPart, PathGlobResult, PathMethod } from "./compile/paths/path-glob-result.js";
export type { Spelling } from "./compile/paths/path-alternative.js";
export type { Scope } from "./compile/scope.js";
export type { ReadAst } from "./compile/read-ast.js";
export type { ConditionSource } from "./condition.js";
export { condition } from "./condition.js";

export type { Escapes } from "./parse/escapes.js";
export { type ParseOptions, isBlank } from "./parse/parse.js";
export { parse } from "./parse/parse.js";
export type { Parsed } from "./parse/parse-tokens.js";
export { print } from "./print.js";
export { re2 } from "./re2/re2.js";
export { compile, compileSealed, readAst } from "./with-re2.js";
