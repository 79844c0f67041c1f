import { condition } from "@gatehouse-hooks/condition";
import { compile } from "@gatehouse-hooks/condition/compile";
import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { assertLaw } from "../../../test/assert-law.js";
import { describe, expect, test } from "vitest";
import { analyzePolicies, checkTypes, readJsonSchema, type ToolTypes } from "../src/index.js";
import { policy } from "./policy.js";

const SCHEMAS: Readonly<Record<string, JsonValue>> = {
  mcp__repo__issue: {
    type: "object",
    properties: {
      title: { type: "string" },
      labels: { type: "array", items: { type: "string" } },
      state: { enum: ["open", "closed"] },
      number: { type: "integer" },
      draft: { type: "boolean" },
      size: { enum: [1, 2, 3] },
      author: { anyOf: [{ $ref: "#/$defs/user" }, { type: "null" }] },
      either: { type: ["string", "number"] },
      steps: { type: "array", items: { type: "object", properties: { run: { type: "string" } } } },
      kinds: { type: "array", items: { enum: ["bug", "idea"] } },
    },
    required: ["title"],
    additionalProperties: false,
    $defs: {
      user: {
        type: "object",
        properties: { login: { type: "string" }, boss: { $ref: "#/$defs/user" } },
        additionalProperties: false,
      },
    },
  },
  mcp__repo__files: {
    type: "object",
    properties: { title: { type: "string" }, paths: { type: "array" }, branch: { type: "string" } },
  },
  mcp__web__get: { type: "object", properties: { url: { type: "string" } }, additionalProperties: true },
};

const TYPES = new Map(Object.entries(SCHEMAS).map(([tool, schema]) => [tool, readJsonSchema(schema)]));

const TOOLS: ToolTypes = {
  documented: { own: TYPES, canonical: TYPES },
  names: Object.keys(SCHEMAS),
  complete: ["mcp__repo__"],
};

const ISSUE = 'toolName == "mcp__repo__issue"';

/** `code: part of the condition → cure`, for each finding. */
function said(when: string, more: Partial<PolicyDefinition> = {}): readonly string[] {
  const { set } = compilePolicies([policy("p", "deny", when, more)]);
  return checkTypes(set, TOOLS).findings.map(
    ({ code, span, cure }) => `${code}: ${when.slice(...span)} → ${cure}`,
  );
}

