// The corpora of the packages through the machine interface: what an implementation in another language would be
// compared with.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli, runRows } from "../../packages/cli/test/run-cli.js";
import { root } from "./spawn-cli.js";

function corpus<Row>(file: string): readonly Row[] {
  return readFileSync(path.join(root, "packages", file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

type Repeated = readonly (readonly [text: string, times: number])[];

function repeated(parts: Repeated): string {
  return parts.map(([text, times]) => text.repeat(times)).join("");
}

interface ReplyRow {
  readonly id: string;
  readonly reply?: unknown;
  readonly reply_repeat?: Repeated;
  readonly js?: string;
  readonly verdict: string;
}

test("parse-verdict: the corpus of judge replies", async () => {
  const rows = corpus<ReplyRow>("judge/test/corpora/judge-replies.jsonl")
    // Values that no JSON can hold cannot arrive here.
    .filter((row) => row.js === undefined)
    .map((row) => (row.reply_repeat === undefined ? row : { ...row, reply: repeated(row.reply_repeat) }));
  const answers = await runRows(["parse-verdict"], rows);
  expect(answers.map((answer) => (answer["ok"] === true ? answer["decision"] : "invalid"))).toEqual(
    // `ask` is a decision here, and an approval needs no reason (packages/judge/SPEC.md).
    rows.map(({ id, reply, verdict }) =>
      id === "j113" ? "ask" : reply === '{"decision":"approve"}' ? "approve" : verdict,
    ),
  );
  expect(rows.length).toBeGreaterThan(130);
});

interface EventRow {
  readonly id: string;
  readonly kind: "json" | "json_repeat" | "js" | "bytes";
  readonly json?: string;
  readonly json_repeat?: Repeated;
  readonly b64?: string;
  readonly check: { readonly type: string; readonly expr?: string; readonly value?: boolean };
}

test("decide: every hostile event is denied, as a line and as a document", async () => {
  const rows = corpus<EventRow>("condition/test/corpora/hostile-events.jsonl").filter(
    ({ kind, check }) => kind !== "js" && check.type === "reject",
  );
  const bytes = rows.map((row) =>
    row.kind === "bytes"
      ? Buffer.from(row.b64 ?? "", "base64")
      : Buffer.from(row.json ?? repeated(row.json_repeat ?? [])),
  );
  const stdin = Buffer.concat(bytes.flatMap((line) => [line, Buffer.from("\n")]));
  const { stdout } = await runCli(["decide", "--jsonl"], { stdin });
  const lines = stdout.trim().split("\n");
  // A line break inside of a row would make two rows of it.
  expect(lines).toHaveLength(rows.length + bytes.filter((line) => line.includes("\n")).length);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ effect: "deny", policy: null });
  for (const [index, document] of bytes.entries()) {
    const ran = await runCli(["decide", "--json"], { stdin: document });
    expect([rows[index]?.id, ran.code]).toEqual([rows[index]?.id, 2]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ effect: "deny" });
  }
  expect(rows.length).toBeGreaterThan(40);
});

test("eval: names of prototypes are data where an event has them, and missing where it has not", async () => {
  const rows = corpus<EventRow>("condition/test/corpora/hostile-events.jsonl").filter(
    ({ kind, check }) => kind === "json" && check.type === "eval",
  );
  const lines = rows.map(({ json, check }) => `{"expr":${JSON.stringify(check.expr)},"context":${json}}`);
  expect(await runRows(["eval"], lines)).toEqual(rows.map(({ check }) => ({ ok: true, value: check.value })));
  expect(rows.length).toBeGreaterThan(10);
});

interface ExpressionRow {
  readonly id: string;
  readonly expr?: string;
  readonly expr_repeat?: Repeated;
  readonly expect: "safe" | "parse-error";
  readonly value?: boolean;
}

test("eval: every hostile expression is refused with a place, or has its safe value", async () => {
  const rows = corpus<ExpressionRow>("condition/test/corpora/hostile-expressions.jsonl");
  const context = JSON.parse(
    '{"toolName":"exec","agentId":"agent-1","params":{"command":"git push --force","path":"src/a.ts","items":["a","b"],"n":3,"zero":0,"flag":true,"nul":null,"obj":{},"own":{"__proto__":"data","constructor":"data","prototype":"data"},"evilIncludes":{"includes":"x"},"fakeString":{"startsWith":"e","length":4}}}',
  ) as object;
  const answers = await runRows(
    ["eval"],
    rows.map((row) => ({ expr: row.expr ?? repeated(row.expr_repeat ?? []), context })),
  );
  // Written for the base dialect; the larger language takes these (packages/condition/SPEC.md).
  const accepted = new Set(["x154", "x173", "x207"]);
  for (const [index, row] of rows.entries()) {
    const answer = answers[index] ?? {};
    if (answer["ok"] === true) {
      if (row.value !== undefined) expect([row.id, answer["value"]]).toEqual([row.id, row.value]);
      expect([row.id, row.expect === "safe" || accepted.has(row.id)]).toEqual([row.id, true]);
    } else {
      const [issue] = answer["issues"] as readonly { readonly code: string; readonly offset: number }[];
      expect([row.id, typeof issue?.code, typeof issue?.offset]).toEqual([row.id, "string", "number"]);
    }
  }
  expect(answers).toHaveLength(315);
});

test("load: every hostile file is one row; what it does not load, it explains", async () => {
  const folder = path.join(root, "packages/hosts/test/fixtures/hostile-files");
  const names = readdirSync(folder).filter((name) => /\.(?:md|ya?ml|json)$/.test(name));
  const rows = await runRows(
    ["load"],
    names.map((name) => ({ path: name, base64: readFileSync(path.join(folder, name)).toString("base64") })),
  );
  for (const [index, name] of names.entries()) {
    const { policies, issues } = rows[index] as {
      policies: unknown[];
      issues: { path?: string; line?: number }[];
    };
    expect([name, policies.length > 0 || issues.length > 0]).toEqual([name, true]);
    for (const issue of issues) expect([name, typeof issue.line]).toEqual([name, "number"]);
  }
  expect(names.length).toBeGreaterThan(40);
});
