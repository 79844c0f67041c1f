/** How the report of `test` is written. */
export const TEST_FORMATS = ["text", "json", "junit"] as const;
