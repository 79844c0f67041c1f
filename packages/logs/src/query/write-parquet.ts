import { resolve } from "node:path";
import { type Io, messageOf, UsageError } from "@gatehouse-hooks/console";
import type { DuckDb } from "./duckdb.js";
import { openDatabase, type RowTable, sqlText } from "./open-database.js";

/**
 * Writes a table as a Parquet file, compressed with Zstandard.
 *
 * @param file relative to the working directory; what is there is replaced
 * @throws UsageError where it cannot be written
 */
export async function writeParquet(io: Io, duckdb: DuckDb, table: RowTable, file: string): Promise<void> {
  const { connection, close } = await openDatabase(duckdb, [table]);
  try {
    await connection.run(
      `COPY ${table.name} TO ${sqlText(resolve(io.cwd, file))} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } catch (error) {
    throw new UsageError(`cannot write \`${file}\`: ${messageOf(error)}`, "name another file with --parquet");
  } finally {
    close();
  }
}
