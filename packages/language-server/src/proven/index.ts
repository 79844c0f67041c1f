export { hostToolTypes } from "./host-tool-types.js";
export { placeOfPolicy, type PolicyPosition } from "./place-of-policy.js";
export { provenIssues, type ProvenIssues, type ProvenIssuesOptions } from "./proven-issues.js";
export type { ShownIssue } from "./shown-issue.js";
export type { Sources } from "./sources.js";
export type { UntypedTool } from "./untyped-tool.js";
export { withColumn } from "./with-column.js";
