import { changedInUpdate, otherNames } from "./changed-tables.js";
import { afterOtherName, isTableName, type SqlPart, sqlParts, pathAt } from "./parts.js";

/** A table that a statement names, and what is done to it. */
export interface SqlTable {
  /** As it is written, without quotes: `shop.users`. */
  readonly name: string;
  readonly does: "reads" | "writes" | "drops";
}

/** The most words between the parentheses behind a name of `with`. */
const MOST_COLUMNS = 200;

/** The most tables of one statement. */
const MOST_TABLES = 50;

/** Words between a verb and the name of a table. */
const BETWEEN: ReadonlySet<string> = new Set(
  `table tables only ignore low_priority high_priority delayed quick concurrently if exists not or replace temp temporary unlogged external transient
  view materialized into rollback abort fail local global recursive virtual foreign`.split(/\s+/),
);

const FIRST_VERBS: ReadonlyMap<string, SqlTable["does"]> = new Map([
  ["insert", "writes"],
  ["replace", "writes"],
  ["update", "writes"],
  ["merge", "writes"],
  ["alter", "writes"],
  ["create", "writes"],
  ["truncate", "drops"],
  ["drop", "drops"],
  ["table", "reads"],
  ["copy", "reads"],
  ...["optimize", "repair", "rename", "lock"].map((word) => [word, "writes"] as const),
]);

/** Kinds of things that are dropped, made or changed and are no tables. */
const OTHERS =
  /^(?:index|unique|database|schema|function|procedure|trigger|sequence|type|user|role|extension|policy|domain|server|event|login|warehouse|stage|stream|task|column|constraint|aggregate|cast|collation|language|operator|publication|subscription|tablespace|rule|model|snapshot|session|system|default|fulltext|spatial|clustered|nonclustered|definer)$/;

/**
 * The tables that one statement names. Names of `with` are no tables.
 *
 * @param statement without comments, with the text of its strings taken away, and with names in quotes as they are
 */
export function sqlTables(statement: string): readonly SqlTable[] {
  const parts = sqlParts(statement);
  if (parts[0]?.word === "show") return [];
  const own = namesOfWith(parts);
  const others = otherNames(parts);
  const found = new Map<string, SqlTable>();
  const add = (does: SqlTable["does"], at: number, isList: boolean): void => {
    for (const name of namesAt(parts, at, isList, holder !== -1 && holder < at)) {
      if (
        found.size < MOST_TABLES &&
        !(does === "reads" && (own.has(name.toLowerCase()) || (isCopy && name === "stdin")))
      )
        found.set(`${does} ${name}`, { name, does });
    }
  };
  /** `delete t from a as t`, `delete from t using a as t`. */
  const addDeleted = (at: number): void => {
    for (const one of namesAt(parts, at, true, false)) {
      const name = others.get(one.toLowerCase()) ?? one;
      found.set(`writes ${name}`, { name, does: "writes" });
    }
  };
  const verbAt = parts.findIndex(({ word }) => word !== null && STARTS.has(word));
  // What is before a name with brackets says that they hold columns: `insert into a (b)`, `create table a (b int)`.
  const holder = parts.findIndex(({ word }) => word !== null && HOLDS_COLUMNS.test(word));
  const isCopy = parts[verbAt]?.word === "copy";
  const isCreate = parts[verbAt]?.word === "create";
  const isDelete = parts.some(({ word }) => word === "delete");
  const isMerge = parts[verbAt]?.word === "merge";
  parts.forEach(({ word }, i) => {
    const before = wordBefore(parts, i);
    const clause = word === null ? undefined : clauseOf(word, before, parts[i - 2]?.word ?? "");
    if (word === "delete" && !/^(?:on|then|for|or|,)$/.test(before)) addDeleted(deletedAt(parts, i));
    else if (clause !== undefined) add(clause, i + 1, clause === "reads");
    else if (word === "using" && (isDelete || isMerge)) add("reads", i + 1, true);
    else if (word === "like" && isCreate && before === "(") add("reads", i + 1, false);
    else if (word !== null && (i === verbAt || isVerbOf(word, before))) addVerb(parts, i, add);
  });
  const updated = parts[verbAt]?.word === "update" ? changedInUpdate(parts, verbAt, others) : null;
  for (const [name, isChanged] of updated ?? []) {
    if (!isChanged) found.delete(`writes ${name}`);
    const does = isChanged ? "writes" : "reads";
    found.set(`${does} ${name}`, { name, does });
  }
  return [...found.values()];
}

/** Words between `delete` and `from`. */
const DELETE_WORDS = /^(?:quick|low_priority|ignore|history)$/;

function wordBefore(parts: readonly SqlPart[], at: number): string {
  let before = at - 1;
  while (DELETE_WORDS.test(parts[before]?.word ?? "")) before--;
  return parts[before]?.word ?? "";
}

/** Where the tables of a `delete` are: behind `from`, or in front of it. */
function deletedAt(parts: readonly SqlPart[], from: number): number {
  let at = from + 1;
  while (DELETE_WORDS.test(parts[at]?.word ?? "")) at++;
  if (parts[at]?.word !== "from") return at;
  at++;
  while (BETWEEN.has(parts[at]?.word ?? "")) at++;
  return at;
}

/** Words that begin a statement behind `with`, `explain` and a bracket. */
const STARTS: ReadonlySet<string> = new Set([...FIRST_VERBS.keys(), "delete", "select", "vacuum", "load"]);