describe("what comes out the same for every value", () => {
  test.each<[string, string]>([
    ["params.titel", "unknown-field: params.titel → did you mean `params.title`?"],
    ["params.author.logn", "unknown-field: params.author.logn → did you mean `params.author.login`?"],
    ["params.author.boss.boss.x", "unknown-field: params.author.boss.boss.x → the fields are login, boss"],
    ["params.steps.any(s, s.rnu)", "unknown-field: s.rnu → did you mean `s.run`?"],
    ["params.title.length > 3", "type-mismatch: params.title.length → write `params.title.size()`"],
    [
      "params.labels.name",
      "type-mismatch: params.labels.name → ask its elements: `params.labels.any(x, x.name == …)`",
    ],
    ["params.number.x", "type-mismatch: params.number.x → compare the value itself"],
    ['"x" in params.title', 'type-mismatch: "x" in params.title → write `params.title.includes("x")`'],
    [
      '"login" in params.author',
      'type-mismatch: "login" in params.author → ask whether a field is there: `has(params.author.…)`',
    ],
    [
      "params.number in params.labels",
      "type-mismatch: params.number in params.labels → look for a value of that type",
    ],
    ['"bgu" in params.kinds', 'unknown-value: "bgu" in params.kinds → did you mean `"bug"`?'],
    [
      'params.labels.includes("bug")',
      'type-mismatch: params.labels.includes("bug") → write `"bug" in params.labels`, or `params.labels.any(x, x.includes(…))`',
    ],
    [
      'params.steps.includes("rm")',
      'type-mismatch: params.steps.includes("rm") → ask its elements: `params.steps.any(x, x.….includes(…))`',
    ],
    [
      'params.number.startsWith("1")',
      'type-mismatch: params.number.startsWith("1") → compare it with `==`, `<` or `>`',
    ],
    ["params.title.includes(3)", "type-mismatch: params.title.includes(3) → write the text in quotes"],
    [
      "params.title.includes(params.labels)",
      "type-mismatch: params.title.includes(params.labels) → write the text in quotes",
    ],
    ["params.number.size() > 3", "type-mismatch: params.number.size() → compare it with `==`, `<` or `>`"],
    ["params.draft.lower()", "type-mismatch: params.draft.lower() → compare it with `==`"],
    [
      'params.title.any(x, x == "a")',
      'type-mismatch: params.title.any(x, x == "a") → ask the string itself, for example with `params.title.includes(…)`',
    ],
    ["params.number.all(x, x > 1)", "type-mismatch: params.number.all(x, x > 1) → ask a list"],
    ['params.number == "3"', 'type-mismatch: params.number == "3" → write `3` without quotes'],
    ['"3" == params.number', 'type-mismatch: "3" == params.number → write `3` without quotes'],
    ['params.draft == "true"', 'type-mismatch: params.draft == "true" → write `true` without quotes'],
    ["params.title == 3", 'type-mismatch: params.title == 3 → write `"3"`'],
    ["params.title != 3", 'type-mismatch: params.title != 3 → write `"3"`'],
    [
      'params.labels == "bug"',
      'type-mismatch: params.labels == "bug" → ask with `in` whether it is an element',
    ],
    ["toolName == params.number", "type-mismatch: toolName == params.number → compare it with a string"],
    ["params.title > 3", "type-mismatch: params.title > 3 → compare its size: `params.title.size()`"],
    ['params.number > "3"', 'type-mismatch: params.number > "3" → write `3` without quotes'],
    ["params.draft < true", "type-mismatch: params.draft < true → compare it with true or false"],
    ['params.state == "opne"', 'unknown-value: params.state == "opne" → did you mean `"open"`?'],
    ['params.state != "opne"', 'unknown-value: params.state != "opne" → did you mean `"open"`?'],
    [
      'params.state in ["open", "shut"]',
      'unknown-value: params.state in ["open", "shut"] → compare it with one of them',
    ],
    ['params.state.startsWith("x")', 'unknown-value: params.state.startsWith("x") → ask for one of them'],
    ['params.state.matches("^o.n$")', 'unknown-value: params.state.matches("^o.n$") → ask for one of them'],
    ["params.size == 4", "unknown-value: params.size == 4 → compare it with one of them"],
    [
      'params.title.lower().includes("RM")',
      'letter-case: params.title.lower().includes("RM") → write `"rm"`',
    ],
    [
      'params.title.upper().trim() == "Rm"',
      'letter-case: params.title.upper().trim() == "Rm" → write `"RM"`',
    ],
    [
      'params.title.lower() in ["rm", "DD"]',
      'letter-case: params.title.lower() in ["rm", "DD"] → write `"dd"`',
    ],
    ["toolName == 3", 'type-mismatch: toolName == 3 → write `"3"`'],
    ["toolName.length", "type-mismatch: toolName.length → write `toolName.size()`"],
    ["cwd.length > 3", "type-mismatch: cwd.length → write `cwd.size()`"],
    ['tool.kind == "shel"', 'unknown-value: tool.kind == "shel" → did you mean `"shell"`?'],
    ['facts.complete == "true"', 'type-mismatch: facts.complete == "true" → write `true` without quotes'],
    [
      'facts.writes.touches("/etc/**")',
      'type-mismatch: facts.writes.touches("/etc/**") → write `facts.writes.any(x, x.touches(…))`',
    ],
    [
      'facts.commands.any(c, c.program.any(p, p == "rm"))',
      'type-mismatch: c.program.any(p, p == "rm") → ask the string itself, for example with `c.program.includes(…)`',
    ],
    ['facts.network.any(n, n.hots == "x")', "unknown-field: n.hots → did you mean `n.host`?"],
  ])("%s", (part, finding) => {
    expect(said(`${ISSUE} && (${part} || params.title == "x")`)).toEqual([finding]);
    // The matcher names the tool as well as the condition.
    const named = { matcher: condition(ISSUE).condition };
    expect(said(`!(${part} || params.title == "x")`, named)).toEqual([finding]);
  });
});

test.each([
  'params.title.includes("x") && params.labels.any(l, l.startsWith("a")) && "bug" in params.labels',
  'params.labels.length > 2 && params.labels[0] == "a" && params.labels.size() > 1',
  'params.state == "open" || params.state in ["closed"] || params.state.startsWith("o")',
  "params.number > 3 && params.number == 3.5 && params.draft == true && !params.draft",
  'params.author == null || params.author.login == "x" || params.author.boss.login.size() > 3',
  "has(params.author) && has(params.title) && params.title != null && params.number == null",
  'params.either == "x" || params.either > 3 || params.either.size() > 4 || params.either.includes("x")',
  // Both may be missing, also what a schema requires.
  "params.title == params.state && params.number == params.size && params.title == params.number",
  'params.steps.any(s, s.run.includes("rm") && s.run != null)',
  'params.title.lower().includes("rm") && params.title.upper() == "RM" && params.title.lower() != params.title',
  'params.title.lower() == "Ärm" || params.title.trim() == " x"',
  'facts.writes.any(w, w.touches("/etc/**") && w.path != null && w.certainty == "exact")',
  'facts.network.all(n, n.sends.any(s, s == "data" || s.path == "x") && n.port == 80)',
  'tool.kind == "shell" && tool.name.startsWith("x") && host == "an-agent" && raw.anything.at.all == 4',
  'params.title == null || params.labels == [] || params.labels == ["a"] || [] == params.labels',
  '(params.number) == true && "a" == "b" && 3 in [4]',
])("no finding: %s", (part) => {
  expect(said(`${ISSUE} && (${part})`)).toEqual([]);
});

