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

/** Bad usage or unreadable input: ends the command with exit code 2 and its message on stderr. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What to do instead. */
  readonly cure: string | undefined;

  constructor(message: string, cure?: string) {
    super(message);
    this.cure = cure;
  }
}

/** The code of an error of the system or of Node, such as `ENOENT`; undefined for any other. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
