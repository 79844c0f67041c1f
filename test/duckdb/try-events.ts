import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";

import { loadDuckDb } from "../../packages/logs/src/query/duckdb.js";
import { sqlText } from "../../packages/logs/src/query/open-database.js";
import type { RunHere } from "./try-queries.js";

/** Events of a log, and the rows that they come to. */
const EVENTS: readonly (readonly [tool: string, command: string, effect: string])[] = [
  ["rm", "rm -rf build", "deny"],
  ["ls", "ls", "abstain"],
  [
    "curl",
    "curl -H 'Authorization: Bearer sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' example.test",
    "ask",
  ],
  ["rm", "rm '; DROP TABLE events; --\u0000\u{1f600}", "deny"],
];

/** Replays a log into rows: for a question, and into a Parquet file, which is read back. */
export async function tryEvents(run: RunHere, folder: string): Promise<void> {
  const lines = EVENTS.map(([toolName, command], index) =>
    JSON.stringify({
      time: `2026-03-0${index + 1}T10:00:00Z`,
      event: { event: "before_tool_call", toolName, params: { command }, sessionKey: "s" },
    }),
  );
  writeFileSync(path.join(folder, "log.jsonl"), `${lines.join("\n")}\nnot JSON\n`);
  const asked = await run([
    "audit",
    "query",
    "SELECT tool, call, effect, policy, path, byte FROM events ORDER BY byte",
    "log.jsonl",
    "--policies",
    "rules.yaml",
    "--json",
  ]);
  assert.equal(asked.code, 0, asked.stderr);
  assert.match(asked.stderr, /unreadable and in no row: 1, the first at log\.jsonl:5/);
  const { rows } = JSON.parse(asked.stdout) as { readonly rows: readonly (readonly unknown[])[] };
  assert.deepEqual(
    rows.map(([tool, , effect]) => [tool, effect]),
    EVENTS.map(([tool, , effect]) => [tool, effect]),
  );
  assert.equal(rows[3]?.[1], EVENTS[3]?.[1]);
  assert.doesNotMatch(JSON.stringify(rows), /sk-ant/);
  const [, second] = lines;
  assert.equal(rows[1]?.[5], Buffer.byteLength(`${lines[0] ?? ""}\n`), second);
  console.log("a log: each event a row, without secrets");

  writeFileSync(path.join(folder, "looser.yaml"), LOOSER);
  const replayed = await run(
    [
      "replay",
      "-",
      "--policies",
      "rules.yaml",
      "--against",
      "looser.yaml",
      "--parquet",
      "it's.parquet",
      "--json",
    ],
    lines.join("\n"),
  );
  assert.equal(replayed.code, 1, replayed.stderr);
  const instance = await loadDuckDb().DuckDBInstance.create(":memory:", {});
  const connection = await instance.connect();
  const file = sqlText(path.join(folder, "it's.parquet"));
  const statements = await connection.extractStatements(
    `SELECT tool, effect, against_effect, call FROM ${file} ORDER BY byte`,
  );
  const read: unknown[] = [];
  for await (const chunk of (await (await statements.prepare(0)).stream()).yieldRowsJson())
    read.push(...chunk);
  assert.deepEqual(
    read.map((row) => (row as readonly unknown[]).slice(0, 3)),
    [
      ["rm", "deny", "ask"],
      ["ls", "abstain", "abstain"],
      ["curl", "ask", "abstain"],
      ["rm", "deny", "ask"],
    ],
  );
  connection.closeSync();
  instance.closeSync();
  const refused = await run(["replay", "log.jsonl", "--parquet", "x.parquet", "--anonymise"]);
  assert.equal(refused.code, 2);
  console.log("Parquet: written, and read back");
}

const LOOSER = `version: 1
policies:
  - id: no-rm
    events: before_tool_call
    tools: rm
    ask: "really?"
`;
