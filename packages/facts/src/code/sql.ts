/** What a statement does. */
export type SqlEffect = "destroy" | "write" | "look" | "unknown";

const QUOTES: ReadonlySet<string> = new Set(["'", '"', "`"]);

/** Statements without their comments; strings are emptied, so that nothing in them counts. Linear. */
export function sqlStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let current = "";
  for (let i = 0; i < text.length;) {
    const one = text[i] ?? "";
    const two = text.slice(i, i + 2);
    if (QUOTES.has(one)) {
      let end = i + 1;
      while (end < text.length && text[end] !== one) end += text[end] === "\\" && one === "'" ? 2 : 1;
      current += one + one;
      i = end + 1;
    } else if (two === "--" || one === "#") {
      const end = text.indexOf("\n", i);
      i = end === -1 ? text.length : end;
    } else if (two === "/*") {
      const end = text.indexOf("*/", i + 2);
      i = end === -1 ? text.length : end + 2;
      current += " ";
    } else if (one === ";") {
      statements.push(current);
      current = "";
      i++;
    } else {
      current += one;
      i++;
    }
  }
  statements.push(current);
  return statements.filter((one) => one.trim() !== "");
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
  ["delete", (text) => (/\bwhere\b/.test(text) ? "write" : "destroy")],
  ...words(
    "write",
    "update insert replace create alter grant revoke merge vacuum reindex set rename comment load call attach detach lock kill flush reset analyze optimize",
  ),
  ...words("look", "show describe desc use begin commit rollback start end abort help status"),
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
  ["pragma", (text) => (text.includes("=") ? "write" : "look")],
  ["copy", (text) => (/\bprogram\b/.test(text) ? "unknown" : "write")],
]);

function words(effect: SqlEffect, list: string): readonly (readonly [string, SqlEffect])[] {
  return list.split(" ").map((word) => [word, effect]);
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
