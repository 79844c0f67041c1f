import { type SqlTable, sqlTables } from "./tables.js";

/** What a statement does. */
export type SqlEffect = "destroy" | "write" | "look" | "unknown";

/** What the text means depends on who reads it: where a string ends, and what a comment is. */
interface Dialect {
  /** Within strings a backslash takes the next character with it; with `e`, in those that begin with `E` alone. */
  readonly backslash?: "always" | "e";
  /** `$tag$ … $tag$` is a string. */
  readonly dollars?: boolean;
  /** A comment within a comment has to end, too. */
  readonly nested?: boolean;
  /** `#` begins a comment, `--` only before a blank; what is in `/*! … *\/` runs, and `\G` ends a statement as `;` does. */
  readonly mysql?: boolean;
  /** `//` begins a comment. */
  readonly slashes?: boolean;
  /** `#` begins a comment; a string may have three quotes, and one that begins with `r` has no backslashes that count. */
  readonly bigquery?: boolean;
  /** A statement needs nothing before it. */
  readonly bare?: boolean;
  /** Text in `"` is a string, too. */
  readonly doubles?: boolean;
  /** Names in quotes are kept. */
  readonly keepsNames?: boolean;
}

const DIALECTS = {
  postgres: { backslash: "e", dollars: true, nested: true },
  mysql: { backslash: "always", mysql: true, doubles: true },
  plain: {},
  server: { nested: true, bare: true },
  snowflake: { backslash: "always", dollars: true, slashes: true },
  bigquery: { backslash: "always", bigquery: true, doubles: true },
} as const satisfies Readonly<Record<string, Dialect>>;

const BY_PROGRAM: ReadonlyMap<string, readonly Dialect[]> = new Map<string, readonly Dialect[]>([
  ...["psql", "pgcli", "cockroach-sql", "duckdb"].map((name) => [name, [DIALECTS.postgres]] as const),
  ...["mysql", "mariadb", "mycli"].map((name) => [name, [DIALECTS.mysql]] as const),
  ...["sqlite3", "sqlite"].map((name) => [name, [DIALECTS.plain]] as const),
  ...["sqlcmd", "osql", "isql", "bcp"].map((name) => [name, [DIALECTS.server]] as const),
  ...["snowsql", "snow"].map((name) => [name, [DIALECTS.snowflake]] as const),
  ["bq", [DIALECTS.bigquery]],
]);

/**
 * Statements without their comments; strings are emptied, so that nothing in them counts. Where it is not known who reads them, those of
 * every dialect. Linear.
 */
export function sqlStatements(text: string, program = ""): readonly string[] {
  return dialectsOf(program)
    .flatMap((dialect) => statementsOf(text, dialect))
    .filter(isFirst);
}

/** The tables that statements name, as each one that may read them does. */
export function tablesIn(text: string, program = ""): readonly SqlTable[] {
  const all = dialectsOf(program).flatMap((dialect) =>
    statementsOf(text, { ...dialect, keepsNames: true }).flatMap((one) => sqlTables(one)),
  );
  return [...new Map(all.map((one) => [`${one.does} ${one.name}`, one])).values()];
}

function dialectsOf(program: string): readonly Dialect[] {
  return BY_PROGRAM.get(program) ?? Object.values(DIALECTS);
}

function isFirst(one: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(one) === at;
}

function statementsOf(text: string, dialect: Dialect): readonly string[] {
  const statements: string[] = [];
  let current = "";
  for (let i = 0; i < text.length;) {
    const token = tokenAt(text, i, dialect);
    if (token.ends) {
      statements.push(current);
      current = "";
    } else {
      // An anonymous block runs at once; the body of a function does not.
      if (token.shown === "''" && dialect.dollars === true && ANONYMOUS.test(current))
        statements.push(...blockOf(text.slice(i, i + token.length), dialect));
      current += token.shown;
    }
    i += token.length;
  }
  statements.push(current);
  const all = dialect.bare === true ? statements.flatMap((one) => one.split(BARE)) : statements;
  return all.filter((one) => one.trim() !== "");
}

/** What is before the text of a block that runs at once. */
const ANONYMOUS = /^\s*(?:do(?:\s+language\s+\w+)?|execute\s+immediate)\s*$/i;

/** The statements of a block between two tags. */
function blockOf(text: string, dialect: Dialect): readonly string[] {
  const tag = DOLLARS.exec(text.slice(0, MAX_TAG))?.[0];
  if (tag === undefined) return [];
  const body = text.slice(tag.length, text.endsWith(tag) ? -tag.length : undefined);
  return statementsOf(body, { ...dialect, dollars: false }).flatMap((one) => one.split(BARE));
}

