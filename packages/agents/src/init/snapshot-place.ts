/** Beside the program's own file: the snapshot that hooks start from. */
export const SNAPSHOT = "compiled/hook.snapshot";

/** The argument at which a snapshot ends with 0 if it is of this program as it is; where it is not, the program knows no such command. */
export const IS_FRESH = "is-fresh";
