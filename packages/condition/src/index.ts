export type { CompareOperator, Expr, MethodName, Outcome, Predicate, Span } from "./ast.js";
export type { Issue } from "./issue.js";
export type { JsonObject, JsonValue } from "./json-value.js";