/** Where a statement may begin that nothing separates from the one before. */
const BARE = /(?=\b(?:drop|truncate|delete|exec|execute|shutdown)\b)/i;

interface Token {
  readonly length: number;
  readonly shown: string;
  /** It ends a statement. */
  readonly ends?: boolean;
}

function tokenAt(text: string, at: number, dialect: Dialect): Token {
  const one = text[at] ?? "";
  const two = text.slice(at, at + 2);
  if (one === "'" || one === '"' || one === "`") return quotedAt(text, at, dialect);
  if (one === ";") return { length: 1, shown: "", ends: true };
  if (two === "--") return isLineComment(text, at, dialect) ? lineAt(text, at) : { length: 2, shown: "--" };
  if (two === "/*") return commentAt(text, at, dialect);
  const own = ownToken(text, at, two, dialect);
  if (own !== null) return own;
  const length = dialect.dollars === true ? dollarsLength(text, at) : 0;
  return length > 0 ? { length, shown: "''" } : { length: 1, shown: one };
}

/** The text of a string does not count. */
function quotedAt(text: string, at: number, dialect: Dialect): Token {
  const quote = text.charAt(at);
  const length = quotedLength(text, at, dialect);
  const isText = quote === "'" || (quote === '"' && dialect.doubles === true);
  const isName = dialect.keepsNames === true && !isText;
  return { length, shown: isName ? text.slice(at, at + length) : quote + quote };
}

/** What only one dialect has. */
function ownToken(text: string, at: number, two: string, dialect: Dialect): Token | null {
  if (dialect.mysql === true) return mysqlToken(text, at);
  if (dialect.slashes === true && two === "//") return lineAt(text, at);
  return dialect.bigquery === true && two.startsWith("#") ? lineAt(text, at) : null;
}

function mysqlToken(text: string, at: number): Token | null {
  if (text[at] === "#") return lineAt(text, at);
  const two = text.slice(at, at + 2);
  if (two === "\\g" || two === "\\G") return { length: 2, shown: "", ends: true };
  // The end of a comment whose text runs.
  return two === "*/" ? { length: 2, shown: " " } : null;
}

/** Of a string between two tags; 0 where none begins. */
function dollarsLength(text: string, at: number): number {
  if (text[at] !== "$" || /[\w$]/.test(text[at - 1] ?? "")) return 0;
  const tag = DOLLARS.exec(text.slice(at, at + MAX_TAG))?.[0];
  if (tag === undefined) return 0;
  const end = text.indexOf(tag, at + tag.length);
  return (end === -1 ? text.length : end + tag.length) - at;
}

const DOLLARS = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/;
const MAX_TAG = 66;

function quotedLength(text: string, at: number, dialect: Dialect): number {
  const quote = text.charAt(at);
  const escapes = quote !== "`" && hasEscapes(text.slice(Math.max(0, at - 3), at), quote, dialect);
  const three = quote.repeat(3);
  const isLong = dialect.bigquery === true && quote !== "`" && text.startsWith(three, at);
  const mark = isLong ? three : quote;
  let end = at + mark.length;
  while (end < text.length && !text.startsWith(mark, end)) end += escapes && text[end] === "\\" ? 2 : 1;
  return Math.min(end + mark.length, text.length) - at;
}

/** Whether a backslash takes the next character with it, by what is before the quote. */
function hasEscapes(before: string, quote: string, { backslash, bigquery }: Dialect): boolean {
  if (bigquery === true && /(?:^|\W)(?:r|br|rb)$/i.test(before)) return false;
  if (backslash === "always") return true;
  return backslash === "e" && quote === "'" && /(?:^|[^\w$])[eE]$/.test(before);
}

function isLineComment(text: string, at: number, { mysql }: Dialect): boolean {
  return mysql !== true || /^[\s\u0000-\u001f]?$/.test(text[at + 2] ?? "");
}

function lineAt(text: string, at: number): Token {
  const end = text.indexOf("\n", at);
  return { length: (end === -1 ? text.length : end) - at, shown: "" };
}

function commentAt(text: string, at: number, { mysql, nested }: Dialect): Token {
  const runs = mysql === true ? /^\/\*M?!\d*/.exec(text.slice(at, at + 12))?.[0] : undefined;
  if (runs !== undefined) return { length: runs.length, shown: " " };
  let depth = 1;
  let i = at + 2;
  while (i < text.length && depth > 0) {
    const two = text.slice(i, i + 2);
    if (two === "*/") depth--;
    else if (two === "/*" && nested === true) depth++;
    i += two === "*/" || (two === "/*" && nested === true) ? 2 : 1;
  }
  return { length: i - at, shown: " " };
}

