import type { Dice } from "../../../shell/test/oracle/script-generator.js";

/** Tables that the database has, each with the columns `x` and `y`. */
export const TABLES = ["a", "b", "users", "d e"] as const;

/** A statement of SQLite that reads, writes, makes or drops tables, in every spelling of their names. */
export function generateSql(dice: Dice): string {
  const made = dice.one<(dice: Dice) => string>([query, query, change, change, making])(dice);
  const several = dice.chance(0.2) ? `${made}; ${query(dice)}` : made;
  return dice.chance(0.3)
    ? several.replaceAll(" from ", dice.one([" /* from b */ from ", " -- from b\n from "]))
    : several;
}

function table(dice: Dice): string {
  const name = dice.one(TABLES);
  const quoted = [`"${name}"`, `[${name}]`, `\`${name}\``] as const;
  const plain = name.includes(" ") ? [] : [name, name.toUpperCase(), `main.${name}`, `main."${name}"`];
  return dice.one([...quoted, ...plain] as const);
}

function value(dice: Dice, depth = 1): string {
  const simple = [
    "1",
    "x",
    "'from users'",
    "'it''s; drop table a'",
    "null",
    "x || ' join b '",
    "max(x, 2)",
    '"x"',
  ] as const;
  if (depth <= 0 || dice.chance(0.6)) return dice.one(simple);
  return dice.one<() => string>([
    () => `(select max(x) from ${table(dice)})`,
    () => `exists (select 1 from ${table(dice)} where x = ${value(dice, 0)})`,
    () => `x in (select y from ${table(dice)})`,
    () => `x in (1, 2)`,
    () => `case when x = ${value(dice, 0)} then 1 else 2 end`,
    () => `cast(x as text)`,
  ])();
}

function source(dice: Dice, depth = 1): string {
  const one = (alias: string): string => `${table(dice)} ${dice.one(["as ", ""])}${alias}`;
  return dice.one<() => string>([
    () => one("t"),
    () => `${one("t")}, ${one("u")}`,
    () =>
      `${one("t")} ${dice.one(["join", "left join", "cross join", "left outer join"])} ${one("u")} on true`,
    () => `(${depth > 0 ? query(dice, depth - 1) : "select 1 as x, 2 as y"}) as t`,
  ])();
}

function query(dice: Dice, depth = 1): string {
  const picked = dice.one(["1 as x, 2 as y", "t.x, t.y", "count(*) as x, 0 as y"]);
  const where = dice.chance(0.5)
    ? ` where ${value(dice)
        .replaceAll(/\bx\b(?= (?:in|=|\|\|))/g, "t.x")
        .replace(/^"?x"?$/, "t.x")}`
    : "";
  const body = `select ${picked} from ${source(dice, depth)}${where.replaceAll(/\bx\b/g, "1")}`;
  return dice.one<() => string>([
    () => body,
    () => `${body} union all ${body}`,
    () => `with c as (${body}) select x, y from c`,
    () =>
      `with c (x, y) as (select x, y from ${table(dice)}), f as (select 1 as x, 2 as y) select c.x, f.y from c, f`,
    () => `${body} order by 1 limit 3`,
    () => `values (1, (select max(x) from ${table(dice)}))`,
  ])();
}

function change(dice: Dice): string {
  const to = table(dice);
  return dice.one<() => string>([
    () =>
      `insert ${dice.one(["", "or replace ", "or ignore "])}into ${to} (x, y) values (1, ${dice.one(["'from b'", `(select max(x) from ${table(dice)})`])})`,
    () => `insert into ${to} select x, y from ${table(dice)} as t`,
    () => `insert into ${to} ${query(dice, 0)}`,
    () => `replace into ${to} values (1, 2)`,
    () =>
      `update ${dice.one(["", "or rollback "])}${to} set x = ${value(dice)} where y = ${dice.one(["1", "'drop table a'"])}`,
    () => `delete from ${to} where ${value(dice)}`,
    () => `delete from ${to}`,
    () => `with c as (select x from ${table(dice)}) delete from ${to} where x in (select x from c)`,
    () => `with c as (select x, y from ${table(dice)}) insert into ${to} select * from c`,
    () => `insert into ${to} values (1, 2) on conflict do nothing`,
    () => `update ${to} set x = t.y from ${table(dice)} as t where t.x = 1`,
  ])();
}

function making(dice: Dice): string {
  const to = table(dice);
  return dice.one<() => string>([
    () => `drop table ${dice.one(["", "if exists "])}${to}`,
    () => `create table ${dice.one(["", "if not exists "])}made as select * from ${to}`,
    () => `create temp table made (x, y)`,
    () => `alter table ${to} add column z`,
    () => `alter table ${to} rename to made`,
  ])();
}
