import { compilePolicies, type Event, type PolicyDefinition, readEvent, step } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { nearestChange } from "../src/index.js";
import { policy } from "./policy.js";

function eventOf(event: JsonObject): Event {
  const read = readEvent(event);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

const call = (toolName: string, params: JsonObject): JsonObject => ({
  event: "before_tool_call",
  toolName,
  params,
});

test.each<
  [
    what: string,
    policies: readonly PolicyDefinition[],
    event: JsonObject,
    changes: readonly JsonObject[],
    effect: string,
  ]
>([
  [
    "a word less",
    [policy("p", "deny", 'params.command.startsWith("git push") && params.command.includes("--force")')],
    call("Bash", { command: "git push --force origin main" }),
    [{ path: ["params", "command"], from: "git push --force origin main", to: "git push origin main" }],
    "abstain",
  ],
  [
    "a word more",
    [policy("p", "deny", 'params.command.includes("--force")')],
    call("Bash", { command: "git push" }),
    [{ path: ["params", "command"], from: "git push", to: "git push --force" }],
    "deny",
  ],
  [
    "another value of one of several",
    [policy("p", "deny", 'toolName == "Write" && params.path.endsWith(".env")')],
    call("Read", { path: "a/.env" }),
    [{ path: ["toolName"], from: "Read", to: "Write" }],
    "deny",
  ],
  [
    "a property that is not there",
    [policy("p", "ask", "!has(params.timeout)")],
    call("Bash", { command: "ls" }),
    [{ path: ["params", "timeout"], to: "" }],
    "abstain",
  ],
  [
    "two properties where one does not do",
    [policy("p", "deny", 'toolName == "Write" && params.path == "x"')],
    call("Read", { path: "y" }),
    [
      { path: ["toolName"], from: "Read", to: "Write" },
      { path: ["params", "path"], from: "y", to: "x" },
    ],
    "deny",
  ],
  [
    "both policies that deny",
    [
      policy("p", "deny", 'params.command.includes("rm")'),
      policy("q", "deny", 'params.command.includes("-rf")'),
    ],
    call("Bash", { command: "sudo rm -rf build" }),
    [{ path: ["params", "command"], from: "sudo rm -rf build", to: "sudo build" }],
    "abstain",
  ],
  [
    "the nearest of what might come to apply",
    [
      policy("far", "deny", 'params.command == "something quite different"'),
      policy("near", "ask", 'params.command == "lss"'),
    ],
    call("Bash", { command: "ls" }),
    [{ path: ["params", "command"], from: "ls", to: "lss" }],
    "ask",
  ],
])("%s", (_what, policies, event, changes, effect) => {
  const { set } = compilePolicies(policies);
  const found = nearestChange(set, eventOf(event));
  expect(found?.changes).toEqual(changes);
  expect(found?.answer.decision.effect).toBe(effect);
});

test("another policy that would come to deny is kept from it, too", () => {
  const { set } = compilePolicies([
    policy("p", "deny", 'params.x == "b"'),
    policy("q", "deny", '!params.x.includes("b")'),
  ]);
  const found = nearestChange(set, eventOf(call("Bash", { x: "" })));
  expect(found?.answer.decision.effect).toBe("abstain");
});

test("what that other policy reads stays as it is", () => {
  const { set } = compilePolicies([
    policy("p", "deny", 'toolName.startsWith("ab")'),
    policy("q", "deny", '!(params.y == "ab" || toolName.includes("a"))'),
  ]);
  const found = nearestChange(set, eventOf(call("ab", { x: "" })));
  expect(found?.changes.map(({ path }) => path)).toEqual([["toolName"]]);
});

test("no longer asking a judge is another answer", () => {
  const judge: PolicyDefinition = {
    ...policy("j", "deny", 'params.command.startsWith("curl ")'),
    handler: { kind: "judge", prompt: "ok?", timeoutMs: 1000, cache: "none" },
  };
  const { set } = compilePolicies([judge]);
  const found = nearestChange(set, eventOf(call("Bash", { command: "curl x" })));
  expect(found?.answer.asks).toEqual([]);
  expect(found?.changes.length).toBe(1);
});

test("what no change of properties changes is not found", () => {
  const { set } = compilePolicies([policy("p", "deny", "")]);
  expect(nearestChange(set, eventOf(call("Bash", {})))).toBeUndefined();
});

const texts = ["", "a", "b", "ab", "ba", "abc"];
const tests = fc.constantFrom(
  ...["toolName", "params.x", "params.y"].flatMap((path) =>
    ["a", "b", "ab"].flatMap((text) => [
      `${path} == "${text}"`,
      `${path}.startsWith("${text}")`,
      `${path}.includes("${text}")`,
    ]),
  ),
  "has(params.y)",
);
const conditions = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    tests,
    tie("node").map((inner) => `!(${inner})`),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}) && (${other})`),
    fc.tuple(tie("node"), tie("node")).map(([one, other]) => `(${one}) || (${other})`),
  ),
})).node;

test("what is found answers otherwise, and one property is enough where one of a few values shows it", () => {
  let one = 0;
  assertLaw(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("deny", "ask", "allow", "warn"), conditions), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom(...texts.slice(1)),
      fc.constantFrom(...texts),
      fc.option(fc.constantFrom(...texts), { nil: undefined }),
      (rules, toolName, x, y) => {
        const { set } = compilePolicies(rules.map(([verdict, when], i) => policy(`p${i}`, verdict, when)));
        const event = eventOf(call(toolName, { x, ...(y !== undefined && { y }) }));
        const effect = (given: JsonObject): string => {
          const next = step(set, eventOf(given), new Map());
          return next.kind === "decided" ? next.decision.effect : "pending";
        };
        const was = effect(event);
        const found = nearestChange(set, event);
        if (found !== undefined) {
          expect(effect(found.event)).toBe(found.answer.decision.effect);
          expect(found.answer.decision.effect).not.toBe(was);
        }
        const alike = texts.flatMap((text) => [
          ...(text === "" ? [] : [call(text, { x, ...(y !== undefined && { y }) })]),
          call(toolName, { x: text, ...(y !== undefined && { y }) }),
          call(toolName, { x, y: text }),
        ]);
        if (!alike.some((other) => effect(other) !== was)) return;
        one++;
        expect(found?.changes.length).toBe(1);
      },
    ),
    { quick: 150, full: 3_000 },
  );
  expect(one).toBeGreaterThan(30);
});

test("leavingOnly: what decides no longer applies, and nothing else is looked for", () => {
  const { set } = compilePolicies([
    policy("p", "ask", 'params.command.includes("--force")'),
    policy("q", "deny", 'params.command.includes("--mirror")'),
  ]);
  const of = (command: string): unknown =>
    nearestChange(set, eventOf(call("Bash", { command })), { leavingOnly: true })?.changes;
  expect(of("git push --force")).toEqual([
    { path: ["params", "command"], from: "git push --force", to: "git push" },
  ]);
  expect(of("git push")).toBeUndefined();
});