/** Functions and clauses by which a query reaches files, libraries or the server. */
const ACTING =
  /\binto\s+(?:outfile|dumpfile)\b|\b(?:pg_(?:read_\w+|ls_\w+|file_\w+|terminate_backend|cancel_backend|reload_conf|rotate_logfile|switch_wal|promote|drop_\w+|create_\w+|wal_replay_\w+|advisory_\w*lock\w*)|lo_\w+|load_file|load_extension|writefile|readfile|edit|dblink\w*|set_config|setval|nextval|sys_exec|sys_eval|xp_\w+|query_to_xml|fts3_tokenizer)\s*\(/;

/** Meta commands of the client that only show something. */
const SHOWS =
  /^(?:\\(?:d[a-z+]*|l\+?|c|connect|conninfo|x|timing|q|h|\?|pset|z)(?:\s|$)|\.(?:tables?|schema|headers?|mode|databases|indexes|indices|width|help|quit|exit|show|dump|stats|timer|fullschema)\b)/;

/** What a statement does, by its first word: in any case, or by the rest. */
const BY_WORD: ReadonlyMap<string, SqlEffect | ((text: string) => SqlEffect)> = new Map<
  string,
  SqlEffect | ((text: string) => SqlEffect)
>([
  ["drop", "destroy"],
  ["truncate", "destroy"],
  // The table that there was is gone.
  [
    "create",
    (text) =>
      /^create\s+or\s+replace\s+(?:(?:local|global|temp|temporary|transient|volatile)\s+)*table\b/.test(text)
        ? "destroy"
        : "write",
  ],
  ["delete", (text) => (/\bwhere\b/.test(text) ? "write" : "destroy")],
  ...words(
    "write",
    "update insert replace alter grant revoke merge reindex set rename comment load call attach detach lock kill flush reset analyze optimize",
  ),
  ...words("look", "show describe desc use commit rollback end abort help status"),
  // A block of MariaDB: what is in it runs at once.
  [
    "begin",
    (text) =>
      /^begin\s+not\s+atomic\b/.test(text) ? sqlEffect(text.slice(text.indexOf("atomic") + 6)) : "look",
  ],
  ["start", (text) => (/^start\s+transaction\b/.test(text) ? "look" : "unknown")],
  ["select", query],
  ["table", query],
  ["values", query],
  ["with", (text) => (/\b(?:delete|update|insert|merge)\b/.test(text) ? "write" : "look")],
  [
    "explain",
    (text) =>
      /\banalyze\b/.test(text) && /\b(?:delete|update|insert|merge|drop|truncate)\b/.test(text)
        ? "write"
        : "look",
  ],
  ["pragma", pragma],
  // A copy into another file.
  ["vacuum", (text) => (/\binto\b/.test(text) ? "unknown" : "write")],
  ["copy", (text) => (/\bprogram\b/.test(text) ? "unknown" : "write")],
]);

function words(effect: SqlEffect, list: string): readonly (readonly [string, SqlEffect])[] {
  return list.split(" ").map((word) => [word, effect]);
}

/** Pragmas that only tell of what is in their brackets; the others set it. */
const TELLS =
  /^pragma\s+(?:[\w"`[\]]+\.)?(?:(?:table|index|foreign_key)_\w+|(?:integrity|quick)_check|(?:database|function|module|pragma|collation)_list|compile_options)\b/;

/** Pragmas that change something without a value. */
const DOES = /^pragma\s+(?:[\w"`[\]]+\.)?(?:optimize|incremental_vacuum|wal_checkpoint)\b/;

function pragma(text: string): SqlEffect {
  if (text.includes("=") || DOES.test(text)) return "write";
  return text.includes("(") && !TELLS.test(text) ? "write" : "look";
}

function query(text: string): SqlEffect {
  return ACTING.test(text) ? "unknown" : /\binto\b/.test(text) ? "write" : "look";
}

/** By its first words. */
export function sqlEffect(statement: string): SqlEffect {
  const text = statement.trim().toLowerCase();
  // Meta commands of the client: a shell, a file.
  if (/^[\\.]/.test(text)) return SHOWS.test(text) ? "look" : "unknown";
  const found = BY_WORD.get(/^[a-z]+/.exec(text)?.[0] ?? "") ?? "unknown";
  return typeof found === "string" ? found : found(text);
}

/** The path that the name of a database means: none for `:memory:`, and for `file:PATH?mode=ro` the path. */
export function databaseFile(given: string): string | null {
  const [, written = given, options = ""] = /^file:(?:\/\/[^/?#]*)?([^?#]*)([^#]*)/s.exec(given) ?? [];
  if (/[?&]mode=memory(?:&|$)/.test(options)) return null;
  const name = given.startsWith("file:") ? percentDecoded(written) : given;
  return /^(?::memory:)?$/.test(name) ? null : name;
}

/** What is not a code stays as it is. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
