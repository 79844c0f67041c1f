import { constants } from "node:fs";
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "node-sqlite3-wasm";
import { isRecord, type JsonValue, parseJson } from "@gatehouse-hooks/json";
import { errorCodeOf, messageOf } from "@gatehouse-hooks/console";
import { LINE_LIMITS } from "./session-limits.js";
import type { FileRecord } from "./session-records.js";

/** The first bytes of every SQLite database. */
export const SQLITE_MAGIC = "SQLite format 3\0";

/** How often a database is copied that is written to in the meantime. */
const MAX_COPIES = 5;

/** A database that is open for reading, or why it is not. */
type SessionDatabase =
  | {
      readonly kind: "open";
      readonly tables: readonly string[];
      readonly rows: (query: string) => Iterable<FileRecord>;
      readonly close: () => Promise<void>;
    }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly cure: string };

/**
 * Opens a copy of a database, with what its write-ahead log holds: the agent may be writing, and what reads a log of SQLite's also
 * changes it. The copy is in a folder of this user's only, and `close` removes it.
 *
 * The library is an optional dependency, and is loaded here.
 */
export async function openSessionDatabase(path: string): Promise<SessionDatabase> {
  const library = await import("node-sqlite3-wasm").catch(() => null);
  if (library === null)
    return {
      kind: "failed",
      code: "session-library-missing",
      message: "the file is a SQLite database, and the library that reads it is not installed",
      cure: "run npm install node-sqlite3-wasm where gatehouse is installed, or export the session as JSON",
    };

  const folder = await mkdtemp(join(tmpdir(), "gatehouse-session-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "copy.db");
    if (!(await copyUnchanged(path, copy))) {
      await remove();
      return {
        kind: "failed",
        code: "session-database-busy",
        message: "the database is written to all the time and could not be copied",
        cure: "end the agent's sessions, and try again",
      };
    }
    const database = new library.default.Database(copy);
    try {
      // Its only user has the log in memory, which this library otherwise cannot share.
      database.exec("PRAGMA locking_mode=EXCLUSIVE");
      const tables = database
        .all("select name from sqlite_master where type = 'table'")
        .flatMap(({ name }) => (typeof name === "string" ? [name] : []));
      return {
        kind: "open",
        tables,
        rows: (query) => rowsOf(database, query, path),
        close: async () => {
          database.close();
          await remove();
        },
      };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    await remove();
    // The system's refusal is the caller's to say.
    if (errorCodeOf(error) !== undefined) throw error;
    return unreadable(error);
  }
}

function unreadable(error: unknown): SessionDatabase & { readonly kind: "failed" } {
  return {
    kind: "failed",
    code: "session-database-unreadable",
    message: `SQLite cannot read the database: ${messageOf(error)}`,
    cure: "open it with the agent that wrote it, which repairs it, or export the session as JSON",
  };
}

function* rowsOf(database: Database, query: string, path: string): Generator<FileRecord, void, undefined> {
  let line = 0;
  try {
    const statement = database.prepare(query);
    try {
      for (const row of statement.iterate()) {
        line++;
        yield recordOfRow(row, path, line);
      }
    } finally {
      statement.finalize();
    }
  } catch (error) {
    const { code, message, cure } = unreadable(error);
    yield { kind: "issue", issue: { severity: "error", code, message, path, line: line + 1, cure } };
  }
}

/** A row as a record: what a column named `…_json` holds is read. */
function recordOfRow(row: Readonly<Record<string, unknown>>, path: string, line: number): FileRecord {
  const record: Record<string, JsonValue> = {};
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === "number" || value === null) record[column] = value;
    if (typeof value === "bigint") record[column] = Number(value);
    if (typeof value !== "string") continue;
    if (!column.endsWith("_json")) record[column] = value;
    else {
      const read = parseJson(value, LINE_LIMITS);
      if (read.issue !== undefined || !isRecord(read.value))
        return {
          kind: "issue",
          issue: {
            severity: "warning",
            code: "session-line-broken",
            message: `the row is not a record: ${read.issue?.message ?? "expected a JSON object"}`,
            path,
            line,
            cure: "a call in this row is lost",
          },
        };
      record[column.slice(0, -"_json".length)] = read.value;
    }
  }
  return { kind: "record", record, line };
}

/** Copies a database and its log. False: they never stayed as they were meanwhile. */
async function copyUnchanged(path: string, to: string): Promise<boolean> {
  const log = `${path}-wal`;
  for (let tries = 0; tries < MAX_COPIES; tries++) {
    const before = await stampOf(path, log);
    await copyFile(path, to, constants.COPYFILE_FICLONE);
    await rm(`${to}-wal`, { force: true });
    await copyFile(log, `${to}-wal`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
      if (errorCodeOf(error) !== "ENOENT") throw error;
    });
    if ((await stampOf(path, log)) === before) return true;
  }
  return false;
}

/** Changes when either file does. */
async function stampOf(path: string, log: string): Promise<string> {
  const [main, its] = await Promise.all([
    stat(path, { bigint: true }),
    stat(log, { bigint: true }).catch(() => null),
  ]);
  return [main.size, main.mtimeNs, its?.size, its?.mtimeNs].join(" ");
}
