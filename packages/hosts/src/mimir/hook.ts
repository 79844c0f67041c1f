/** One hook as document 003 writes it ("Hook Behavior"). */
export interface MimirHook {
  /** Shell text with `{name}` placeholders. */
  readonly command: string;
  /** Milliseconds. Default 10000. */
  readonly timeout?: number;
  /** False: a failure blocks, where the event can. Default true. */
  readonly continueOnError?: boolean;
  /** Ask the user before it runs. Default false. */
  readonly prompt?: boolean;
  /** Globs; for events about a file only. */
  readonly patterns?: readonly string[];
  /** Further variables; `${NAME}` is taken from the parent environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Without effect: whose hook it is follows from the place of its file. */
  readonly enforced?: boolean;
}

export const DEFAULT_TIMEOUT_MS = 10_000;
