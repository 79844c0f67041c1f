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
