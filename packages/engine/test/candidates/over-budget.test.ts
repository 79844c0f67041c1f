import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type Event, policiesOf, readEvent, step } from "@gatehouse-hooks/engine";
import { sealJson } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { partsOf, policySet } from "../../src/policy-set.js";

const IMPOSSIBLE = 'toolName == "never" && params.command.includes("never")';

/** Whether the index brings up a policy with this condition, and what the policy says of the event. */
function asked(text: string, rest: object): { readonly found: boolean; readonly effect: string } {
  const policies = policiesOf(
    compilePolicies(
      [text, IMPOSSIBLE].map((one, order) => ({
        id: `p${order}`,
        order,
        events: ["before_tool_call"],
        handler: { kind: "static", verdict: "warn", reason: "" },
        condition: condition(one).condition,
      })),
    ).set,
  );
  const event = eventOf(rest);
  const set = policySet(policies, "index");
  const found = partsOf(set).forEvent("before_tool_call").candidates(event);
  const next = step(set, event, new Map());
  const linear = step(policySet(policies, "scan"), event, new Map());
  expect(next).toEqual(linear);
  return { found: found.includes(0), effect: next.kind === "decided" ? next.decision.effect : "pending" };
}

function eventOf(rest: object): Event {
  const read = readEvent({ event: "before_tool_call", ...rest });
  if (read.kind === "event") return read.event;
  // More values than an event from outside may have.
  const sealed = sealJson({ event: "before_tool_call", ...rest }, { maxNodes: 1_000_000, maxBytes: 1 << 26 });
  if (sealed.issue !== undefined) throw new Error(sealed.issue.message);
  return sealed.value as Event;
}

const large = "a{950}a{950}";
const long = (unit: string): string => unit.repeat(220_000);
const many = Array.from({ length: 400 }, (_, i) => i);
const huge = Array.from({ length: 110_000 }, (_, i) => i);

describe("a condition that runs out of budget is found, though nothing that it requires is there", () => {
  test.each<[text: string, rest: object]>([
    [`params.command.matches("${large}")`, { params: { command: long("b") } }],
    [
      `params.command.matches("${large}") && toolName == "exec"`,
      { toolName: "read", params: { command: long("b") } },
    ],
    [
      `!params.command.matches("${large}") && toolName == "exec"`,
      { toolName: "read", params: { command: long("b") } },
    ],
    // `İ` is two units in lower case.
    [
      `params.command.lower().matches("${large}") && toolName == "exec"`,
      { params: { command: "\u0130".repeat(110_000) } },
    ],
    // `ΐ` is three in upper case.
    [
      `params.command.upper().matches("${large}") && toolName == "exec"`,
      { params: { command: "\u0390".repeat(75_000) } },
    ],
    // Each within the budget, not both together.
    [
      `(params.a.matches("${large}x") || params.b.matches("${large}")) && toolName == "exec"`,
      { params: { a: "b".repeat(130_000), b: "b".repeat(130_000) } },
    ],
    [
      `items.any(x, items.any(y, items.any(z, z == "never"))) && toolName == "exec"`,
      { items: many.slice(0, 60) },
    ],
    [`items.any(x, items.any(y, y == "never"))`, { items: many }],
    [
      `items.all(x, items.any(y, y == x)) && toolName == "exec"`,
      { items: [...many, ...many.map((i) => 1_000 + i)].toReversed() },
    ],
    [`"never" in items && toolName == "exec"`, { items: huge }],
    [
      `items.any(x, x.matches("${large}")) && toolName == "exec"`,
      { items: ["b".repeat(130_000), "b".repeat(130_000)] },
    ],
    [
      `items.any(x, x.includes("never")) && toolName == "exec"`,
      { items: many.map(() => "b".repeat(300_000)) },
    ],
    [
      `items.any(x, x.lower() == "never") && toolName == "exec"`,
      { items: many.map(() => "b".repeat(300_000)) },
    ],
    [`a == b && toolName == "exec"`, { a: { of: huge }, b: { of: huge } }],
    [`x in items && toolName == "exec"`, { x: "never", items: huge }],
  ])("%s", (text, rest) => {
    expect(asked(text, rest)).toEqual({ found: true, effect: "deny" });
  });
});

describe("where it cannot run out of budget, it is found only when what it requires is there", () => {
  test.each<[text: string, rest: object, found: boolean]>([
    [`params.command.matches("(?i)secret") && toolName == "exec"`, { params: { command: long("b") } }, false],
    [
      `params.command.matches("(?i)secret") && toolName == "exec"`,
      { toolName: "exec", params: { command: "a Secret" } },
      true,
    ],
    [
      `params.command.matches("secret+") && toolName == "exec"`,
      { toolName: "exec", params: { command: "a Secret" } },
      false,
    ],
    [`items.any(x, x.y.lower().includes("rm"))`, { toolName: "exec", items: [{ y: "RM" }] }, true],
    [`items.any(x, x.y.lower().includes("rm"))`, { toolName: "exec", items: [{ y: "R" }, "rm"] }, false],
    [`items.all(x, x == "rm")`, { toolName: "exec", items: [] }, true],
    [`items.all(x, x == "rm")`, { toolName: "exec", items: ["r"] }, false],
    [`"never" in items && toolName == "exec"`, { toolName: "exec", items: many }, false],
    ["items[0].any(x, x == 1)", { items: [[2, 3], [1]] }, false],
    ["items[0].any(x, x == 1)", { items: [[2, 1], []] }, true],
    ["items.any(x, x.any(y, y.z == 1))", { items: [[], 5, [{ z: 2 }, { z: 1 }]] }, true],
    ["items.any(x, x.any(y, y.z == 1))", { items: [[], { z: 1 }, [{ z: 2 }, 1]] }, false],
    ["items.any(x, x.any(y, y.z == null))", { items: [[], [7]] }, true],
  ])("%s on %j", (text, rest, found) => {
    expect(asked(text, rest).found).toBe(found);
  });
});
