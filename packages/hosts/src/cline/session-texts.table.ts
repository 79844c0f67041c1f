/** The error of a command, as Cline 3.0.65 writes it. */
export const EXITED_ERROR: RegExp = /^Command exited with code (-?\d{1,10})$/;
/** The error of a call that could not be carried out. */
export const REJECTED_TEXT = "was rejected before execution: AI_";
