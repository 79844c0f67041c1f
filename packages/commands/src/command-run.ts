/** How a command ended and what it printed. Plain data. */
export interface CommandRun {
  /** `null` when a signal ended it, or when it was still running when waiting was given up. */
  readonly exitCode: number | null;
  /** The signal that ended it, for example `SIGKILL`. */
  readonly signal: string | null;
  /** UTF-8; what is not valid becomes U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  /** It did not end within its time, and was ended. */
  readonly timedOut: boolean;
  /** Its answer was no longer wanted, and it was ended. */
  readonly aborted: boolean;
  /** What was longer than `maxOutputBytes` and is therefore cut. */
  readonly truncated: { readonly stdout: boolean; readonly stderr: boolean };
  /** Milliseconds from start to end. */
  readonly ms: number;
}

/** The command did not even start: no such program, no such directory, no memory. */
export interface NotStarted {
  readonly kind: "not-started";
  /** The system's error code, for example `ENOENT`. */
  readonly code: string;
  readonly message: string;
}

/** The outcome of running a command. */
export type CommandOutcome = ({ readonly kind: "ran" } & CommandRun) | NotStarted;
