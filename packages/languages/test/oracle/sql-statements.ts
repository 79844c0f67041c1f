import type { Dice } from "../../../shell/test/oracle/script-generator.js";

/** Tables that the database has, each with the columns `x` and `y`. */
export const TABLES = ["a", "b", "users", "d e"] as const;

/** How a system writes the names of tables, and what it has beside the others. */
export interface SqlSystem {
  /** Around a name, `NAME` stands for it: quotes, and what it is in. */
  readonly spellings: readonly [string, ...string[]];
  /** `TABLE`, `QUERY` and `VALUE` stand for others. */
  readonly values: readonly string[];
  readonly changes: readonly string[];
}

export const SQLITE: SqlSystem = {
  spellings: ['"NAME"', "[NAME]", "`NAME`", "NAME", 'main."NAME"'],
  values: ['"x"', "max(x, 2)"],
  changes: [
    "insert or replace into TABLE (x, y) values (1, 'from b')",
    "insert or ignore into TABLE (x, y) values (1, (select max(x) from TABLE))",
    "replace into TABLE values (1, 2)",
    "update or rollback TABLE set x = VALUE where y = 1",
    "update TABLE set x = t.y from TABLE as t where t.x = 1",
    "create temp table made (x, y)",
    "with c as (select x from TABLE) delete from TABLE where x in (select x from c)",
    "insert into TABLE values (1, 2) on conflict do nothing",
    "alter table TABLE add column z",
    "create table if not exists made as select * from TABLE",
  ],
};

export const MARIADB: SqlSystem = {
  spellings: ["`NAME`", "NAME", "shop.`NAME`", "`shop`.`NAME`"],
  values: [
    "'it\\'s; drop table a'",
    '"from users"',
    "1 # from users\n",
    "1 -- from users\n",
    "1--1",
    "/*! 1 + */ 1",
    "/*! (select max(x) from TABLE) + */ 1",
    "/*M! (select max(x) from TABLE) + */ 1",
    "/* from users /* */ 1",
    "if(x = 1, 2, 3)",
    "extract(year from now())",
    "trim(leading 'a' from 'abc')",
    "x'61'",
    "'a' 'from b'",
    "interval(x, 1)",
    "case when exists (select 1 from TABLE) then 1 end",
  ],
  changes: [
    "replace into TABLE values (1, 2)",
    "replace into TABLE set x = 1",
    "insert into TABLE set x = 1, y = 2",
    "insert ignore into TABLE (x, y) values (1, 2)",
    "insert into TABLE (x, y) values (1, 2) on duplicate key update x = 3",
    "insert high_priority into TABLE values (1, 2) returning x",
    "delete t from TABLE as t join TABLE as u on t.x = u.x",
    "delete from t using TABLE as t join TABLE as u on t.x = u.x",
    "delete quick from TABLE order by x limit 1",
    "update TABLE as t join TABLE as u on t.x = u.x set t.y = 1",
    "update TABLE as t, TABLE as u set t.y = 1 where t.x = u.x",
    "update TABLE as t, TABLE as u set t.y = 1, u.x = 2 where t.x = u.x",
    "update TABLE t join TABLE u on t.x = u.x set u.y = t.y",
    "delete t, u from TABLE as t, TABLE as u where t.x = u.x",
    "delete from u using TABLE as t, TABLE as u where t.x = u.x",
    "update low_priority ignore TABLE set x = 1",
    "truncate TABLE",
    "truncate table TABLE",
    "drop table if exists TABLE cascade",
    "create table made as QUERY",
    "create table made (x int) select t.x from TABLE as t",
    "create table made like TABLE",
    "create or replace table TABLE (x int, y int)",
    "alter table TABLE add column z int",
    "alter table TABLE rename to made",
    "rename table TABLE to made",
    "lock tables TABLE write",
    "select x, y into @p, @q from TABLE as t limit 1",
    "select t.x from TABLE as t into outfile '/tmp/OUT'",
    "select t.x into outfile '/tmp/OUT' from TABLE as t",
    "load data infile '/tmp/none' into table TABLE",
    "select straight_join t.x from TABLE as t, TABLE as u",
    "select t.x from TABLE as t natural join TABLE as u",
    "select t.x from (TABLE as t, TABLE as u)",
    "select t.x from TABLE as t use index () where t.x = 1",
    "select sql_no_cache t.x from TABLE as t",
    "select t.x from TABLE as t lock in share mode",
    "select t.x from TABLE as t procedure analyse()",
    "values (1, (select max(x) from TABLE))",
    "do (select max(x) from TABLE)",
    "set @p = (select max(x) from TABLE)",
    "explain select * from TABLE as t",
    "analyze delete from TABLE",
    "describe TABLE",
    "show columns from TABLE",
    "handler TABLE open",
    "prepare p from 'select 1'",
    "execute immediate 'select 1'",
    "optimize table TABLE",
    "checksum table TABLE",
    "with recursive c as (select 1 as x union all select x + 1 from c where x < 3) insert into TABLE select x, x from c",
    "begin not atomic delete from TABLE; end",
    "begin not atomic select max(x) into @p from TABLE; insert into TABLE values (1, 2); end",
  ],
};

