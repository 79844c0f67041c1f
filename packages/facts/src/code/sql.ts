/** What a statement does. */
export type SqlEffect = "destroy" | "write" | "look" | "unknown";

/** Statements without their comments; strings are emptied, so that nothing in them counts. Linear. */
export function sqlStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let current = "";
  for (let i = 0; i < text.length;) {
    const one = text[i] ?? "";
    const two = text.slice(i, i + 2);
    if (one === "'" || one === '"' || one === "`") {
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

/** By its first words. */
export function sqlEffect(statement: string): SqlEffect {
  const text = statement.trim().toLowerCase();
  // Meta commands of the client: a shell, a file.
  if (text.startsWith("\\"))
    return /^\\(?:d[a-z+]*|l\+?|c|connect|conninfo|x|timing|q|h|\?|pset|z)(?:\s|$)/.test(text)
      ? "look"
      : "unknown";
  if (text.startsWith(".")) {
    if (
      /^\.(?:tables?|schema|headers?|mode|databases|indexes|indices|width|help|quit|exit|show|dump|stats|timer|fullschema)\b/.test(
        text,
      )
    )
      return "look";
    return "unknown";
  }
  const first = /^[a-z]+/.exec(text)?.[0] ?? "";
  switch (first) {
    case "drop":
    case "truncate":
      return "destroy";
    case "delete":
      return /\bwhere\b/.test(text) ? "write" : "destroy";
    case "update":
    case "insert":
    case "replace":
    case "create":
    case "alter":
    case "grant":
    case "revoke":
    case "merge":
    case "vacuum":
    case "reindex":
    case "set":
    case "rename":
    case "comment":
    case "load":
    case "call":
    case "attach":
    case "detach":
    case "lock":
    case "kill":
    case "flush":
    case "reset":
    case "analyze":
    case "optimize":
      return "write";
    case "select":
    case "table":
    case "values":
      return ACTING.test(text) ? "unknown" : /\binto\b/.test(text) ? "write" : "look";
    case "with":
      return /\b(?:delete|update|insert|merge)\b/.test(text) ? "write" : "look";
    case "explain":
      return /\banalyze\b/.test(text) && /\b(?:delete|update|insert|merge|drop|truncate)\b/.test(text)
        ? "write"
        : "look";
    case "show":
    case "describe":
    case "desc":
    case "use":
    case "begin":
    case "commit":
    case "rollback":
    case "start":
    case "end":
    case "abort":
    case "help":
    case "status":
      return "look";
    case "pragma":
      return text.includes("=") ? "write" : "look";
    case "copy":
      return /\bprogram\b/.test(text) ? "unknown" : "write";
    default:
      return "unknown";
  }
}
