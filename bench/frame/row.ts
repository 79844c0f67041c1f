/** One line of a result file: what one subject scored in one case. */
export interface Row {
  readonly subject: string;
  readonly case: string;
  /** What was measured, e.g. `time`, `allocation`, `retained`, `start`. */
  readonly metric: string;
  readonly value: number;
  /** The unit of `value`, e.g. `ns`, `ms`, `bytes`. */
  readonly unit: string;
  /** The subject that `ratio` compares with: `ratio` 2 means twice its value. */
  readonly ratioTo?: string;
  readonly ratio?: number;
}

/** The content of `bench/results/<bench>.json`. */
export interface BenchResult {
  readonly bench: string;
  readonly node: string;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly rows: readonly Row[];
}
