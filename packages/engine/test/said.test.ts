import {
  admitEvent,
  compilePolicies,
  decide,
  type Event,
  explain,
  lostTo,
  type PolicyDefinition,
  readEvent,
  sessionOf,
} from "@gatehouse-hooks/engine";
import { condition } from "@gatehouse-hooks/condition";
import { describe, expect, test } from "vitest";

function event(value: object): Event {
  const read = readEvent(value);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

const DENY = { kind: "static", verdict: "deny", reason: "no" } as const;
const ALLOW = { kind: "static", verdict: "allow", reason: "yes" } as const;

describe("what the door says of fields", () => {
  const { set } = compilePolicies([], {
    kinds: [
      {
        name: "batch",
        gates: true,
        input: null,
        context: false,
        known: true,
        fields: { files: "list", title: "string?" },
      },
    ],
  });
  const said = (fields: object): string => {
    const admitted = admitEvent(set, event(fields));
    return admitted.kind === "refused" ? admitted.notice.message : "admitted";
  };
  const call = { event: "before_tool_call", toolName: "exec", params: {} };

  test.each([
    [{ ...call, params: 5 }, "`params` is a number, and this kind wants an object"],
    [{ ...call, params: [] }, "`params` is a list, and this kind wants an object"],
    [{ ...call, params: null }, "`params` is null, and this kind wants an object"],
    [
      { ...call, params: "ls" },
      "`params` is a string that is not a JSON object, and this kind wants an object",
    ],
    [{ ...call, toolName: {} }, "`toolName` is an object, and this kind wants a string"],
    [{ event: "before_tool_call", params: {} }, "`toolName` is missing, and this kind wants a string there"],
    [{ event: "batch" }, "`files` is missing, and this kind wants a list there"],
    [{ event: "batch", files: {} }, "`files` is an object, and this kind wants a list"],
    [{ event: "batch", files: "[]" }, "`files` is a string, and this kind wants a list"],
    [{ event: "batch", files: [], title: true }, "`title` is a boolean, and this kind wants a string"],
    [{ event: "batch", files: [], titel: "x" }, "`titel` is not known; did you mean `title`?"],
  ])("%j", (fields, message) => {
    expect(said(fields)).toContain(message);
  });

  test("a list and a string that may be absent are taken as they are", () => {
    expect(said({ event: "batch", files: ["a"] })).toBe("admitted");
    expect(said({ event: "batch", files: [], title: null })).toBe("admitted");
    expect(said({ ...call, params: '{"command":"ls"}' })).toBe("admitted");
  });
});

describe("names of a numbered family are not misspellings of each other", () => {
  const { set } = compilePolicies([{ id: "a", events: ["stage10_of_20"], handler: DENY }]);
  test.each([
    ["stage11_of_21", "admitted"],
    ["stage7_of_9", "admitted"],
    ["stage10_of_2", "admitted"],
    ["stage10_off_20", "refused"],
    ["stag10_of_20", "refused"],
  ])("%s", (name, kind) => {
    expect(admitEvent(set, event({ event: name })).kind).toBe(kind);
  });
});

test("a trace tells which of a policy's texts did not parse", () => {
  const broken = { text: "((", ast: null };
  const whole = condition("true").condition;
  const notes = (parts: Partial<PolicyDefinition>): readonly string[] => {
    const { set } = compilePolicies([{ id: "a", events: ["prompt"], handler: DENY, ...parts }]);
    return decide(set, event({ event: "prompt", prompt: "x" })).trace[0]?.notes ?? [];
  };
  const matcher = "the matcher does not parse: the policy applies always";
  const own = "the condition does not parse: the policy applies always";
  expect(notes({ matcher: broken, condition: whole })).toEqual([matcher]);
  expect(notes({ matcher: whole, condition: broken })).toEqual([own]);
  expect(notes({ matcher: broken, condition: broken })).toEqual([matcher, own]);
  expect(notes({ matcher: whole, condition: whole })).toEqual([]);
});

test("a session that is not a string is unclear, whatever the other fields say", () => {
  expect(sessionOf(event({ event: "e", sessionKey: 7 }))).toStrictEqual({ kind: "unclear", names: [] });
  expect(sessionOf(event({ event: "e", sessionKey: null }))).toStrictEqual({ kind: "unclear", names: [] });
  expect(sessionOf(event({ event: "e", sessionKey: "" }))).toStrictEqual({ kind: "named", name: "" });
  expect(sessionOf(event({ event: "e" }))).toStrictEqual({ kind: "unnamed" });
});

test("an error without a line has none", () => {
  const issue = { severity: "error", code: "c", message: "m" } as const;
  expect(lostTo(issue, "user")).toStrictEqual([{ file: "", events: "all gating", tier: "user", why: "m" }]);
});

describe("what a damaged definition would have guarded", () => {
  const lostEvents = (definition: object): unknown => compilePolicies([definition]).lost[0]?.events;
  const bad = { id: 7, handler: DENY };

  test.each([
    [{ ...bad, events: ["prompt", "x"] }, ["prompt", "x"]],
    [{ ...bad, events: ["prompt", ""] }, "all gating"],
    [{ ...bad, events: ["prompt", 1] }, "all gating"],
    [{ ...bad, events: [] }, "all gating"],
    [bad, "all gating"],
    [{ ...bad, events: ["prompt"], enabled: false }, []],
    [{ ...bad, events: ["prompt"], handler: { kind: "static", verdict: "warn" } }, []],
    [{ ...bad, events: ["prompt"], description: "\ud800" }, ["prompt"]],
  ])("%j", (definition, events) => {
    expect(lostEvents(definition)).toEqual(events);
  });
});

test("a part that is not JSON hides neither the tier nor the place of what was lost", () => {
  const definition = {
    id: "x",
    tier: "enforced",
    events: ["prompt"],
    source: { path: "a.yaml", line: 3 },
    handler: { kind: "judge", prompt: "\ud800", timeoutMs: 1, cache: "none" },
  };
  expect(compilePolicies([definition]).lost).toMatchObject([
    { tier: "enforced", events: ["prompt"], file: "a.yaml", line: 3 },
  ]);
});

test("a definition is named in its issue by id, else as a policy, with the place of the problem", () => {
  const message = (definition: unknown): string | undefined =>
    compilePolicies([definition]).issues[0]?.message;
  expect(message(5)).toMatch(/^a policy: [a-z]/);
  expect(message({ id: "x", events: 5, handler: DENY })).toMatch(/^policy `x` at `events`: [a-z]/);
  expect(message({ id: "x", events: ["prompt"], handler: { kind: "static", verdict: "deney" } })).toMatch(
    /^policy `x` at `handler\.verdict`: [a-z]/,
  );
});

test("an allow that never applies is said to never match, not to never win", () => {
  const never = condition("false").condition;
  const { issues } = compilePolicies([
    { id: "deny", events: ["prompt"], handler: DENY },
    { id: "allow", events: ["prompt"], handler: ALLOW, condition: never },
  ]);
  expect(issues.map(({ message }) => message).filter((one) => one.includes("`allow`"))).toHaveLength(1);
});

describe("what an explanation shows is without secrets", () => {
  const shown = (params: object): string => {
    const { set } = compilePolicies([
      {
        id: "a",
        events: ["before_tool_call"],
        handler: DENY,
        condition: condition('params.text == "x"').condition,
      },
    ]);
    return JSON.stringify(explain(set, event({ event: "before_tool_call", toolName: "exec", params })));
  };
  const key = "Q7".repeat(20);

  test.each([
    `"authorization"  :  "Bearer ${key}"`,
    `authorization=Basic  ${key}`,
    `Authorization:\t${key}`,
    `${"A".repeat(40)}7${"B".repeat(30)}`,
    `"api_key" : "hush-hush"`,
    `token=hush-hush`,
  ])("%s", (text) => {
    const said = shown({ text });
    expect(said).not.toContain(key);
    expect(said).not.toContain("hush-hush");
    expect(said).not.toContain("AAAA7BBBB");
  });

  test("what is neither long with digits nor named like one stays", () => {
    for (const text of ["a".repeat(40), "the author is here", "id-12345"]) {
      expect(shown({ text })).toContain(text);
    }
  });
});
