import type { OutcomeText } from "../session/outcome-text.js";

const FAILED = { outcome: "failed", by: null, seen: "0.73.1" } as const;

/** Errors whose text is a tool's own. What an extension blocks is an error with the extension's text: what fits no row is unknown. */
export const RESULT_ERRORS: readonly OutcomeText[] = [
  { ...FAILED, where: "start", text: "ENOENT" },
  { ...FAILED, where: "start", text: "EACCES" },
  { ...FAILED, where: "start", text: "EISDIR" },
  { ...FAILED, where: "start", text: "ENOTDIR" },
  { ...FAILED, where: "start", text: "File not found: " },
  { ...FAILED, where: "start", text: "Path not found: " },
  { ...FAILED, where: "start", text: "Could not find the exact text in " },
  { ...FAILED, where: "start", text: "Could not find edits[" },
  { ...FAILED, where: "start", text: "Found ", and: " occurrences of the text in " },
  { ...FAILED, where: "start", text: "No changes made to " },
  { ...FAILED, where: "start", text: "Offset ", and: " is beyond end of file" },
  { ...FAILED, where: "start", text: "Validation failed for tool " },
  { ...FAILED, where: "start", text: "Tool ", and: " not found" },
  { ...FAILED, where: "end", text: "\nCommand aborted" },
  { ...FAILED, where: "anywhere", text: "\nCommand timed out after " },
];

/** The last line of the result of a command that failed. */
export const EXITED_TEXT: RegExp = /(?:^|\n)Command exited with code (-?\d{1,10})$/;
