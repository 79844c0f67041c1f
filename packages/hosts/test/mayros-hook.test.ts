import { compile } from "@gatehouse-hooks/condition";
import { load } from "@gatehouse-hooks/hosts";
import { MAYROS_EVENTS } from "../src/mayros/tables.js";
import { describe, expect, test } from "vitest";

/** What a model may answer to a hook of Mayros. */
const DECISIONS = ["approve", "warn", "deny"];

/** The hook of document 000, "Format", letter by letter. */
const NO_FORCE_PUSH = `---
name: "no-force-push"
events: "before_tool_call"
description: "Block force pushes to protected branches"
condition: 'params.command.includes("push") && params.command.includes("--force")'
model: "anthropic/claude-sonnet-4-20250514"
timeout: 20000
cache: "global"
priority: 150
enabled: "true"
---

# No Force Push Policy

Evaluate whether this git push command targets a protected branch.
If the command uses --force and targets main, master, or production branches,
deny the operation. Otherwise, approve it.

Context: {{context}}
`;

function hook(lines: string, body = "Deny deletes."): string {
  return `---\nname: guard\nevents: before_tool_call\n${lines}\n---\n${body}\n`;
}

/** The one policy of a hook file, and the codes of its issues with their severity. */
function read(text: string) {
  const { policies, issues } = load(text, { path: ".mayros/hooks/guard.md" });
  return { policy: policies[0], codes: issues.map(({ severity, code }) => `${severity}:${code}`), issues };
}

test("the document's hook loads whole and without an issue", () => {
  const { policies, issues, tests } = load(new TextEncoder().encode(NO_FORCE_PUSH), {
    path: ".mayros/hooks/no-force-push.md",
    tier: "user",
    order: 7,
  });
  expect(issues).toEqual([]);
  expect(tests).toEqual([]);
  const [policy] = policies;
  expect(policy).toEqual({
    id: "no-force-push",
    tier: "user",
    enabled: true,
    events: ["before_tool_call"],
    description: "Block force pushes to protected branches",
    condition: {
      text: 'params.command.includes("push") && params.command.includes("--force")',
      ast: policy?.condition?.ast,
    },
    handler: {
      kind: "judge",
      prompt: NO_FORCE_PUSH.slice(NO_FORCE_PUSH.indexOf("# No Force")).trim(),
      model: "anthropic/claude-sonnet-4-20250514",
      timeoutMs: 20_000,
      cache: "global",
      decisions: DECISIONS,
    },
    priority: 150,
    order: 7,
    source: { path: ".mayros/hooks/no-force-push.md", line: 2, format: "mayros" },
  });
  const ast = policy?.condition?.ast;
  if (ast === null || ast === undefined) throw new Error("the condition parses");
  expect(compile(ast)({ params: { command: "git push --force" } })).toBe(true);
  expect(compile(ast)({ params: { command: "git push" } })).toBe(false);
});

test("what is not written has the documented default", () => {
  const { policy, codes } = read(hook(""));
  expect(codes).toEqual([]);
  expect(policy).toEqual({
    id: "guard",
    tier: "project",
    enabled: true,
    events: ["before_tool_call"],
    handler: {
      kind: "judge",
      prompt: "Deny deletes.",
      timeoutMs: 15_000,
      cache: "session",
      decisions: DECISIONS,
    },
    priority: 100,
    order: 0,
    source: { path: ".mayros/hooks/guard.md", line: 2, format: "mayros" },
  });
});

test("a loaded policy is plain JSON", () => {
  const [policy] = load(NO_FORCE_PUSH, { path: "x.md" }).policies;
  expect(JSON.parse(JSON.stringify(policy))).toEqual(policy);
});

test.each(MAYROS_EVENTS)("the event %s", (event) => {
  expect(read(hook("").replace("before_tool_call", event)).policy?.events).toEqual([event]);
});

