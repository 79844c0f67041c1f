/** The longest id, event name, path and the like, in UTF-16 code units. */
export const MAX_NAME = 500;
/** The longest reason, prompt or command, in UTF-16 code units. */
export const MAX_TEXT = 262_144;
/** The most events that one policy waits for. */
export const MAX_EVENTS = 100;
