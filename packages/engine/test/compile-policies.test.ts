import { readFileSync } from "node:fs";
import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, hearsOf, policiesOf } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";
import { definitionOf, type RowPolicy } from "./row-policy.js";

interface Row {
  readonly name: string;
  readonly policies: readonly RowPolicy[];
  readonly expect: readonly Partial<Issue>[];
}

const rows = JSON.parse(readFileSync(new URL("rows/issues.json", import.meta.url), "utf8")) as readonly Row[];

const good = {
  id: "a",
  events: ["before_tool_call"],
  handler: { kind: "static", verdict: "deny", reason: "no" },
} as const;

describe("issues", () => {
  test.each(rows)("$name", (row) => {
    const { issues } = compilePolicies(row.policies.map(definitionOf));
    expect(issues.map((issue) => issue.code)).toEqual(row.expect.map((issue) => issue.code));
    expect(issues).toMatchObject(row.expect);
    // A row that gives the severity gives all there is.
    for (const [i, expected] of row.expect.entries()) {
      if (expected.severity !== undefined)
        expect(Object.keys(issues[i] ?? {}).sort()).toEqual(Object.keys(expected).sort());
    }
  });

  testGrowth("many policies of one name take no longer than many of several names", () => {
    const grows = growth((size) => {
      const same = Array.from({ length: size }, () => ({ ...good, events: ["x"] }));
      return () => compilePolicies(same);
    }, 1_500);
    expect(grows).toBeLessThan(LINEAR);
  });

  test("one policy that denies everything is one mistake, not ten thousand", () => {
    const { issues } = compilePolicies(
      Array.from({ length: 251 }, (_, i) => ({ ...good, id: `p${i}`, priority: -i })),
    );
    expect(issues).toEqual([
      {
        severity: "warning",
        code: "unreachable",
        message: "`p1` and 249 more are never asked: `p0` precedes them and denies always",
        cure: "give `p0` a condition, or a lower priority than theirs",
      },
    ]);
  });
});

