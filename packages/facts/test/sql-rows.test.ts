import { describe, expect, test } from "vitest";
import { factsOf, toolFacts } from "./facts-of.js";

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const kinds = (command: string): readonly string[] => factsOf(command).actions.map(({ kind }) => kind);

/** How each client is given statements. */
const CLIENTS = {
  psql: (sql: string) => `psql -c ${quoted(sql)}`,
  mysql: (sql: string) => `mysql -e ${quoted(sql)}`,
  sqlite3: (sql: string) => `sqlite3 a.db ${quoted(sql)}`,
  sqlcmd: (sql: string) => `sqlcmd -Q ${quoted(sql)}`,
  snowsql: (sql: string) => `snowsql -q ${quoted(sql)}`,
  bq: (sql: string) => `bq query ${quoted(sql)}`,
} as const;
type Client = keyof typeof CLIENTS;

describe("a statement behind a string or a comment counts where the client ends it there", () => {
  test.each<[Client, string]>([
    ["psql", "select $$it's$$; drop table users"],
    ["psql", "select $q$a;b$q$; truncate orders"],
    ["psql", String.raw`select '\'; drop table users; --'`],
    ["psql", String.raw`select E'\''; drop table users`],
    ["psql", "select 1 /* /* */ ; drop table x */; drop table y"],
    ["psql", "select data#>>'{a}'; drop table x"],
    ["mysql", "select 1 /*! ; drop table users */"],
    ["mysql", "select 1 /*!50000 ; drop table users */"],
    ["mysql", "select 1 /*M!100100 ; drop table users */"],
    ["mysql", String.raw`select 'it\'s'; drop table users`],
    ["mysql", String.raw`select "a\"b"; drop table c`],
    ["mysql", "select 1 # ; it's\n; drop table x"],
    ["mysql", "select 5--1; drop table x"],
    ["mysql", String.raw`select 1\G drop table x`],
    ["sqlite3", String.raw`select '\'; drop table users; --'`],
    ["sqlite3", "select 1 /* /* */ ; drop table x"],
    ["sqlcmd", "select 1 drop table users"],
    ["psql", "do $$ begin drop table users; end $$"],
    ["psql", "DO LANGUAGE plpgsql $x$ begin perform 1; truncate orders; end $x$"],
    ["snowsql", "select $$it's$$; drop table users"],
    ["snowsql", "select 1 // it's\n; drop table users"],
    ["snowsql", String.raw`select 'it\'s'; drop table users`],
    ["bq", "select 1 # it's\n; drop table users"],
    ["bq", `select """it's " """; drop table users`],
    ["bq", String.raw`select r'\'; drop table users`],
  ])("%s: %s", (client, sql) => {
    expect(kinds(CLIENTS[client](sql))).toContain("db.destroy");
  });
});

describe("what is in a string or a comment of the client does not count", () => {
  test.each<[Client, string]>([
    ["psql", "select $$; drop table users$$"],
    ["psql", "select $a$ $$; drop table users; $$ $a$"],
    ["psql", String.raw`select E'\'; drop table users; --'`],
    ["psql", "select 1 /* /* */ ; drop table x */"],
    ["mysql", String.raw`select '\'; drop table users; --'`],
    ["mysql", "select 1 /* ; drop table users */"],
    ["mysql", "select 1 # ; drop table x"],
    ["sqlite3", "select 'it''s; drop table x'"],
    ["sqlcmd", "select 'drop table users'"],
  ])("%s: %s", (client, sql) => {
    expect(kinds(CLIENTS[client](sql))).toEqual([]);
  });
});

test("where the client is not known, a statement of any reading counts", () => {
  for (const query of ["select 1 /*! ; drop table users */", "select $$it's$$; drop table users"])
    expect(toolFacts("mcp__db__query", { sql: query }).actions).toMatchObject([{ kind: "db.destroy" }]);
});