describe("several tools and events: only what holds for all", () => {
  const TWO = 'toolName in ["mcp__repo__issue", "mcp__repo__files"]';
  test.each<[string, readonly string[]]>([
    [
      `${TWO} && params.title > 3`,
      ["type-mismatch: params.title > 3 → compare its size: `params.title.size()`"],
    ],
    [`${TWO} && params.branch == "x"`, []],
    [`${TWO} && params.brnch == "x"`, ["unknown-field: params.brnch → did you mean `params.branch`?"]],
    [`${TWO} && params.number == "3"`, []],
    [
      'toolName.startsWith("mcp__repo__") && params.title > 3',
      ["type-mismatch: params.title > 3 → compare its size: `params.title.size()`"],
    ],
    [
      'toolName.glob("mcp__repo__{issue,files}") && params.nothing',
      [
        "unknown-field: params.nothing → the fields are title, labels, state, number, draft, size, author, either, steps, kinds",
      ],
    ],
    ['toolName.glob("mcp__*") && params.title > 3', []],
    ['toolName.glob("mcp__web__*") && params.url > 3', []],
    ["params.title > 3", []],
    ['toolName == "deploy" && params.title > 3', []],
    // Each alternative is about its own tool.
    [
      '(toolName == "mcp__repo__issue" && params.number == 3) || (toolName == "mcp__repo__files" && params.branch.size() > 3)',
      [],
    ],
    [
      '(toolName == "mcp__repo__issue" && params.branch == "x") || (toolName == "mcp__repo__files" && params.branch == "x")',
      [
        "unknown-field: params.branch → the fields are title, labels, state, number, draft, size, author, either, steps, kinds",
      ],
    ],
    [
      'toolName != "mcp__repo__issue" || params.titel == "x"',
      ["unknown-field: params.titel → did you mean `params.title`?"],
    ],
    ['!(toolName == "mcp__repo__issue") && params.title > 3', []],
    ['toolName == "mcp__web__get" && params.anything == "x"', []],
    ['params.list.any(toolName, toolName == "mcp__repo__issue" && params.titel == "x")', []],
  ])("%s", (when, findings) => {
    expect(said(when)).toEqual(findings);
  });

  test("an event without that tool's arguments is another case", () => {
    const when = `${ISSUE} && params.number == "3"`;
    expect(said(when, { events: ["before_tool_call", "after_tool_call"] })).toHaveLength(1);
    expect(said(when, { events: ["before_tool_call", "some_event"] })).toEqual([]);
  });
});

test("tools that a server does not have", () => {
  expect(said('toolName == "mcp__repo__isue"')).toEqual([
    'unknown-tool: "mcp__repo__isue" → did you mean `mcp__repo__issue`?',
  ]);
  expect(said('toolName in ["mcp__repo__issue", "mcp__repo__zzzzzzzzz"]')).toEqual([
    'unknown-tool: "mcp__repo__zzzzzzzzz" → its tools are issue, files',
  ]);
  expect(said('toolName in ["mcp__other__x", "mcp__web__other"]')).toEqual([]);
});

test("tools of which nothing is known are told, where their arguments are read", () => {
  const { set } = compilePolicies([
    policy("a", "deny", 'toolName == "deploy" && params.target == "x"'),
    policy("b", "deny", 'toolName == "deploy" && cwd == "/"'),
    policy("c", "deny", `${ISSUE} && params.title == "x"`),
  ]);
  expect(checkTypes(set, TOOLS).untyped.map(({ policy: { id }, tool }) => [id, tool])).toEqual([
    ["a", "deploy"],
  ]);
});

test("policies that are off are not looked at", () => {
  expect(said("toolName == 3", { enabled: false })).toEqual([]);
});

