import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "0.24.4";

/** The type of the error of a call that did not run. */
export const DENIED_TYPE = "execution_denied";
/** Its text where rules denied it; else a hook did. */
export const RULES_TEXT = "denied by permission rules";

/** Errors in the file of a sub-agent, which has no status, where the file of its parent is not at hand. */
export const SUBAGENT_ERRORS: readonly OutcomeText[] = [
  { where: "anywhere", text: RULES_TEXT, outcome: "denied", by: "native", seen: SEEN },
  { where: "start", text: "Command: ", and: "\nExit Code: ", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: "File not found", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: "Failed to edit", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: 'Tool "', and: "not found in registry", outcome: "failed", by: null, seen: SEEN },
];

/** The exit code in the text of a command's result: the last such line but for what follows. */
export const EXIT_CODE_LINE: RegExp = /^Exit Code: (-?\d{1,10})$/gm;
