export { batchedOutput } from "./batched-output.js";
export { type IssueRow, issueRow } from "./issue-row.js";
export { type InputLine, lineSplitter, readLines } from "./line-splitter.js";
export { type LineLimits, parseLine } from "./parse-line.js";
export { type PolicyRow, policyRow, type InertReason } from "./policy-row.js";
export { refusedRow, type Row, rowOf, field } from "./row.js";
