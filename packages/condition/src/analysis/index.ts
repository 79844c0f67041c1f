export type { CompareOperator, Expr, MethodName, Span } from "../ast.js";
export type { Atom, AtomPath } from "../compile/atom.js";
export type { Analysis, Path } from "../compile/analyze.js";
export { analyze } from "../compile/analyze.js";
export { constantOf } from "../compile/constant-truth.js";
export { likelihoodOf } from "../compile/likelihood.js";
export { readsName } from "../compile/reads-name.js";
export { firstGroupsOf, type Group, groupsOf } from "../compile/requirements.js";