/** What a word of a clause does to the tables behind it; no table is behind `extract(year from`. */
function clauseOf(word: string, before: string, first: string): "reads" | "writes" | undefined {
  if (word === "join") return "reads";
  if (word === "into") return before === "insert" || before === "merge" ? undefined : "writes";
  if (word !== "from" || before === "distinct" || before === "delete") return undefined;
  return first === "(" && before !== "select" ? undefined : "reads";
}

/** A verb within a statement: `with a as (delete …)`, and behind `then` of a merge, whose table is named before. */
function isVerbOf(word: string, before: string): boolean {
  return (
    (word === "update" || word === "insert") &&
    !/^(?:then|for|on|do|key|grant|revoke|before|after|or)$/.test(before)
  );
}

type AddTables = (does: SqlTable["does"], at: number, isList: boolean) => void;

function addVerb(parts: readonly SqlPart[], at: number, add: AddTables): void {
  const word = parts[at]?.word ?? "";
  const does = FIRST_VERBS.get(word);
  if (does === undefined) return;
  let next = at + 1;
  while (BETWEEN.has(parts[next]?.word ?? "")) next++;
  if (OTHERS.test(parts[next]?.word ?? "")) return;
  const isCopyIn = word === "copy" && parts.some((one, i) => i > next && one.word === "from");
  add(isCopyIn ? "writes" : does, next, does === "drops" || word === "rename" || word === "lock");
  if (replacesTable(parts, at, next)) add("drops", next, false);
  addNewName(parts, next, add);
}

/** `create or replace table a`. */
function replacesTable(parts: readonly SqlPart[], at: number, next: number): boolean {
  return parts[at]?.word === "create" && parts[at + 1]?.word === "or" && parts[next - 1]?.word === "table";
}

/** `rename table a to b`, `alter table a rename to b`. */
function addNewName(parts: readonly SqlPart[], from: number, add: AddTables): void {
  const to = parts.findIndex(({ word }, i) => i > from && word === "to");
  const isNew = parts[0]?.word === "rename" || parts[to - 1]?.word === "rename";
  if (to !== -1 && isNew) add("writes", to + 1, false);
}

/** `with a as (…), b (x) as (…)`: what is in front of `as (`. */
function namesOfWith(parts: readonly SqlPart[]): ReadonlySet<string> {
  const names = new Set<string>();
  if (!parts.some(({ word }) => word === "with")) return names;
  parts.forEach(({ word, text }, i) => {
    const before = parts[i - 1]?.word;
    const isFirst = before === "with" || before === "recursive" || before === ",";
    if (isFirst && /\w/.test(word ?? "x") && opensQuery(parts, i + 1)) names.add(text.toLowerCase());
  });
  return names;
}

/** `as (`, `(x, y) as (`: `as` alone gives a table of a list another name. */
function opensQuery(parts: readonly SqlPart[], from: number): boolean {
  let at = from;
  if (parts[at]?.word === "(") {
    while (at - from < MOST_COLUMNS && parts[at]?.word !== ")") at++;
    at++;
  }
  if (parts[at]?.word !== "as") return false;
  at++;
  while (/^(?:not|materialized)$/.test(parts[at]?.word ?? "")) at++;
  return parts[at]?.word === "(";
}

/** A word in front of a name, or a bracket around several: `from (a as t, b as u)`. */
function isInFront(parts: readonly SqlPart[], at: number, isList: boolean): boolean {
  const word = parts[at]?.word ?? "";
  const isBracket =
    word === "(" && isList && !/^(?:select|with|values|table)$/.test(parts[at + 1]?.word ?? "");
  return isBracket || BETWEEN.has(word) || word === "lateral";
}

/** The names from a place on: `a`, `s.a`, and with commas between them those behind. */
function namesAt(
  parts: readonly SqlPart[],
  from: number,
  isList: boolean,
  hasColumns: boolean,
): readonly string[] {
  const names: string[] = [];
  let at = from;
  let open = 0;
  while (names.length < MOST_TABLES) {
    while (isInFront(parts, at, isList)) if (parts[at++]?.word === "(") open++;
    const start = parts[at];
    // Files, and variables of a statement.
    const isOther = /^(?:outfile|dumpfile|@.*)$/.test(start?.word ?? "");
    if (start === undefined || isOther || !isTableName(start)) return names;
    const { name, next } = pathAt(parts, at, start.text);
    at = next;
    // A function that gives rows.
    if (parts[at]?.word === "(" && !hasColumns) at = behindBrackets(parts, at);
    else names.push(name);
    if (!isList) return names;
    at = afterOtherName(parts, at);
    const behind = behindClosing(parts, at, open);
    open -= behind - at;
    at = behind;
    if (parts[at]?.word !== ",") return names;
    at++;
  }
  return names;
}

/** Behind the brackets that close those which are open. */
function behindClosing(parts: readonly SqlPart[], from: number, open: number): number {
  let at = from;
  while (at - from < open && parts[at]?.word === ")") at++;
  return at;
}

/** Behind the bracket that closes the one at a place. */
function behindBrackets(parts: readonly SqlPart[], from: number): number {
  let depth = 0;
  for (let at = from; at < parts.length && at - from < MOST_COLUMNS; at++) {
    if (parts[at]?.word === "(") depth++;
    else if (parts[at]?.word === ")" && --depth === 0) return at + 1;
  }
  return parts.length;
}

const HOLDS_COLUMNS = /^(?:insert|replace|create|copy|merge|alter)$/;
