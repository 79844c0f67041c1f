import type { OutcomeText } from "../session/outcome-text.js";

const SEEN = "0.169.0";
const NATIVE = { outcome: "denied", by: "native", seen: SEEN } as const;
const FAILED = { outcome: "failed", by: null, seen: SEEN } as const;

/**
 * What begins the outputs of calls that were not carried out. In code mode they follow `Script error:`. Looked at first: what they
 * quote of the call may look like any of the other texts.
 */
export const OUTPUT_TEXTS: readonly OutcomeText[] = [
  {
    where: "start",
    text: "Command blocked by PreToolUse hook: ",
    outcome: "denied",
    by: "hook",
    seen: SEEN,
  },
  {
    where: "start",
    text: "Tool call blocked by PreToolUse hook: ",
    outcome: "denied",
    by: "hook",
    seen: SEEN,
  },
  {
    ...NATIVE,
    where: "start",
    text: "exec_command failed",
    and: 'Rejected(\\"rejected by user',
    person: "refused",
  },
  { ...NATIVE, where: "start", text: "exec_command failed", and: '"Rejected(' },
  { ...FAILED, where: "start", text: "exec_command failed" },
  { ...FAILED, where: "start", text: "unsupported call: " },
  { ...FAILED, where: "start", text: "apply_patch verification failed" },
  { where: "start", text: "Plan updated", outcome: "ran", by: null, seen: SEEN },
];

/** What ends the output of a call that did not run, where no command has printed it. */
export const LAST_WORDS: readonly OutcomeText[] = [
  { ...NATIVE, where: "end", text: "\naborted by user", person: "refused" },
];

/** What begins the output of a script, and whether that is its last word. */
export const SCRIPT_COMPLETED = "Script completed";
export const SCRIPT_FAILED = "Script failed";
export const SCRIPT_ERROR = "Script error:\n";

/** What stands before the output of a command, up to this line. */
export const OUTPUT_LINE = "\nOutput:\n";
/** The exit code in these lines. */
export const EXIT_LINE: RegExp = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m;
/** A command that runs on. */
export const RUNNING_LINE: RegExp = /^Process running with session ID /m;
