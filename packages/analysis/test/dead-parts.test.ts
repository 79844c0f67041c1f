import { compile, condition, print } from "@gatehouse-hooks/condition";
import { compilePolicies, type PolicyDefinition } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "../../../test/arbitraries/events.js";
import { expressions } from "../../../test/arbitraries/expressions.js";
import { assertLaw } from "../../../test/assert-law.js";
import { analyzePolicies } from "../src/index.js";
import { policy } from "./policy.js";

function dead(when: string, more: Partial<PolicyDefinition> = {}): readonly string[] {
  const { set } = compilePolicies([policy("p", "deny", when, more)]);
  return analyzePolicies(set).findings.map((one) => {
    if (one.kind !== "dead-part") return one.kind;
    const [start, end] = one.part.span;
    // The span is the place that a report points at.
    expect(print(one.part)).toBe(print(condition(when.slice(start, end)).condition.ast ?? one.part));
    return `${one.why}: ${when.slice(start, end)}`;
  });
}

const BASH: Partial<PolicyDefinition> = { matcher: condition('toolName == "Bash"').condition };

test.each<[string, string, Partial<PolicyDefinition>, readonly string[]]>([
  [
    "an operand of || that contradicts itself",
    'params.command.includes("rm") || params.command.lower().includes("DD")',
    {},
    ['never: params.command.lower().includes("DD")'],
  ],
  [
    "an operand of || for a tool that the policy is not for",
    'params.command.includes("rm") || toolName == "Write"',
    BASH,
    ['never: toolName == "Write"'],
  ],
  ["the same for every tool", 'params.command.includes("rm") || toolName == "Write"', {}, []],
  [
    "an operand of || that another one covers",
    'params.command.includes("rm -rf") || params.command.includes("sudo rm -rf")',
    {},
    ['covered: params.command.includes("sudo rm -rf")'],
  ],
  ["two that overlap", 'params.command.startsWith("rm") || params.command.endsWith("-rf")', {}, []],
  [
    "of two that cover each other the later one",
    'params.n > 3 || toolName == "x" || 3 < params.n',
    {},
    ["covered: 3 < params.n"],
  ],
  [
    "an exception that excludes nothing",
    'params.command.startsWith("git push") && !params.command.startsWith("git pull")',
    {},
    ['always: !params.command.startsWith("git pull")'],
  ],
  [
    "an exception that excludes something",
    'params.command.startsWith("git push") && !params.command.endsWith("--dry-run")',
    {},
    [],
  ],
  [
    "not this or not that",
    'params.command.includes("rm") && (toolName != "Read" || toolName != "Write")',
    {},
    ['always: (toolName != "Read" || toolName != "Write")'],
  ],
  [
    "a part of an exception",
    'params.command.includes("rm") && !(params.path == "/a" || params.path == "/b" && params.path.endsWith("/c"))',
    {},
    ['never: params.path == "/b" && params.path.endsWith("/c")'],
  ],
  [
    "inside of an operand",
    'params.n > 3 || params.command.includes("rm -r") && params.command.includes("rm")',
    {},
    ['always: params.command.includes("rm")'],
  ],
  ["what is there anyway may be asked for", 'has(params.command) && params.command.includes("rm")', {}, []],
  ["also by its value", 'params.command && params.command != "" && params.command.includes("rm")', {}, []],
  [
    "the tool may be named twice",
    'toolName == "Bash" && event == "before_tool_call" && params.command.includes("rm")',
    BASH,
    [],
  ],
  ["inside of `any` nothing is said", "params.edits.any(e, e.n > 3 && e.n > 2)", {}, []],
  ["one part is the condition", 'params.command.includes("rm")', {}, []],
  [
    "a condition that never holds is one finding",
    "params.n > 3 && params.n < 2 && params.m > 1",
    {},
    ["never"],
  ],
  [
    "dead for one event only",
    'params.command.includes("rm") || toolName == null',
    { events: ["before_tool_call", "prompt"] },
    [],
  ],
])("%s", (_, when, more, expected) => {
  expect(dead(when, more)).toEqual(expected);
});

test("law: without a dead part the condition holds for the same events", () => {
  const part = expressions.map(print);
  let found = 0;
  assertLaw(
    fc.property(
      fc.tuple(part, part, part),
      fc.constantFrom("||", "&&"),
      fc.constantFrom("||", "&&"),
      fc.array(events, { minLength: 20, maxLength: 20 }),
      ([a, b, c], one, other, some) => {
        const when = `(${a}) ${one} ((${b}) ${other} !(${c}))`;
        const whole = condition(when).condition;
        if (whole.ast === null) return;
        const { set } = compilePolicies([policy("p", "deny", when, { events: ["some_event"] })]);
        for (const finding of analyzePolicies(set).findings) {
          if (finding.kind !== "dead-part") continue;
          found++;
          const [start, end] = finding.part.span;
          const constant = String(finding.why === "always");
          const { ast } = condition(when.slice(0, start) + constant + when.slice(end)).condition;
          if (ast === null) throw new Error("expected a condition");
          for (const event of some.map((fields) => ({ ...(fields as object), event: "some_event" })))
            expect(compile(ast)(event)).toBe(compile(whole.ast)(event));
        }
      },
    ),
    { quick: 100, full: 5_000 },
  );
  expect(found).toBeGreaterThan(3);
});
