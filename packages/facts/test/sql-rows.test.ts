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

test.each<[Client, string, readonly string[]]>([
  ["mysql", "begin not atomic delete from users; end", ["db.destroy"]],
  ["mysql", "begin not atomic select 1; end", []],
  ["mysql", "create or replace table users (x int)", ["db.destroy"]],
  ["mysql", "create or replace view v as select 1", ["db.write"]],
  ["sqlite3", "pragma user_version(7)", ["db.write"]],
  ["sqlite3", "pragma optimize", ["db.write"]],
  ["sqlite3", "pragma main.table_info(users)", []],
  ["sqlite3", "pragma journal_mode", []],
])("%s: %s is %j", (client, sql, expected) => {
  expect(kinds(CLIENTS[client](sql))).toEqual(expected);
});

test.each([
  ["file:/etc/x.db", ["/etc/x.db"]],
  ["file:///etc/x.db?mode=rwc", ["/etc/x.db"]],
  ["file:%2fetc/x.db#y", ["/etc/x.db"]],
  ["file:x.db?mode=memory", []],
  ["file::memory:", []],
])("of a database with the name %s the file is %j", (name, expected) => {
  const { reads, writes, complete } = factsOf(`sqlite3 '${name}' 'drop table y'`);
  expect([reads.map(({ path }) => path), writes.map(({ path }) => path), complete]).toEqual([
    expected,
    expected,
    true,
  ]);
});

test("a copy of a database into another file is not understood", () => {
  expect(factsOf(CLIENTS.sqlite3("vacuum into 'b'")).complete).toBe(false);
});

test("where the client is not known, a statement of any reading counts", () => {
  for (const query of ["select 1 /*! ; drop table users */", "select $$it's$$; drop table users"])
    expect(toolFacts("mcp__db__query", { sql: query }).actions).toMatchObject([{ kind: "db.destroy" }]);
});

/** `reads a`, for each table of a statement. */
const tables = (command: string): readonly string[] =>
  (factsOf(command).tables ?? []).map(({ name, does }) => `${does} ${name}`);

const EVERYWHERE = ["psql", "mysql", "sqlite3", "sqlcmd", "snowsql", "bq"] as const;

describe("tables that a statement names are facts", () => {
  test.each<[string, readonly string[]]>([
    ["select * from users", ["reads users"]],
    [
      "SELECT a.x, b.y FROM shop.users a JOIN orders AS b ON a.id = b.user",
      ["reads shop.users", "reads orders"],
    ],
    [
      "select * from a, b as c, d where x = (select max(y) from e)",
      ["reads a", "reads b", "reads d", "reads e"],
    ],
    ["with t as (select * from a), u (x) as (select 1) select * from t join u on true", ["reads a"]],
    ["with t as (select a.x from a, users as u) select * from t", ["reads a", "reads users"]],
    ["insert into users (name) select name from old_users", ["writes users", "reads old_users"]],
    ["insert into users values ('from secrets')", ["writes users"]],
    ["update users set name = 'x' where id in (select id from banned)", ["writes users", "reads banned"]],
    ["delete from users where id = 1", ["writes users"]],
    ["drop table if exists users, shop.orders cascade", ["drops users", "drops shop.orders"]],
    ["truncate table users", ["drops users"]],
    ["alter table users add column age int", ["writes users"]],
    ["alter table users rename to people", ["writes users", "writes people"]],
    [
      "delete t from users as t join banned as b on t.id = b.id",
      ["writes users", "reads users", "reads banned"],
    ],
    ["update users as u, banned as b set b.x = u.x", ["reads users", "writes banned"]],
    ["create or replace table users (id int)", ["writes users", "drops users"]],
    ["create table copy as select * from users", ["writes copy", "reads users"]],
    [
      "merge into stock using deliveries on a = b when matched then update set n = 1",
      ["writes stock", "reads deliveries"],
    ],
    ["select 1; drop table a -- from b\n; select 2 /* from c */ from d", ["drops a", "reads d"]],
    ["create index i on users (name)", []],
    ["drop database shop", []],
    ["select 1", []],
    ["select now()", []],
    ["select * from generate_series(1, 3)", []],
    ["select extract(year from born) from people", ["reads people"]],
  ])("of %s", (sql, expected) => {
    for (const client of EVERYWHERE)
      expect([client, tables(CLIENTS[client](sql))]).toEqual([client, expected]);
  });

  test.each<[Client, string, readonly string[]]>([
    ["psql", 'select * from "Users" join "my ""shop""" on true', ["reads Users", 'reads my "shop"']],
    ["psql", "select $$ from a $$ from b", ["reads b"]],
    ["psql", "do $$ begin delete from users; end $$", ["writes users"]],
    ["psql", "copy users to '/tmp/x'", ["reads users"]],
    ["psql", "copy users (a, b) from stdin", ["writes users"]],
    ["psql", "select * into backup from users", ["writes backup", "reads users"]],
    ["psql", "table users", ["reads users"]],
    ["psql", "delete from only a using b where a.x = b.x", ["writes a", "reads b"]],
    [
      "psql",
      "with gone as (delete from a returning *) insert into b select * from gone",
      ["writes a", "writes b"],
    ],
    ["mysql", 'select * from `my users` where a = " from b "', ["reads my users"]],
    ["mysql", "insert ignore into a values (1) on duplicate key update n = 1", ["writes a"]],
    ["mysql", "replace into a values (1)", ["writes a"]],
    ["mysql", "select 1 /*! from users */", ["reads users"]],
    ["sqlite3", "insert or replace into a values (1)", ["writes a"]],
    ["sqlite3", "select * from [my users]", ["reads my users"]],
    ["sqlcmd", "select * from [dbo].[users] drop table b", ["reads dbo.users", "drops b"]],
    ["sqlcmd", "select * from shop..users", ["reads shop..users"]],
    ["snowsql", 'select * from "DB"."S"."T" // from x', ["reads DB.S.T"]],
    ["bq", 'select * from `my-project.shop.users` where a = "from b"', ["reads my-project.shop.users"]],
  ])("as %s reads it: %s", (client, sql, expected) => {
    expect(tables(CLIENTS[client](sql))).toEqual(expected);
  });

  test("of a tool that carries SQL, which may be for any of them", () => {
    const { tables: found } = toolFacts("mcp__postgres__query", {
      sql: "delete from users; select * from orders",
    });
    expect(found).toMatchObject([
      { name: "users", does: "writes", certainty: "maybe" },
      { name: "orders", does: "reads", certainty: "maybe" },
    ]);
  });

  test("of a file that a client is given, and of code that asks a database", () => {
    expect(tables("psql <<< 'drop table users'")).toEqual(["drops users"]);
    expect(
      tables(`python3 -c "import sqlite3; sqlite3.connect('a.db').execute('delete from users')"`),
    ).toEqual(["writes users"]);
  });

  test("where no statement names a table there is no list", () => {
    expect(factsOf("ls")).not.toHaveProperty("tables");
  });
});
