/** What a record of the trail can be. */
export const AUDIT_KINDS: readonly string[] = ["decision", "run", "note", "open", "close", "lost", "link"];
