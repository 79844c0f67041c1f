import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runInRoot } from "../../../facts/test/oracle/trace-in-box.js";
import { requireProgram } from "../../../../test/require-program.js";
import { TABLES } from "./sql-statements.js";
import type { TablesSaid } from "./held-tables.js";

const SERVER = `mariadbd --no-defaults --datadir=/tmp/data --socket=/tmp/socket --skip-networking --skip-grant-tables --performance-schema=off \
--secure-file-priv= --innodb-flush-log-at-trx-commit=0 --lower-case-table-names=0 --plugin-load-add=server_audit --server_audit_logging=ON \
--server_audit_events=TABLE,QUERY --server_audit_query_log_limit=80 --server_audit_file_path=/tmp/audit --server_audit_file_rotate_size=1000000000`;

const DRIVER = `mkdir /tmp/data
${SERVER} > /tmp/log 2>&1 &
for i in {1..600}; do mariadb --no-defaults -S /tmp/socket -e 'select 1' > /tmp/said 2>&1 && break; sleep 0.1; done
mariadb --no-defaults -S /tmp/socket --force < /given/texts > /tmp/said 2>&1
cat /tmp/audit
kill %1`;

/** Ends a text for the client, which hands over all that is in front of it as it is. */
const END = "¬¬";

/**
 * Runs each text by a server in a box, over the same tables, those of {@link TABLES}, and reads what its audit says: the server opens a table
 * to read or to write it before a row is looked at.
 */
export function askMariadb(texts: readonly string[]): readonly TablesSaid[] {
  requireProgram("mariadb", "mariadb-server");
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-mariadb-"));
  const fresh = [
    "unlock tables",
    "rollback",
    "drop temporary table if exists shop.made",
    "drop database if exists shop",
    "create database shop",
    "use shop",
    ...TABLES.map((name) => `create table \`${name}\` (x int, y int) engine=memory`),
  ];
  const lines = texts.flatMap((text) => [...fresh, "select 'begins'", text, "select 'ends'"]);
  writeFileSync(
    path.join(folder, "texts"),
    `delimiter ${END}\n${lines.map((one) => `${one}\n${END}`).join("\n")}\n`,
  );
  const audit = runInRoot(["--ro-bind", folder, "/given"], ["/usr/bin/bash", "-c", DRIVER]);
  rmSync(folder, { recursive: true });
  const said = audit.split(/,QUERY,[^,]*,'select \\'begins\\'\s*',0\n/).slice(1);
  if (said.length !== texts.length) throw new Error(`${said.length} of ${texts.length} texts ran`);
  return said.map((one) => saidOf(one.split(/^.*,QUERY,[^,]*,'select \\'ends\\'/m)[0] ?? ""));
}

const DOES: Readonly<Record<string, "reads" | "writes" | "drops">> = {
  READ: "reads",
  WRITE: "writes",
  CREATE: "writes",
  ALTER: "writes",
  RENAME: "writes",
  DROP: "drops",
};

/** Lines of the audit: `…,READ,shop,users,` and behind those of a statement `…,QUERY,shop,'text',0`. */
function saidOf(lines: string): TablesSaid {
  const found = new Map<string, readonly ["reads" | "writes" | "drops", string]>();
  let opened: [kind: string, name: string][] = [];
  for (const line of lines.split("\n")) {
    if (/,QUERY,.*,[1-9]\d*$/.test(line)) return null;
    const [, kind = "", names = ""] =
      /,(READ|WRITE|CREATE|ALTER|RENAME|DROP),shop,([^,]*),$/.exec(line) ?? [];
    for (const name of names.split("|shop.").filter((one) => !/^(?:#sql|$)/.test(one)))
      opened.push([kind, name]);
    if (!line.includes(",QUERY,")) continue;
    const isEmptied = /,QUERY,[^,]*,'truncate\b/.test(line);
    for (const [one, name] of opened) {
      const does = isEmptied ? "drops" : (DOES[one] ?? "reads");
      found.set(`${does} ${name}`, [does, name]);
    }
    opened = [];
  }
  return [...found.values()];
}
