/** The longest payload of a hook, in bytes. */
export const MAX_PAYLOAD_BYTES: number = 16 * 1024 * 1024;
