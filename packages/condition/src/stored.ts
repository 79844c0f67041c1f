export type { CompareOperator, Expr, MethodName, Outcome, Span } from "./ast.js";
export { NOWHERE, takeAst } from "./compile/take-ast.js";
export type { PathGlob, PathGlobPart, PathGlobResult, PathMethod } from "./compile/paths/path-glob-result.js";
export type { Spelling } from "./compile/paths/path-alternative.js";
export type {
  Pattern,
  PatternEngine,
  PatternLiteral,
  PatternOptions,
  PatternResult,
} from "./compile/pattern.js";
export type { Scope } from "./compile/scope.js";