test.each([
  ["enabled: true", true, []],
  ['enabled: "true"', true, []],
  ["enabled: 'true'", true, []],
  ["enabled: false", false, []],
  ["enabled: false # for now", false, []],
  ['enabled: "false"', false, []],
  ["enabled: 'false'", false, []],
  ["enabled: False", false, ["error:invalid-value"]],
  ["enabled: FALSE", false, ["error:invalid-value"]],
  ["enabled: yes", true, ["error:invalid-value"]],
  ["enabled: no", true, ["error:invalid-value"]],
  ["enabled: 0", true, ["error:invalid-value"]],
  ["enabled: True", true, ["error:invalid-value"]],
  ["enabled : false", true, ["error:invalid-value"]],
  ["enabled:\n  false", true, ["error:invalid-value"]],
  ["enabled: [false]", true, ["error:invalid-type", "error:invalid-value"]],
  ["enabled:", true, []],
  ["enabeld: false", true, ["error:unknown-key"]],
  ["\u0435nabled: false", true, ["error:unknown-key"]],
])("%j: enabled is %s", (line, enabled, codes) => {
  const got = read(hook(line));
  expect([got.policy?.enabled, got.codes]).toEqual([enabled, codes]);
});

test.each([
  ["timeout: 100", 100, []],
  ["timeout: '300'", 300, []],
  ["timeout: +300", 300, []],
  ["timeout: 2147483647", 2_147_483_647, []],
  ["timeout: 2147483648", 2_147_483_647, ["error:invalid-value"]],
  ["timeout: 20000ms", 20_000, ["error:invalid-value"]],
  ["timeout: 0100", 100, ["error:invalid-value"]],
  ["timeout: 200.9", 200, ["error:invalid-value"]],
  ["timeout: 99", undefined, ["error:invalid-value"]],
  ["timeout: 1e5", undefined, ["error:invalid-value"]],
  ["timeout: -1", undefined, ["error:invalid-value"]],
  ["timeout: soon", undefined, ["error:invalid-value"]],
])("%j: %s ms", (line, timeoutMs, codes) => {
  const got = read(hook(line));
  expect([got.policy?.handler, got.codes]).toEqual([
    timeoutMs === undefined ? undefined : expect.objectContaining({ timeoutMs }),
    codes,
  ]);
});

test.each([
  ["priority: 0", 0, []],
  ["priority: -0", 0, []],
  ["priority: -5", -5, []],
  ["priority: 010", 10, ["error:invalid-value"]],
  ["priority: 7.9", 7, ["error:invalid-value"]],
  ["priority: 9007199254740993", Number.MAX_SAFE_INTEGER, ["error:invalid-value"]],
  ["priority: -99999999999999999999", -Number.MAX_SAFE_INTEGER, ["error:invalid-value"]],
  ["priority: .inf", undefined, ["error:invalid-value"]],
  ["priority: high", undefined, ["error:invalid-value"]],
])("%j: priority %s", (line, priority, codes) => {
  const got = read(hook(line));
  expect([got.policy?.priority, got.codes]).toEqual([priority, codes]);
});

test.each([
  // As it is written, in each notation of YAML.
  ['condition: toolName == "exec"', 'toolName == "exec"', []],
  ['condition: toolName == "exec" # only exec', 'toolName == "exec"', []],
  ["condition: 'toolName == ''exec'''", "toolName == 'exec'", []],
  [String.raw`condition: "toolName == \"exec\""`, 'toolName == "exec"', []],
  ['condition: |\n  toolName == "deploy" &&\n  params.a', 'toolName == "deploy" &&\nparams.a', []],
  ['condition: >-\n  toolName == "deploy" &&\n  params.a', 'toolName == "deploy" && params.a', []],
  ["condition: true", "true", []],
  // Not YAML, but what the document's examples look like.
  ["condition: !sessionKey", "!sessionKey", ["warning:not-yaml"]],
  ['condition: !agentId.includes("b") && params', '!agentId.includes("b") && params', ["warning:not-yaml"]],
  ['condition: "exec" == toolName', '"exec" == toolName', ["warning:not-yaml"]],
  ['condition:toolName == "exec"', 'toolName == "exec"', ["warning:not-yaml"]],
  ['condition: params.command.includes(" # ")', 'params.command.includes(" # ")', ["warning:not-yaml"]],
  ['condition: agentId == "x: y"', 'agentId == "x: y"', ["warning:not-yaml"]],
  // Absent.
  ["condition:", undefined, []],
  ["condition: ''", undefined, []],
  ["condition: '  '", undefined, []],
  ["condition: |", undefined, []],
])("%j: the condition is %j", (line, text, codes) => {
  const got = read(hook(line));
  expect([got.policy?.condition?.text, got.codes]).toEqual([text, codes]);
  if (text !== undefined) expect(got.policy?.condition?.ast).not.toBeNull();
});

