/** A table whose rows are handed to DuckDB as lines of JSON. */
export interface RowTable {
  readonly name: string;
  /** Names and types of DuckDB. Names of ours: never of a log. */
  readonly columns: Readonly<Record<string, string>>;
  /** Writes its rows into a new file that nobody else may read, one line of JSON each. */
  readonly write: (file: string) => Promise<void>;
}
