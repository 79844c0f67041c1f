/**
 * A problem in text that a person wrote: a condition, a hook file, a configuration.
 *
 * Messages are lower case without a full stop, quote the user's text in backticks (escaped and shortened)
 * and never contain a value that may be a secret.
 */
export interface Issue {
  /** An `error` makes the text mean less than its author wanted; a `warning` does not. */
  readonly severity: "error" | "warning";
  /** Stable kebab-case identifier, for example `unknown-method`. */
  readonly code: string;
  readonly message: string;
  /** The file, as the caller named it. */
  readonly path?: string;
  /** UTF-16 code units from the start of the text. */
  readonly offset?: number;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 code units. */
  readonly column?: number;
  /** What to write instead. */
  readonly cure?: string;
}
