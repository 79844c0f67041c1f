export { type Analyze, type Checked, checkFiles, writtenPolicies, type WrittenPolicy } from "./checked.js";
export type { Completion, TextFile, TextRange } from "./text-file.js";
export { completions } from "./completions.js";
export { definitions } from "./definitions.js";
export { type Diagnostic, diagnostics } from "./diagnostics.js";
export { type ExplainCode, hover, type Hover } from "./hover.js";
export { type QuickFix, quickFixes } from "./quick-fixes.js";
export { type FileKind, fileKindOf } from "./schema/schema-of-file.js";