export const POSTGRES: SqlSystem = {
  spellings: ['"NAME"', "NAME", 'public."NAME"', 'shop."NAME"'],
  values: [
    "E'it\\'s; drop table a'",
    "$$it's; drop table a$$",
    "$q$ from $$ users $q$",
    "'a\\'",
    "extract(year from now())",
    "substring('abc' from 2)",
    "x is distinct from 1",
    "/* a /* drop table b; */ from b */ 1",
    "x::text",
    "array(select x from TABLE)",
  ],
  changes: [
    "delete from only TABLE using TABLE as u where u.x = VALUE returning x",
    "update TABLE set x = t.y from TABLE as t, TABLE as u where t.x = VALUE",
    "with d as (delete from TABLE returning *) insert into TABLE select * from d",
    "with u as (update TABLE set x = 1 returning x) select * from u, TABLE as t",
    "insert into TABLE as i values (1, VALUE) on conflict (x) do update set y = excluded.y",
    "insert into TABLE (x) QUERY on conflict do nothing returning (select max(x) from TABLE)",
    "merge into TABLE as m using TABLE as s on m.x = s.x when matched then update set y = 1 when not matched then insert values (1, 2)",
    "select x into made from TABLE as t",
    "create table made as QUERY",
    "create materialized view made as QUERY",
    "create or replace view made as QUERY",
    "create table made (x int, y text)",
    "create unlogged table made (like TABLE)",
    "truncate TABLE, TABLE cascade",
    "truncate table only TABLE",
    "drop table if exists TABLE, TABLE cascade",
    "drop view TABLE",
    "alter table if exists TABLE add column z int",
    "alter table TABLE rename to made",
    "copy TABLE from stdin",
    "copy TABLE (x, y) to stdout",
    "copy (QUERY) to stdout with csv",
    "lock table TABLE in exclusive mode",
    "table TABLE",
    "select * from TABLE as t, lateral (select y from TABLE where x = t.x) as l",
    "select * from generate_series(1, 2) as g, TABLE as t",
    "select * from TABLE as t where exists (select from TABLE)",
    "explain analyze delete from TABLE",
    "create index on TABLE (x)",
    "declare c cursor for QUERY",
    "prepare p as QUERY",
  ],
};

/** What every one of them has. */
const VALUES = [
  "1",
  "x",
  "'from users'",
  "'it''s; drop table a'",
  "null",
  "x || ' join b '",
  "(select max(x) from TABLE)",
  "exists (select 1 from TABLE where x = 1)",
  "x in (select y from TABLE)",
  "x in (1, 2)",
  "case when x = 1 then 1 else 2 end",
  "cast(x as char)",
] as const;

const SOURCES = [
  "TABLE as t",
  "TABLE t",
  "TABLE t, TABLE as u",
  "TABLE t join TABLE u on true",
  "TABLE as t left join TABLE u on true",
  "TABLE t cross join TABLE u",
  "TABLE t left outer join TABLE u on true",
  "(QUERY) as t",
] as const;

const CHANGES = [
  "insert into TABLE (x, y) values (1, 'from b')",
  "insert into TABLE (x, y) values (1, (select max(x) from TABLE))",
  "insert into TABLE select x, y from TABLE as t",
  "insert into TABLE QUERY",
  "update TABLE set x = VALUE where y = 'drop table a'",
  "delete from TABLE where VALUE",
  "delete from TABLE",
  "drop table TABLE",
  "drop table if exists TABLE",
] as const;

/** A statement of a system that reads, writes, makes or drops tables, in every spelling of their names; now and then several. */
export function generateSql(dice: Dice, system: SqlSystem): string {
  const changes: readonly [string, ...string[]] = [...CHANGES, ...system.changes];
  const one = (): string => (dice.chance(0.4) ? query(dice, system) : fill(dice, system, dice.one(changes)));
  const several = dice.chance(0.2) ? `${one()}; ${query(dice, system)}` : one();
  return dice.chance(0.3)
    ? several.replaceAll(" from ", dice.one([" /* from b */ from ", " -- from b\n from "]))
    : several;
}

function fill(dice: Dice, system: SqlSystem, form: string, depth = 1): string {
  return form.replaceAll(/TABLE|QUERY|VALUE/g, (place) => {
    if (place === "TABLE") return table(dice, system);
    return place === "QUERY" ? query(dice, system, depth - 1) : value(dice, system, depth);
  });
}

function table(dice: Dice, { spellings }: SqlSystem): string {
  const name = dice.one(TABLES);
  const spelling = dice.one(spellings);
  if (spelling !== "NAME") return spelling.replace("NAME", name);
  if (name.includes(" ")) return spellings[0].replace("NAME", name);
  return name;
}

function value(dice: Dice, system: SqlSystem, depth: number): string {
  return fill(dice, system, dice.one([...VALUES, ...system.values]), depth);
}

function query(dice: Dice, system: SqlSystem, depth = 1): string {
  const picked = dice.one(["1 as x, 2 as y", "t.x, t.y", "count(*) as x, 0 as y"]);
  const from = depth > 0 ? dice.one(SOURCES) : "TABLE as t";
  const where = dice.chance(0.5)
    ? ` where ${value(dice, system, depth).replaceAll(/\bx\b(?!')/g, "t.x")}`
    : "";
  const body = `select ${picked} from ${fill(dice, system, from, depth)}${where}`;
  return dice.one<() => string>([
    () => body,
    () => `${body} union all ${body}`,
    () => `with c as (${body}) select x, y from c`,
    () =>
      fill(
        dice,
        system,
        "with c (x, y) as (select x, y from TABLE), f as (select 1 as x, 2 as y) select c.x, f.y from c, f",
      ),
    () => `${body} order by 1 limit 3`,
  ])();
}
