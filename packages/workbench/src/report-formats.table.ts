/** How the report of `test` is written. */
export const TEST_FORMATS = ["text", "json", "junit"] as const;

/** How the report of `check` is written. */
export const CHECK_FORMATS = ["text", "json", "sarif", "junit", "github"] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];