test.each<[string, readonly string[]]>([
  ['params.number == "3"', ["never"]],
  ["params.number == 3", []],
  ['params.state == "x"', ["never"]],
  ['params.state.startsWith("o") && params.state.endsWith("d")', ["never"]],
  ['params.state.startsWith("o")', []],
  ["params.size > 3", ["never"]],
  ["params.size > 2", []],
  ["params.labels.any(l, l == 3)", ["never"]],
  ['params.labels.any(l, l == "x")', []],
  ['params.kinds.any(k, k.startsWith("x"))', ["never"]],
  ["params.steps.any(s, s.run == 3)", ["never"]],
  ["params.steps.any(s, s.walk == 3)", []],
  ["params.titel != null", ["never"]],
  ["params.author.boss.login == 3", ["never"]],
  ['params.author.boss.login == "x"', []],
  // A model may leave out what a schema requires.
  ["params.title == null", []],
])("the analysis knows the types: %s", (part, kinds) => {
  const { set } = compilePolicies([policy("p", "deny", `${ISSUE} && ${part}`)]);
  const { findings, unknown } = analyzePolicies(set, { tools: TOOLS });
  expect(unknown).toEqual([]);
  expect(findings.map(({ kind }) => kind)).toEqual(kinds);
});

const TEXTS = fc.constantFrom("", "open", "closed", "bug", "rm", "RM", "x y");
const user = fc.record(
  { login: TEXTS, boss: fc.record({ login: TEXTS }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const issue = fc.record(
  {
    title: TEXTS,
    labels: fc.array(TEXTS, { maxLength: 2 }),
    state: fc.constantFrom("open", "closed"),
    number: fc.integer({ min: 0, max: 5 }),
    draft: fc.boolean(),
    size: fc.constantFrom(1, 2, 3),
    author: fc.option(user),
    either: fc.oneof(TEXTS, fc.integer({ min: 0, max: 5 })),
    steps: fc.array(fc.record({ run: TEXTS, more: fc.integer() }, { requiredKeys: [] }), { maxLength: 2 }),
    kinds: fc.array(fc.constantFrom("bug", "idea"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const path = fc.constantFrom(
  ..."title labels state number draft size author either steps kinds author.login author.boss.login author.nothing labels.length title.length labels[0] steps[0].run kinds[1] steps[0].run.x"
    .split(" ")
    .map((one) => `params.${one}`),
  "toolName",
  "x",
);
const changed = fc
  .tuple(path, fc.constantFrom("", "", "", ".lower()", ".upper()", ".trim()", ".size()"))
  .map((parts) => parts.join(""));
const constant = fc.constantFrom(
  '"open"',
  '"opne"',
  '"bug"',
  '"RM"',
  '"rm"',
  "3",
  "9",
  "true",
  "null",
  '["x", 3]',
);
const operand = fc.oneof(changed, constant);
const atom = fc.oneof(
  fc.tuple(changed, fc.constantFrom("==", "!=", "<", ">=", "in"), operand).map((parts) => parts.join(" ")),
  fc
    .tuple(changed, fc.constantFrom("includes", "startsWith", "endsWith"), operand)
    .map(([value, method, part]) => `${value}.${method}(${part})`),
  fc
    .tuple(changed, fc.constantFrom('matches("^[ob]")', 'glob("o*")', 'touches("/etc/**")'))
    .map((parts) => parts.join(".")),
  fc.tuple(path, operand).map(([list, part]) => `${list}.any(x, x == ${part} || x.run == ${part})`),
);

test("law: a part that is found comes out the same for every event of the types", () => {
  let found = 0;
  assertLaw(
    fc.property(atom, fc.array(issue, { minLength: 30, maxLength: 30 }), (part, some) => {
      const when = `${ISSUE} && (${part} || params.title == "x")`;
      const { set, issues } = compilePolicies([policy("p", "deny", when)]);
      if (issues.some(({ code }) => code === "condition-unparsed")) return;
      for (const { code, span } of checkTypes(set, TOOLS).findings) {
        // Inside of a loop there are variables; an item that is never found leaves the others; fields are missing anyway.
        const text = when.slice(...span);
        if (part.includes(".any(") || text.includes(" in [") || code === "unknown-field") continue;
        const { ast } = condition(text).condition;
        if (ast === null) throw new Error(`expected a condition: ${text}`);
        found++;
        const outcomes = some.map((params) =>
          compile(ast)({
            event: "before_tool_call",
            toolName: "mcp__repo__issue",
            params: params as object as JsonObject,
          }),
        );
        expect(outcomes).toEqual(outcomes.map(() => text.includes("!=")));
      }
    }),
    { quick: 150, full: 20_000 },
  );
  expect(found).toBeGreaterThan(20);
});