describe("definitions", () => {
  test.each<[string, unknown, string]>([
    ["not an object", 7, "a policy: expected object, received number"],
    ["a function", () => 7, "expected JSON data, found a value of type function"],
    ["no id", { ...good, id: "" }, "policy `` at `id`"],
    ["an unknown key", { ...good, when: "x" }, 'policy `a`: unrecognized key: "when"'],
    ["no event", { ...good, events: [] }, "policy `a` at `events`"],
    ["an unknown tier", { ...good, tier: "root" }, "policy `a` at `tier`"],
    ["half a priority", { ...good, priority: 1.5 }, "policy `a` at `priority`"],
    ["an unknown handler", { ...good, handler: { kind: "eval" } }, "policy `a` at `handler.kind`"],
    [
      "an unknown verdict",
      { ...good, handler: { ...good.handler, verdict: "yes" } },
      "policy `a` at `handler.verdict`",
    ],
    [
      "a timeout that would wrap",
      { ...good, handler: { kind: "judge", prompt: "p", timeoutMs: 2 ** 31, cache: "none" } },
      "policy `a` at `handler.timeoutMs`",
    ],
    [
      "a list for an environment",
      { ...good, handler: { kind: "command", command: "c", timeoutMs: 1, env: ["x"] } },
      "policy `a` at `handler.env`: expected strings by name",
    ],
    [
      "a number in an environment",
      { ...good, handler: { kind: "command", command: "c", timeoutMs: 1, env: { x: 1 } } },
      "policy `a` at `handler.env`: expected strings by name",
    ],
    [
      "null for an environment",
      { ...good, handler: { kind: "command", command: "c", timeoutMs: 1, env: null } },
      "policy `a` at `handler.env`: expected strings by name",
    ],
    [
      "a text for an environment",
      { ...good, handler: { kind: "command", command: "c", timeoutMs: 1, env: "PATH" } },
      "policy `a` at `handler.env`: expected strings by name",
    ],
    [
      "one value of an environment that is no text",
      { ...good, handler: { kind: "command", command: "c", timeoutMs: 1, env: { a: "b", x: null } } },
      "policy `a` at `handler.env`: expected strings by name",
    ],
    ["null as input", { ...good, handler: { ...good.handler, updatedInput: null } }, "expected an object"],
    ["a text as input", { ...good, handler: { ...good.handler, updatedInput: "x" } }, "expected an object"],
    [
      "an AST that is a text",
      { ...good, condition: { text: "x", ast: "x" } },
      "policy `a` at `condition.ast`",
    ],
    [
      "an AST that is a list",
      { ...good, condition: { text: "x", ast: [] } },
      "policy `a` at `condition.ast`",
    ],
    ["an id that is no text", { ...good, id: 7 }, "a policy at `id`"],
    ["a long id", { ...good, id: "i".repeat(501) }, `policy \`${"i".repeat(80)}\` at \`id\``],
    ["a list as input", { ...good, handler: { ...good.handler, updatedInput: [] } }, "expected an object"],
    ["a line 0", { ...good, source: { path: "p", line: 0 } }, "policy `a` at `source.line`"],
  ])("%s is an error, and a stand-in takes the policy's place", (_, definition, message) => {
    const { set, issues } = compilePolicies([definition]);
    expect(policiesOf(set)).toMatchObject([{ handler: { kind: "static", verdict: "deny" } }]);
    expect(policiesOf(set)[0]?.id).toMatch(/^load-error:/);
    expect(issues[0]?.severity).toBe("error");
    expect(issues[0]?.message).toContain(message);
  });

  test("an error says where the definition stands, as far as it says so itself", () => {
    const { issues } = compilePolicies([{ ...good, tier: "root", source: { path: "a.md", line: 7 } }]);
    expect(issues).toMatchObject([{ code: "invalid-policy", path: "a.md", line: 7 }]);
  });

  test.each<[string, object, object]>([
    ["nothing is said", {}, {}],
    ["a path only", { source: { path: "a.md" } }, { path: "a.md" }],
    ["what is no path and no line", { source: { path: 1, line: "2" } }, {}],
    ["no record at all", { source: "a.md" }, {}],
    ["null", { source: null }, {}],
  ])("an error has only the place that it was given: %s", (_, source, place) => {
    const [issue] = compilePolicies([{ ...good, tier: "root", ...source }]).issues;
    const { path, line } = { path: undefined, line: undefined, ...issue };
    expect({ ...(path !== undefined && { path }), ...(line !== undefined && { line }) }).toEqual(place);
    expect(Object.keys(issue ?? {})).not.toContain("source");
  });

  test("a command with an environment is a policy", () => {
    const handler = { kind: "command", command: "c", timeoutMs: 1, env: { A: "b", C: "" } } as const;
    expect(policiesOf(compilePolicies([{ ...good, handler }]).set)).toMatchObject([{ handler }]);
  });

  test("a judge's prompt may be in any language that has a name", () => {
    const handler = { kind: "judge", prompt: "p", timeoutMs: 1, cache: "none", template: "klingon" } as const;
    expect(policiesOf(compilePolicies([{ ...good, handler }]).set)).toMatchObject([{ handler }]);
    for (const template of ["", 7, null, "x".repeat(501)]) {
      const { issues } = compilePolicies([{ ...good, handler: { ...handler, template } }]);
      expect(issues).toMatchObject([{ code: "invalid-policy" }]);
    }
  });

  test("all problems of all definitions are reported at once, at most twenty of one", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`key${i}`, i]));
    const { set, issues } = compilePolicies([
      { ...good, tier: "root", priority: "high", enabled: 1 },
      { ...good, env: many },
      good,
    ]);
    expect(policiesOf(set).map(({ id }) => id)).toEqual(["a", "load-error:"]);
    expect(issues.map((issue) => issue.code)).toEqual(Array.from({ length: 4 }, () => "invalid-policy"));
  });

  test("defaults are filled in, and nothing can be changed afterwards", () => {
    const { set } = compilePolicies([good]);
    expect(policiesOf(set)).toMatchObject([
      { ...good, tier: "project", enabled: true, priority: 100, order: 0 },
    ]);
    expect(Object.isFrozen(set)).toBe(true);
    expect(Object.isFrozen(policiesOf(set))).toBe(true);
    expect(Object.isFrozen(policiesOf(set)[0]?.handler)).toBe(true);
    expect(Object.isFrozen(policiesOf(set)[0]?.events)).toBe(true);
  });

  test("a damaged AST is an error, and its policy applies always", () => {
    const damaged = { text: "true", ast: { kind: "eval", span: [0, 1] } };
    const { set, issues } = compilePolicies([{ ...good, condition: damaged, matcher: damaged }]);
    expect(issues.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "error invalid-ast",
      "error invalid-ast",
    ]);
    expect(issues[0]?.message).toBe(
      "the stored matcher of `a` is damaged (an unknown kind of node): the policy applies always",
    );
    expect(policiesOf(set)).toMatchObject([
      { condition: { text: "true", ast: null }, matcher: { ast: null } },
    ]);
  });

  test("a text that does not parse is a warning", () => {
    const { issues } = compilePolicies([
      { ...good, matcher: condition("x ==").condition, source: { path: "a.md", line: 2 } },
    ]);
    expect(issues).toMatchObject([
      {
        severity: "warning",
        code: "condition-unparsed",
        message: "the matcher of `a` does not parse: the policy applies always",
        path: "a.md",
        line: 2,
      },
    ]);
  });
});

test.each([
  { events: ["after_tool_call"], enabled: true, has: true },
  { events: ["*"], enabled: true, has: true },
  { events: ["after_tool_call", "*"], enabled: false, has: false },
  { events: ["before_tool_call"], enabled: true, has: false },
  // It gates nothing: what listens to all that gates does not hear of it.
  { events: ["all gating"], enabled: true, has: false },
])(
  "a set has a policy for an event that an enabled one hears: $events, $enabled",
  ({ events, enabled, has }) => {
    const { set } = compilePolicies([{ ...good, events, enabled }]);
    expect(hearsOf(set, "after_tool_call")).toBe(has);
  },
);
