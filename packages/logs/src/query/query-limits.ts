/** What one question may take. */
export const QUERY_LIMITS = {
  /** Of DuckDB, which writes nothing to the disk. */
  memory: "1GB",
  /** Of the question, in characters. */
  question: 65_536,
  /** Rows printed where `--limit` is not given, and at most. */
  rows: 1_000,
  mostRows: 1_000_000,
  /** Seconds where `--deadline` is not given, and at most. */
  seconds: 60,
  mostSeconds: 3_600,
  /** Characters of a cell of a printed table. */
  cell: 200,
} as const;
