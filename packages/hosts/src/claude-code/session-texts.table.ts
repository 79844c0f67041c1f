import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "2.1.330";
const NATIVE = { outcome: "denied", by: "native", seen: SEEN } as const;

/**
 * The results that say why a call did not run, where the record's own fields do not: records of older versions have no
 * `permissionDecision`, and a tool that is switched off has none either.
 */
export const DENIED_TEXTS: readonly OutcomeText[] = [
  { where: "start", text: "PreToolUse:", and: " hook error", outcome: "denied", by: "hook", seen: SEEN },
  { ...NATIVE, where: "start", text: "Permission to use ", and: " has been denied" },
  { ...NATIVE, where: "anywhere", text: ", but you haven't granted it yet." },
  { ...NATIVE, where: "anywhere", text: "is in a directory that is denied by your permission settings" },
  {
    where: "anywhere",
    text: "Command was aborted before completion",
    outcome: "failed",
    by: null,
    seen: SEEN,
  },
  { ...NATIVE, where: "anywhere", text: "No such tool available: ", and: " is disabled for this session" },
];

/** A person's no, and what an interrupted command has, too. */
export const REFUSED_TEXT = "The user doesn't want to proceed with this tool use.";

/** What is around the message of a tool that did not do what was asked. */
export const TOOL_ERROR = "<tool_use_error>";

/** The first line of what a failed command printed. */
export const EXIT_CODE: RegExp = /^(?:Error: )?Exit code (\d{1,10})(?:\n|$)/;