test.each([
  ['condition: toolName === "exec"', ["error:condition-syntax"]],
  ['condition: "a" == "b"', ["warning:not-yaml", "error:condition-syntax"]],
  ['condition: toolName.match("e")', ["error:condition-syntax"]],
  ["condition: [toolName, exec]", ["error:invalid-type"]],
  ["condition: {a: b}", ["error:invalid-type"]],
  ["condition:\n  a: b", ["error:invalid-type"]],
])("%j does not parse: the hook applies always, and says so", (line, codes) => {
  const { policy, codes: got, issues } = read(hook(line));
  expect(policy?.condition?.ast).toBeNull();
  expect(got).toEqual(codes);
  expect(issues.map(({ message }) => message).join()).toContain("the hook applies always");
});

test.each([
  ["name: a\u202eb", "a<U+202E>b", ["error:invisible-character"]],
  [String.raw`name: "a\nb"`, "a<U+000A>b", ["error:invisible-character"]],
  [`name: ${"x".repeat(300)}`, "x".repeat(200), ["error:invalid-value"]],
  ["name: NO", "NO", []],
  ["name: 1e3", "1e3", []],
  ["name: ~", "~", []],
])("%j: the name is %j", (line, id, codes) => {
  const got = read(`---\n${line}\nevents: session_end\n---\nB`);
  expect([got.policy?.id, got.codes]).toEqual([id, codes]);
});

test.each([
  ["model: openai/gpt-5", "openai/gpt-5", []],
  ["model: gpt-5", "gpt-5", ["warning:invalid-value"]],
  ['model: ""', undefined, []],
  ["model: https://user:CANARY@host/", undefined, ["error:invalid-value"]],
])("%j: the model is %j, and no address is ever shown", (line, model, codes) => {
  const got = read(hook(line));
  const handler = got.policy?.handler;
  expect([handler?.kind === "judge" ? handler.model : null, got.codes]).toEqual([model, codes]);
  expect(JSON.stringify([got.issues, got.policy])).not.toContain("CANARY");
});

test.each([
  ["Check {{params.command}} of {{toolName}} in {{context}}", []],
  ["Check {{ context }}", []],
  ["Check {{contxt}}", ["warning:unknown-placeholder"]],
  ["Check {{constructor.constructor('x')()}}", ["warning:unknown-placeholder"]],
  [
    "Check {{a}} {{b}} {{c}} {{d}} {{e}} {{f}} {{g}}",
    Array.from({ length: 5 }, () => "warning:unknown-placeholder"),
  ],
  ["Check ${process.env.HOME} and <%= 1 %> and {single}", []],
  ["Deny.\u{e0041}\u{e0042}", ["warning:invisible-character"]],
  ["Deny.\u0007", ["warning:control-character"]],
  ["Grüße 👨‍👩‍👧 می‌خواهم", []],
])("the body %j", (body, codes) => {
  expect(read(hook("", body)).codes).toEqual(codes);
});

test.each([
  ["----", "---", "Deny.", ["error:frontmatter-fence"]],
  ["--- ", "--- ", "Deny.", []],
  ["---", "----", "-\nDeny.", ["error:frontmatter-fence"]],
  ["---", "---x", "x\nDeny.", ["error:frontmatter-fence"]],
])("fences %j and %j: the prompt is %j", (open, close, prompt, codes) => {
  const got = read(`${open}\nname: n\nevents: session_end\n${close}\nDeny.`);
  expect([got.policy?.handler, got.codes]).toEqual([
    { kind: "judge", prompt, timeoutMs: 15_000, cache: "session", decisions: DECISIONS },
    codes,
  ]);
});

test("of a key that stands twice, the last value that is not empty is in force", () => {
  const last = read(hook("cache: none\ncache: global\ncache:"));
  expect(last.policy?.handler).toMatchObject({ cache: "global" });
  expect(last.codes).toEqual(["error:duplicate-key", "error:duplicate-key"]);
  const below = read(hook("condition: toolName\ncondition:\n  a: b"));
  expect(below.policy?.condition?.text).toBe("toolName");
  expect(below.codes).toEqual(["error:duplicate-key", "error:invalid-type"]);
});

test("half of a surrogate pair never gets into a policy", () => {
  const { policy, codes } = read(hook(String.raw`description: "a\ud800"`));
  expect(policy?.description).toBe(String.raw`a\ud800`);
  expect(codes).toEqual(["warning:not-yaml"]);
  expect(read(hook("description: \ud800")).codes).toEqual(["error:encoding"]);
});

