import { createRequire } from "node:module";
import { errorCodeOf, UsageError } from "@gatehouse-hooks/console";

/** The package that answers questions in SQL, which is installed by who asks them: it is 70 MB. */
const DUCKDB_PACKAGE = "@duckdb/node-api";
/** The version that is tested. */
export const DUCKDB_VERSION = "1.5.6-r.1";

/** The part of the package that is used: it is not installed where the sources are compiled. */
export interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: (path: string, options: Readonly<Record<string, string>>) => Promise<DuckDbInstance>;
  };
}

interface DuckDbInstance {
  readonly connect: () => Promise<DuckDbConnection>;
  readonly closeSync: () => void;
}

export interface DuckDbConnection {
  readonly run: (sql: string) => Promise<unknown>;
  readonly extractStatements: (
    sql: string,
  ) => Promise<{ readonly count: number; readonly prepare: (index: number) => Promise<DuckDbStatement> }>;
  /** What runs ends with an error. */
  readonly interrupt: () => void;
  readonly closeSync: () => void;
}

interface DuckDbStatement {
  /** A number of `duckdb.h`: 1 is SELECT. */
  readonly statementType: number;
  readonly parameterCount: number;
  readonly stream: () => Promise<DuckDbResult>;
}

interface DuckDbResult {
  readonly deduplicatedColumnNames: () => readonly string[];
  readonly columnTypes: () => readonly { readonly toString: () => string }[];
  /** Rows as JSON, some thousand at a time. */
  readonly yieldRowsJson: () => AsyncIterable<readonly (readonly unknown[])[]>;
}

/**
 * Loads the package from where the command is installed, never from the project: it is native code. `NODE_PATH` may name another folder.
 *
 * @throws UsageError with the line that installs it, where it is missing or cannot be loaded
 */
export function loadDuckDb(): DuckDb {
  try {
    return createRequire(import.meta.url)("@duckdb/node-api") as DuckDb;
  } catch (error) {
    const isMissing = errorCodeOf(error) === "MODULE_NOT_FOUND";
    throw new UsageError(
      `${isMissing ? "this needs" : "cannot load"} the package ${DUCKDB_PACKAGE}${isMissing ? "" : `: ${String(error).split("\n", 1)[0] ?? ""}`}`,
      `npm install --global ${DUCKDB_PACKAGE}@${DUCKDB_VERSION}`,
    );
  }
}
