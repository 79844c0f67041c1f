import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";

import type { AuditQueryJson } from "../../packages/workbench/src/audit/audit-query.js";
import type { Ran } from "../../packages/cli/test/run-cli.js";
import { HOSTILE } from "./hostile.table.js";

/** Runs a command line where the rules are. */
export type RunHere = (args: readonly string[], stdin?: string) => Promise<Ran>;

/** Makes a trail, asks about it, and tries what no question may do. */
export async function tryQueries(run: RunHere, folder: string): Promise<void> {
  const events = ["rm", "ls", "curl", "rm", "=cmd()"].map((toolName) =>
    JSON.stringify({ event: "before_tool_call", toolName, params: {}, sessionKey: `s-${toolName}` }),
  );
  await run(["decide", "--jsonl", "--policies", "rules.yaml", "--audit", "trail"], events.join("\n"));
  const query = (question: string, ...more: readonly string[]): Promise<Ran> =>
    run(["audit", "query", question, "--audit", "trail", ...more]);

  const counts = await query(
    "SELECT policy, effect, count(*) AS n FROM audit WHERE kind = 'decision' GROUP BY ALL ORDER BY n DESC, policy",
    "--json",
  );
  assert.equal(counts.code, 0, counts.stderr);
  assert.deepEqual(JSON.parse(counts.stdout), {
    columns: [
      { name: "policy", type: "VARCHAR" },
      { name: "effect", type: "VARCHAR" },
      { name: "n", type: "BIGINT" },
    ],
    rows: [
      ["no-rm", "deny", 2],
      [null, "abstain", 2],
      ["ask-curl", "ask", 1],
    ],
    cut: false,
  });
  const hooks = await query("SELECT tool, hooks[1].verdict AS said FROM audit WHERE policy = 'ask-curl'");
  assert.match(hooks.stdout, /^tool\s+said\ncurl\s+ask\n1 row\n$/);
  const types = await query(
    "SELECT typeof(time), typeof(ms), time > TIMESTAMP '2020-01-01' FROM audit LIMIT 1",
    "--csv",
  );
  assert.equal(types.stdout.split("\n")[1], "TIMESTAMP,DOUBLE,true");
  console.log("the trail: rows, types and parts of decisions");

  const csv = await query("SELECT tool, 'a\"b,c' AS q, -1 AS n FROM audit WHERE tool LIKE '=%'", "--csv");
  assert.equal(csv.stdout, `tool,q,n\n'=cmd(),"a""b,c",-1\n`);
  const cut = await query("SELECT tool FROM audit WHERE kind = 'decision'", "--json", "--limit", "2");
  const { rows, cut: isCut } = answerOf(cut);
  assert.deepEqual([rows.length, isCut], [2, true]);
  const whole = await query("SELECT tool FROM audit WHERE kind = 'decision'", "--json", "--limit", "5");
  assert.equal(answerOf(whole).cut, false);
  const large = await query(
    "SELECT 9007199254740993 AS a, 170141183460469231731687303715884105727 AS b, sum(2) AS c, 1.10 AS d",
    "--json",
  );
  assert.deepEqual(answerOf(large).rows, [
    ["9007199254740993", "170141183460469231731687303715884105727", 2, "1.10"],
  ]);
  console.log("answers: CSV without formulas, limits, numbers");

  for (const [question, says] of HOSTILE) {
    const { code, stdout, stderr } = await query(question);
    assert.equal(code, 2, `${question}: ${stdout}`);
    assert.match(stderr, says, question);
    assert.equal(stdout, "", question);
  }
  console.log(`${HOSTILE.length} questions that would change or reach something: refused`);

  const endless = await query(
    "SELECT count(*) FROM range(100000000000) a, range(1000) b WHERE a.range % 7 = b.range",
    "--deadline",
    "1",
  );
  assert.equal(endless.code, 2);
  assert.match(endless.stderr, /no answer in 1 second/);
  const hungry = await query("SELECT list(range) FROM range(1000000000)");
  assert.equal(hungry.code, 2);
  assert.match(hungry.stderr, /out of memory/i);
  console.log("limits of time and memory hold");

  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith("out")),
    [],
  );
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith("gatehouse-query-")),
    [],
  );
  console.log("nothing is left behind");
}

function answerOf({ stdout }: Ran): AuditQueryJson {
  return JSON.parse(stdout) as AuditQueryJson;
}
