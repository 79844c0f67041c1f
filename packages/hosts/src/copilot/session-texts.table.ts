import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "1.0.102";

/** The messages of errors with the code `denied`. */
export const DENIED_MESSAGES: readonly OutcomeText[] = [
  { where: "start", text: "Denied by preToolUse hook:", outcome: "denied", by: "hook", seen: SEEN },
  {
    where: "start",
    text: "Permission to run this tool was denied due to the following rules",
    outcome: "denied",
    by: "native",
    seen: SEEN,
  },
];
