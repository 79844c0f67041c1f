import { generateSql, SQLITE } from "../../../languages/test/oracle/sql-statements.js";
import { requireProgram } from "../../../../test/require-program.js";
import { runPrograms } from "./run-programs.js";
import type { Traced } from "./trace-in-box.js";
import type { Dice } from "../../../shell/test/oracle/script-generator.js";

const DATABASES = [
  "app.db",
  "./app.db",
  "d/other.db",
  "/w/q/new.db",
  "new.db",
  ":memory:",
  "file:app.db",
  "file:app.db?mode=ro",
  "file:d/other.db?mode=rw",
  "file:new.db?mode=rwc&cache=private",
  "file:///w/p/app.db",
  "file://localhost/w/p/d/other.db",
  "file:%61pp.db",
  "file:app.db#x",
  "file::memory:",
  "file:new.db?mode=memory",
] as const;

const FILES = ["new.db", "d/copy.db", "out.txt", "/w/q/out", "a", "app.db"] as const;

const OPTIONS = [
  "-csv",
  "-header",
  "-json",
  "-readonly",
  "-bail",
  "-cmd '.mode csv'",
  "-cmd '.output out.txt'",
  "-separator ,",
  "-init a",
  "-batch",
] as const;

/** What the client does itself. `FILE` stands for one. */
const FORMS = [
  "vacuum",
  "vacuum into 'FILE'",
  'vacuum main into "FILE"',
  "VACUUM INTO 'FI' || 'LE'",
  "attach 'FILE' as o",
  "attach database 'FILE' as o; create table o.made (x)",
  "attach 'file:FILE?mode=ro' as o; select * from a",
  "detach o",
  "pragma user_version = 3",
  "pragma user_version",
  "pragma journal_mode = wal",
  "pragma journal_mode",
  "pragma journal_mode(persist)",
  "pragma wal_checkpoint",
  "pragma table_info(a)",
  "pragma optimize",
  "pragma incremental_vacuum(1)",
  "pragma user_version(7)",
  "pragma temp_store_directory = 'd'",
  "begin; insert into a values (1, 2); commit",
  "begin exclusive; select 1; rollback",
  "savepoint s; delete from a; release s",
  "explain delete from a",
  "explain query plan select * from a",
  "select writefile('FILE', 'x')",
  "select readfile('FILE')",
  "select edit('x', 'true')",
  "reindex",
  "analyze",
  "create virtual table made using fts5(x)",
  "select load_extension('FILE')",
  "values (1)",
  ";",
  "-- nothing",
  ".tables",
  ".tab",
  ".schema a",
  ".dump",
  ".databases",
  ".indexes",
  ".mode csv",
  ".headers on",
  ".show",
  ".stats on",
  ".output FILE",
  ".out FILE",
  ".o FILE",
  ".once FILE",
  ".once -x",
  ".import a b",
  ".import --csv FILE made",
  ".read FILE",
  ".backup FILE",
  ".backup main FILE",
  ".save FILE",
  ".restore FILE",
  ".clone FILE",
  ".open FILE",
  ".open --new FILE",
  ".log FILE",
  ".trace FILE",
  ".excel",
  ".shell touch FILE",
  ".system rm FILE",
  ".cd d",
  ".archive --create --file FILE a",
  ".recover",
  ".quit",
  ".print x",
  ".timer on",
  ".width 3",
  ".fullschema",
  ".dbinfo",
  ".selftest --init",
] as const;

/** A command of the client of SQLite: databases under every kind of name, statements, and what the client does itself. */
export function generateSqlite(dice: Dice): string {
  const options = dice.chance(0.3) ? [dice.one(OPTIONS)] : [];
  const texts = Array.from({ length: 1 + dice.below(3) }, () =>
    dice.chance(0.4) ? generateSql(dice, SQLITE) : dice.one(FORMS),
  ).map((one) =>
    quoted(
      one.replace("'FI' || 'LE'", () => `'${dice.one(FILES)}' || 'x'`).replace("FILE", () => dice.one(FILES)),
    ),
  );
  return ["sqlite3", ...options, quoted(dice.one(DATABASES)), ...texts].join(" ");
}

/** Runs commands of the client; the journal beside a database is the database. */
export function runSqlite(commands: readonly string[], folder: string): readonly Traced[] {
  requireProgram("sqlite3");
  const without = (paths: readonly string[] = []): readonly string[] =>
    paths.map((one) => one.replace(/-(?:journal|wal|shm)$/, ""));
  return runPrograms(commands, folder).map(({ writes, deletes, reads }) => ({
    writes: without(writes),
    deletes: without(deletes),
    reads: without(reads),
  }));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
