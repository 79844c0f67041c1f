import { verdictKey } from "@gatehouse-hooks/cache";
import { afterAll, expect, test } from "vitest";
import { folder, runCli, runRows } from "./run-cli.js";

const project = folder({
  ".gatehouse/rules.yaml": [
    "version: 1",
    "policies:",
    "  - id: no-rm",
    "    events: before_tool_call",
    '    when: params.command.includes("rm")',
    "    deny: not here",
  ].join("\n"),
  ".mayros/hooks/judged.md": "---\nname: judged\nevents: message_sending\n---\nDeny insults.\n",
});
const here = { cwd: project.path, home: project.home };
afterAll(project.remove);

test("eval: the value of the condition, or its issues with offsets; blank text is true", async () => {
  const rows = await runRows(
    ["eval"],
    [
      { expr: 'toolName == "exec"', context: { toolName: "exec" } },
      { expr: "a.b.c", context: { a: 1 }, ignored: true },
      { expr: "a ==", context: {} },
      { expr: "  ", context: {} },
      { expr: "!x" },
      { expr: "constructor || toString || __proto__", context: {} },
    ],
  );
  expect(rows).toMatchObject([
    { ok: true, value: true },
    { ok: true, value: false },
    { ok: false, issues: [{ code: "syntax", offset: 4 }] },
    { ok: true, value: true },
    { ok: true, value: true },
    { ok: true, value: false },
  ]);
  expect(Object.keys(rows[0] ?? {})).toEqual(["ok", "value"]);
});

test("eval: two different lone surrogates stay different", async () => {
  const row = (unit: string): string => `{"expr":"a == \\"${unit}\\"","context":{"a":"\\ud800"}}`;
  expect(await runRows(["eval"], [row("\\ud800"), row("\\ud801"), row("\\ufffd")])).toEqual([
    { ok: true, value: true },
    { ok: true, value: false },
    { ok: true, value: false },
  ]);
});

test("decide: a decision a line, with exactly the documented keys", async () => {
  const rows = await runRows(
    ["decide"],
    [
      { event: "before_tool_call", toolName: "exec", params: { command: "rm x" } },
      { event: "before_tool_call", toolName: "exec", params: { command: "ls" } },
    ],
    here,
  );
  expect(rows).toMatchObject([
    {
      effect: "deny",
      policy: "no-rm",
      reason: "not here",
      warnings: [],
      context: [],
      systemMessages: [],
      trace: [{ policy: "no-rm", applied: true, verdict: "deny", source: "static" }],
    },
    { effect: "abstain", policy: null, reason: "", trace: [] },
  ]);
});

test("decide: without a judge, a gating event is denied and the notice is given once", async () => {
  const event = JSON.stringify({ event: "message_sending", message: "hello" });
  const ran = await runCli(["decide", "--jsonl"], { ...here, stdin: `${event}\n${event}\n` });
  const [first, second] = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(first).toMatchObject({
    effect: "deny",
    trace: [{ failure: { code: "judge-unavailable", onFailure: "deny" } }],
  });
  expect(second).toMatchObject({ effect: "deny" });
  expect(ran.stderr.match(/ANTHROPIC_API_KEY/g)).toHaveLength(1);
});

const HOSTILE = [
  "nope",
  "[]",
  "null",
  '"text"',
  "{",
  '{"event":"before_tool_call","event":"after_tool_call"}',
  "\uFEFF{}",
  "[".repeat(100_000) + "]".repeat(100_000),
  "\u0000",
  '{"a":1e999}',
];

test("hostile lines are rows of errors, in order, and a decide row denies", async () => {
  for (const line of HOSTILE) {
    const shown = line.slice(0, 30);
    const [good, bad, after] = await runRows(["eval"], [{ expr: "true" }, line, { expr: "false" }]);
    expect([shown, good, after]).toEqual([shown, { ok: true, value: true }, { ok: true, value: false }]);
    expect([shown, bad]).toMatchObject([
      shown,
      { ok: false, issues: [{ code: expect.any(String) as string }] },
    ]);
    expect([shown, ...(await runRows(["decide"], [line], here))]).toMatchObject([
      shown,
      { effect: "deny", policy: null, reason: expect.stringMatching(/^invalid event: /) as string },
    ]);
    expect(await runRows(["parse-verdict"], [line])).toMatchObject([{ ok: false }]);
    expect(await runRows(["load"], [line])).toMatchObject([{ ok: false, policies: [] }]);
    expect(await runRows(["key"], [line])).toMatchObject([{ ok: false }]);
  }
});

