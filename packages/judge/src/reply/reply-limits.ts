/** Longest reply that is read, in UTF-16 code units (SPEC, "Reply"). */
export const maxReplyLength = 65_536;

/** Longest reason, in UTF-16 code units. */
export const maxReasonLength = 2_000;

/** Deepest nesting of a reply. */
export const maxReplyDepth = 4;