test("all problems of a file are reported at once, in the order of the file", () => {
  const { policy, issues } = read("---\nevents: nope\ntimeout: x\ncache: y\nfoo: 1\n---\n");
  expect(policy).toBeUndefined();
  expect(issues.map(({ code, line }) => `${line} ${code}`)).toEqual([
    "1 missing-key",
    "2 unknown-event",
    "3 invalid-value",
    "4 invalid-value",
    "5 unknown-key",
    "7 empty-body",
  ]);
});

test("hundreds of problems give a hundred issues and a count", () => {
  const lines = Array.from({ length: 300 }, (_, index) => `key${index}: 1`).join("\n");
  const { issues } = read(hook(lines));
  expect(issues).toHaveLength(101);
  expect(issues.at(-1)).toMatchObject({
    code: "too-many-issues",
    message: "200 more problems in this file are not listed",
  });
});

test("a name that no format claims is an issue, not a guess", () => {
  const { policies, issues } = load("x", { path: "guard.md~" });
  expect([policies, issues.map(({ code }) => code)]).toEqual([[], ["unknown-format"]]);
  expect(load(hook(""), { path: "guard.txt", format: "mayros" }).policies).toHaveLength(1);
});

describe("a file that is not a hook", () => {
  const README = "# Our hooks\n\nEach file here is one.\n\n---\n\nevents: see Mayros' page.\n";
  const at = (text: string, tier: "project" | "user" | "enforced" = "project") => {
    const { policies, issues, lost } = load(text, { path: ".mayros/hooks/README.md", tier });
    return [policies.length, issues.map(({ severity, code }) => `${severity}:${code}`), lost.length];
  };

  test.each([[README], ["x"], ["- name: n"]])("%j is a warning, and guards nothing", (text) => {
    expect(at(text)).toEqual([0, ["warning:no-frontmatter"], 0]);
    expect(at(text, "user")).toEqual([0, ["warning:no-frontmatter"], 0]);
    // The organisation's folder holds policies and nothing else.
    expect(at(text, "enforced")).toEqual([0, ["error:no-frontmatter"], 1]);
  });

  test.each([
    ["", "empty-file"],
    ["\n---\nname: n\nevents: before_tool_call\n---\nDeny.", "no-frontmatter"],
    [" ---\nname: n\n---\n", "no-frontmatter"],
    ["name: n\nevents: before_tool_call\n---\nDeny.", "no-frontmatter"],
    ["\n'events' : before_tool_call\n", "no-frontmatter"],
    ["markdown\n---\nname: n\nevents: before_tool_call\n---\nDeny.", "no-frontmatter"],
    ["```yaml\n---\nname: n\n---\nDeny.\n```", "no-frontmatter"],
    ["\u200b---\nname: n\n---\nDeny.", "no-frontmatter"],
    ["-\0-\0-\0\n\0n\0", "no-frontmatter"],
    ["\u2014-\nname: n\n---\nDeny.", "no-frontmatter"],
    ["---\nname: n\nevents: before_tool_call\nDeny.", "frontmatter-fence"],
    ["---\nname: n\n---\nDeny.", "missing-key"],
  ])("%j was meant as one: it is lost, and denies what it would have guarded", (text, code) => {
    expect(at(text)).toEqual([0, expect.arrayContaining([`error:${code}`]), 1]);
  });
});

describe("what the model is shown and offered", () => {
  const shown = (body: string) => {
    const { policy } = read(hook("", body));
    const { handler } = policy ?? {};
    return handler?.kind === "judge" ? [handler.uses, handler.usesFrom, handler.decisions] : [];
  };
  test.each([
    ["Is {{params.command}} safe?", ["params.command"]],
    ["{{ toolName }}: {{params.command}}, {{params.command}}", ["toolName", "params.command"]],
    ["The first is {{params.files.0.name}}.", ["params.files"]],
    ["{{params.command}} in {{context}}", undefined],
    ["Deny deletes.", undefined],
    ["{{params.command", undefined],
    [Array.from({ length: 101 }, (_, i) => `{{params.p${i}}}`).join(), undefined],
  ])("%j: %j", (body, uses) => {
    expect(shown(body)).toEqual([uses, uses && "prompt", DECISIONS]);
  });
});
