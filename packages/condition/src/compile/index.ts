export type { CompareOperator, Expr, MethodName, Outcome, Predicate, Span } from "../ast.js";
