export { hostToolTypes, type UntypedTool } from "./type-issues.js";
export { placeOfPolicy, type PolicyPosition } from "./place-of-policy.js";
export { provenIssues, type ProvenIssues, type ProvenIssuesOptions } from "./proven-issues.js";
export { type ShownIssue, withColumn, type Sources } from "./with-column.js";
