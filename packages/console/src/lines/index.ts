export { batchedOutput } from "./batched-output.js";
export { type IssueRow, issueRow } from "./issue-row.js";
export { type InputLine, lineSplitter, readLines, type LineLimits, parseLine } from "./line-splitter.js";
export { type PolicyRow, policyRow, type InertReason } from "./policy-row.js";
export { refusedRow, type Row, rowOf, field } from "./row.js";
