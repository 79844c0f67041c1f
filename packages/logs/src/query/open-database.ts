import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDb, DuckDbConnection } from "./duckdb.js";
import { QUERY_LIMITS } from "./run-question.js";

/** A table whose rows are handed to DuckDB as lines of JSON. */
export interface RowTable {
  readonly name: string;
  /** Names and types of DuckDB. Names of ours: never of a log. */
  readonly columns: Readonly<Record<string, string>>;
  /** Writes its rows into a new file that nobody else may read, one line of JSON each. */
  readonly write: (file: string) => Promise<void>;
}

/** A database in memory. */
export interface Database {
  readonly connection: DuckDbConnection;
  /** From now on it reaches no file and no address, loads no extension, and none of that can be changed. */
  readonly lock: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Opens a database in memory with these tables. Their rows pass through a file in a folder of its own, which is gone when this returns.
 *
 * @throws what the file system or DuckDB throws
 */
export async function openDatabase(duckdb: DuckDb, tables: readonly RowTable[]): Promise<Database> {
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    memory_limit: QUERY_LIMITS.memory,
    // No spilling: the disk is not ours to fill.
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  });
  const folder = await mkdtemp(join(tmpdir(), "gatehouse-query-"));
  try {
    const connection = await instance.connect();
    for (const [index, table] of tables.entries()) {
      const file = join(folder, `${index}.jsonl`);
      await table.write(file);
      await connection.run(
        `CREATE TABLE ${table.name} AS SELECT * FROM read_json(${sqlText(file)}, format = 'newline_delimited', maximum_object_size = 67108864, columns = ${columnsText(table)})`,
      );
      await rm(file);
    }
    return {
      connection,
      lock: async () => {
        await connection.run("SET enable_external_access = false");
        await connection.run("SET lock_configuration = true");
      },
      close: () => {
        connection.closeSync();
        instance.closeSync();
      },
    };
  } catch (error) {
    instance.closeSync();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function columnsText({ columns }: RowTable): string {
  return `{${Object.entries(columns)
    .map(([name, type]) => `"${name}": ${sqlText(type)}`)
    .join(", ")}}`;
}

/** A text as SQL writes it: nothing in it ends it. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
