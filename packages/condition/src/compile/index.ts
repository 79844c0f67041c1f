export type { CompareOperator, Expr, MethodName, Outcome, Predicate, Span } from "../ast.js";
export type { Issue } from "../issue.js";
export type { JsonObject, JsonValue } from "../json-value.js";
export type { Analysis, Atom, Path } from "./analyze.js";
export { analyze } from "./analyze.js";
export { compile } from "./compile.js";
export { readAst } from "./read-ast.js";
