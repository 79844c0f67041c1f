import { spawnSync } from "node:child_process";
import { requireProgram } from "../../../../test/require-program.js";
import { TABLES } from "./sql-statements.js";
import type { TablesSaid } from "./held-tables.js";

const PROGRAM = `
import json, sqlite3, sys
KINDS = {20: "reads", 18: "writes", 23: "writes", 9: "writes", 2: "writes", 4: "writes", 26: "writes", 11: "drops", 13: "drops"}
names = json.loads(sys.argv[1]) + ["made"]
def said(text):
    db = sqlite3.connect(":memory:", isolation_level=None)
    for name in names[:-1]: db.execute('create table "%s" (x, y)' % name)
    asked = set()
    def leave(action, first, second, *more):
        if action == 24: return sqlite3.SQLITE_DENY
        kind = KINDS.get(action)
        name = second if action == 26 else first
        # Names of \`with\` are asked about, too.
        if kind and name and name.lower() in names: asked.add((kind, name.lower()))
        return sqlite3.SQLITE_OK
    db.set_authorizer(leave)
    try: db.executescript(text)
    except sqlite3.Error: return None
    return sorted(asked)
for line in sys.stdin: print(json.dumps(said(json.loads(line))))
`;

/** Runs each text in a database of its own, in memory, with the tables of {@link TABLES}. */
export function askSqlite(texts: readonly string[]): readonly TablesSaid[] {
  requireProgram("python3");
  const input = texts.map((one) => `${JSON.stringify(one)}\n`).join("");
  const { status, stdout, stderr } = spawnSync("python3", ["-I", "-c", PROGRAM, JSON.stringify(TABLES)], {
    input,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as TablesSaid);
}
