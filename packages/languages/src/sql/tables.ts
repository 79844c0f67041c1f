/** A table that a statement names, and what is done to it. */
export interface SqlTable {
  /** As it is written, without quotes: `shop.users`. */
  readonly name: string;
  readonly does: "reads" | "writes" | "drops";
}

/** The most words between the parentheses behind a name of `with`. */
const MOST_COLUMNS = 200;

/** A word, a name in quotes (`null` of `word`), a number, or a character. */
interface Part {
  /** In small letters; `null`: it is in quotes, and no word of the language. */
  readonly word: string | null;
  readonly text: string;
}

/** The most tables of one statement. */
const MOST_TABLES = 50;

const PARTS = /"((?:[^"]|"")*)"|`([^`]*)`|\[([^\][\d][^\][]{0,127})\]|([\p{L}_@#$][\p{L}\p{N}_$@#-]*)|(\S)/gu;

/** Words between a verb and the name of a table. */
const BETWEEN: ReadonlySet<string> = new Set(
  `table only ignore low_priority high_priority delayed quick concurrently if exists not or replace temp temporary unlogged external transient
  view materialized into rollback abort fail local global recursive virtual foreign`.split(/\s+/),
);

/** Words that end a list of tables, and are no other name of one. */
const ENDS: ReadonlySet<string> = new Set(
  `from delete insert update where group order having limit offset union intersect except on using set values select join inner left right full cross natural when
  returning fetch for window qualify output lateral outer straight_join cascade restrict`.split(/\s+/),
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
  const parts = partsOf(statement);
  const own = namesOfWith(parts);
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
  const verbAt = parts.findIndex(({ word }) => word !== null && STARTS.has(word));
  // What is before a name with brackets says that they hold columns: `insert into a (b)`, `create table a (b int)`.
  const holder = parts.findIndex(({ word }) => word !== null && HOLDS_COLUMNS.test(word));
  const isCopy = parts[verbAt]?.word === "copy";
  const isCreate = parts[verbAt]?.word === "create";
  const isDelete = parts.some(({ word }) => word === "delete");
  const isMerge = parts[verbAt]?.word === "merge";
  parts.forEach(({ word }, i) => {
    const before = parts[i - 1]?.word ?? "";
    const clause = word === null ? undefined : clauseOf(word, before, parts[i - 2]?.word ?? "");
    if (clause !== undefined) add(clause, i + 1, clause === "reads");
    else if (word === "using" && (isDelete || isMerge)) add("reads", i + 1, true);
    else if (word === "like" && isCreate && before === "(") add("reads", i + 1, false);
    else if (word !== null && (i === verbAt || isVerbOf(word, before))) addVerb(parts, i, add);
  });
  return [...found.values()];
}

/** Words that begin a statement behind `with`, `explain` and a bracket. */
const STARTS: ReadonlySet<string> = new Set([
  ...FIRST_VERBS.keys(),
  "delete",
  "select",
  "rename",
  "vacuum",
  "lock",
]);

/** What a word of a clause does to the tables behind it; no table is behind `extract(year from`. */
function clauseOf(word: string, before: string, first: string): "reads" | "writes" | undefined {
  if (word === "join") return "reads";
  if (word === "into") return before === "insert" || before === "merge" ? undefined : "writes";
  if (word !== "from" || before === "distinct") return undefined;
  if (before === "delete") return "writes";
  return first === "(" && before !== "select" ? undefined : "reads";
}

/** A verb within a statement: `with a as (delete …)`, and behind `then` of a merge, whose table is named before. */
function isVerbOf(word: string, before: string): boolean {
  return (
    (word === "update" || word === "insert") &&
    !/^(?:then|for|on|do|key|grant|revoke|before|after|or)$/.test(before)
  );
}

function addVerb(
  parts: readonly Part[],
  at: number,
  add: (does: SqlTable["does"], at: number, isList: boolean) => void,
): void {
  const word = parts[at]?.word ?? "";
  const does = FIRST_VERBS.get(word) ?? (word === "rename" || word === "lock" ? "writes" : undefined);
  if (does === undefined) return;
  let next = at + 1;
  while (BETWEEN.has(parts[next]?.word ?? "")) next++;
  if (OTHERS.test(parts[next]?.word ?? "")) return;
  const isCopyIn = word === "copy" && parts.some((one, i) => i > next && one.word === "from");
  add(isCopyIn ? "writes" : does, next, does === "drops" || word === "rename" || word === "lock");
}

function partsOf(statement: string): readonly Part[] {
  const parts: Part[] = [];
  for (const [, double, back, square, word, other = ""] of statement.matchAll(PARTS)) {
    const quoted = double?.replaceAll('""', '"') ?? back ?? square;
    if (quoted !== undefined) parts.push({ word: null, text: quoted });
    else if (word !== undefined) parts.push({ word: word.toLowerCase(), text: word });
    else parts.push({ word: other, text: other });
  }
  return parts;
}

/** `with a as (…), b (x) as (…)`: what is in front of `as (`. */
function namesOfWith(parts: readonly Part[]): ReadonlySet<string> {
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
function opensQuery(parts: readonly Part[], from: number): boolean {
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

/** The names from a place on: `a`, `s.a`, and with commas between them those behind. */
function namesAt(
  parts: readonly Part[],
  from: number,
  isList: boolean,
  hasColumns: boolean,
): readonly string[] {
  const names: string[] = [];
  let at = from;
  while (names.length < MOST_TABLES) {
    while (BETWEEN.has(parts[at]?.word ?? "") || parts[at]?.word === "lateral") at++;
    const start = parts[at];
    if (start === undefined || !isName(start)) return names;
    const { name, next } = pathAt(parts, at, start.text);
    at = next;
    // A function that gives rows.
    if (parts[at]?.word === "(" && !hasColumns) at = behindBrackets(parts, at);
    else names.push(name);
    if (!isList) return names;
    at = afterOtherName(parts, at);
    if (parts[at]?.word !== ",") return names;
    at++;
  }
  return names;
}

/** Behind the bracket that closes the one at a place. */
function behindBrackets(parts: readonly Part[], from: number): number {
  let depth = 0;
  for (let at = from; at < parts.length && at - from < MOST_COLUMNS; at++) {
    if (parts[at]?.word === "(") depth++;
    else if (parts[at]?.word === ")" && --depth === 0) return at + 1;
  }
  return parts.length;
}

/** A name with those of what it is in: `s.a`, `db..a`. */
function pathAt(
  parts: readonly Part[],
  from: number,
  first: string,
): { readonly name: string; readonly next: number } {
  let name = first;
  let at = from + 1;
  while (parts[at]?.word === ".") {
    const next = parts[at + 1];
    if (next === undefined || (!isName(next) && next.word !== ".")) break;
    name += next.word === "." ? "." : `.${next.text}`;
    at += next.word === "." ? 1 : 2;
  }
  return { name, next: at };
}

const HOLDS_COLUMNS = /^(?:insert|replace|create|copy|merge|alter)$/;

function isName({ word, text }: Part): boolean {
  return word === null ? text !== "" : /^[\p{L}_@#$]/u.test(word) && !ENDS.has(word);
}

/** Behind another name of a table (`a as b`, `a b`). */
function afterOtherName(parts: readonly Part[], from: number): number {
  let at = from;
  if (parts[at]?.word === "as") at++;
  const one = parts[at];
  return one !== undefined && isName(one) ? at + 1 : at;
}
