import type { Terminal } from "./terminal.js";

/** A command's view of the outside: the only access to streams, environment and folders. */
export interface Io {
  /** Bytes of standard input. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The next bytes of standard input, without a turn of the event loop; undefined where that cannot be told. None at its end. */
  readonly stdinNow?: () => Uint8Array | undefined;
  /** Data for the caller, resolved when the operating system has taken it. */
  readonly stdout: Output;
  /** Notices for people. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The user's home directory, absolute. */
  readonly home: string;
  /** Standard input is a terminal: no document will come. */
  readonly interactive: boolean;
  /** The person at the terminal; undefined without a terminal. */
  readonly terminal?: () => Terminal | undefined;
  /** The process that the command runs in: what it came of tells whether an agent runs it. Absent where nothing is to be told of it. */
  readonly process?: number;
  /** Says how far work is: what is done, how many, of how many; absent where nobody watches. */
  readonly progress?: (what: string, done: number, of?: number) => void;
  /**
   * Calls `close`, with the signal, when the command is asked to end: what it started must not outlive it. The command then
   * says what it still has to say, and ends as one that was interrupted. Returns a function that withdraws the request.
   */
  readonly onInterrupt: (close: (signal: NodeJS.Signals) => void) => () => void;
}

/** A stream that text is written to. */
export interface Output {
  /** Throws `ClosedPipe` when the reader is gone. */
  readonly write: (text: string) => Promise<void>;
  /** The same, waiting here and now where that is quicker: for the last word of a command. */
  readonly writeNow?: (text: string) => Promise<void>;
  /** Characters per line when it is a terminal. */
  readonly columns: number | undefined;
}

/** The reader of an output is gone: stop quietly. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}

/** A view of a call that is known beforehand: nothing of it is open, so that it may be part of a snapshot. */
export function closedIo(home: string, input: readonly Uint8Array[]): Io {
  const parts = [...input, new Uint8Array()];
  const output = { write: async () => await Promise.resolve(), columns: undefined };
  return {
    stdin: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    },
    stdinNow: () => parts.shift(),
    stdout: output,
    stderr: output,
    env: { HOME: home },
    cwd: home,
    home,
    interactive: false,
    onInterrupt: () => () => undefined,
  };
}
