/** The exit codes of the process (README, "Exit codes"). */
export const exitCode = {
  fine: 0,
  /** The decision is deny, or a check failed. */
  refused: 1,
  /** Bad usage or unreadable input. */
  usage: 2,
  /** A defect of Gatehouse. */
  internal: 3,
  /** The reader of stdout is gone: what a shell reports for SIGPIPE. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