test("decide: an event with a lone surrogate, without a name or with a wrong one is denied", async () => {
  const rows = await runRows(
    ["decide"],
    ['{"event":"before_tool_call","a":"\\ud800"}', {}, { event: 1 }, { event: "" }],
    here,
  );
  for (const row of rows) expect(row).toMatchObject({ effect: "deny", policy: null });
});

test("bytes that are not UTF-8 are refused, never repaired", async () => {
  const bytes = Buffer.concat([Buffer.from('{"event":"x'), Buffer.from([0xff]), Buffer.from('"}\n')]);
  const { stdout } = await runCli(["decide", "--jsonl"], { ...here, stdin: bytes });
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
});

test("blank lines are no rows; CR LF is a line end; the last one may be missing", async () => {
  const { stdout } = await runCli(["eval", "--jsonl"], {
    stdin: '\n{"expr":"true"}\r\n \t\r\n\r\n{"expr":"false"}',
  });
  expect(stdout).toBe('{"ok":true,"value":true}\n{"ok":true,"value":false}\n');
});

test("no input gives no output", async () => {
  expect(await runCli(["eval", "--jsonl"])).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a line above 8 MiB is one row of an error", async () => {
  const long = `{"expr":"${"x".repeat(8 * 1024 * 1024)}"}`;
  expect(await runRows(["eval"], [long, { expr: "true" }])).toMatchObject([
    { ok: false, issues: [{ code: "too-large" }] },
    { ok: true },
  ]);
});

test("parse-verdict: decision and reason, or a code", async () => {
  const reply = (text: string): unknown => ({ reply: text });
  expect(
    await runRows(
      ["parse-verdict"],
      [
        reply('{"decision":"deny","reason":"no"}'),
        reply("sure, go ahead"),
        reply('{"decision":"approve","reason":"a"}{"decision":"deny","reason":"b"}'),
        {},
        { reply: 7 },
      ],
    ),
  ).toMatchObject([
    { ok: true, decision: "deny", reason: "no" },
    { ok: false, code: "bad-reply" },
    { ok: false, code: "bad-reply" },
    { ok: false, code: "bad-reply" },
    { ok: false, code: "bad-reply" },
  ]);
});

test("parse-verdict --lenient takes a verdict out of prose", async () => {
  const row = { reply: 'I think: {"decision":"warn","reason":"hm"}' };
  expect(await runRows(["parse-verdict"], [row])).toMatchObject([{ ok: false }]);
  expect(await runRows(["parse-verdict", "--lenient"], [row])).toMatchObject([
    { ok: true, decision: "warn" },
  ]);
});

test("load: the fields of document 000, flat, with their defaults", async () => {
  const text = "---\nname: n\nevents: before_tool_call, session_end\ncondition: toolName ==\n---\nBody\n";
  const [row] = await runRows(["load"], [{ format: "mayros", path: "n.md", text }]);
  expect(row).toMatchObject({
    policies: [
      {
        name: "n",
        events: ["before_tool_call", "session_end"],
        description: "",
        condition: "toolName ==",
        conditionParses: false,
        timeoutMs: 15_000,
        cache: "session",
        priority: 100,
        enabled: true,
        body: "Body",
      },
    ],
    issues: [{ severity: "error", code: "condition-syntax", path: "n.md", line: 4 }],
  });
});

test("load: bytes as base64, and a row that names an unknown format", async () => {
  const utf16 = Buffer.from("---\nname: n\n---\nB", "utf16le").toString("base64");
  expect(
    await runRows(
      ["load"],
      [
        { format: "mayros", path: "n.md", base64: utf16 },
        { format: "toml", path: "n.md", text: "" },
        { format: "mayros", path: "n.md" },
      ],
    ),
  ).toMatchObject([
    { policies: [], issues: [{ severity: "error" }] },
    { ok: false, issues: [{ code: "invalid-row" }] },
    { ok: false, issues: [{ code: "invalid-row" }] },
  ]);
});

test("key: the library's key; no model is null", async () => {
  const parts = { event: "e", body: "b", context: { x: [1, 2], a: "é" } };
  expect(
    await runRows(
      ["key"],
      [
        { ...parts, model: "m/x" },
        parts,
        { ...parts, model: null },
        { body: "b" },
        '{"event":"e","body":"b","context":{"a":"é","x":[1,2]}}',
      ],
    ),
  ).toMatchObject([
    { key: verdictKey({ ...parts, model: "m/x" }) },
    { key: verdictKey({ ...parts, model: null }) },
    { key: verdictKey({ ...parts, model: null }) },
    { ok: false, issues: [{ code: "invalid-row" }] },
    { key: verdictKey({ ...parts, model: null }) },
  ]);
});
