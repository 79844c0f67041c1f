import { condition } from "@gatehouse-hooks/condition";
import { re2 } from "@gatehouse-hooks/condition/re2";
import {
  type CompiledPolicies,
  compilePolicies,
  loadPolicySet,
  policiesOf,
  savePolicySet,
} from "@gatehouse-hooks/engine";
import { decide, loadStoredSet, readEvent } from "@gatehouse-hooks/engine/stored";
import fc from "fast-check";
import { expect, test } from "vitest";
import { event as anyEvent, policies } from "../../../../test/arbitraries/policies.js";
import { assertLaw } from "../../../../test/assert-law.js";
import { definitionOf } from "../row-policy.js";

const TEXTS = Array.from({ length: 1001 }, () => "a");
const COMPLETE = {
  id: "a",
  tier: "project",
  enabled: true,
  events: ["before_tool_call"],
  priority: 100,
  order: 0,
  description: "what it is for",
  condition: { text: "true", ast: { kind: "literal", value: true, span: [0, 4] } },
  matcher: { text: "", ast: null },
  onFailure: "ask",
  alwaysRuns: true,
  source: { path: "a.yaml", line: 3, format: "gatehouse", pack: "git" },
};
const HANDLERS = [
  {
    kind: "static",
    verdict: "deny",
    reason: "no",
    context: ["a"],
    systemMessages: ["b"],
    updatedInput: { a: [1] },
  },
  {
    kind: "judge",
    prompt: "?",
    timeoutMs: 15_000,
    cache: "none",
    model: "a/b",
    uses: ["params"],
    template: "own",
    schema: "",
  },
  {
    kind: "command",
    command: "true",
    timeoutMs: 1_000,
    args: ["a"],
    env: { A: "b" },
    workingDir: "",
    mayRewrite: true,
    strictOutput: false,
    contract: "own",
    prompt: true,
  },
  { kind: "builtin", name: "redact", timeoutMs: 1, args: [], mayRewrite: false },
  { kind: "function", name: "f", timeoutMs: 1, mayRewrite: true },
];
const PATHS: readonly (readonly string[])[] = [
  ...Object.keys(COMPLETE).map((key) => [key]),
  ["more"],
  ["__proto__"],
  ...[...new Set(HANDLERS.flatMap((handler) => Object.keys(handler))), "more"].map((key) => ["handler", key]),
  ...["text", "ast", "more"].map((key) => ["condition", key]),
  ...["path", "line", "format", "pack", "more"].map((key) => ["source", key]),
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    "",
    "deny",
    "session",
    "static",
    "toString",
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 60,
    [],
    [""],
    ["prompt", 1],
    {},
    { a: 1 },
    { A: "x".repeat(300_000) },
    "x".repeat(500),
    "x".repeat(501),
    "x".repeat(262_145),
    TEXTS,
    TEXTS.slice(1),
    TEXTS.slice(0, 101),
    TEXTS.slice(0, 100),
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

type Changes = [readonly string[], unknown][];

/** Lists of as many members as there may be, and of one more. */
const LISTS = HANDLERS.flatMap((handler) =>
  ["context", "systemMessages", "uses", "args"]
    .filter((key) => key in handler)
    .flatMap((key) =>
      [100, 101, 1000, 1001].map((length): [(typeof HANDLERS)[number], Changes] => [
        handler,
        [[["handler", key], TEXTS.slice(0, length)]],
      ]),
    ),
);

/** A copy with something else, or nothing, at a path. */
function changed(value: object, [key = "", ...rest]: readonly string[], to: unknown): object {
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  const member =
    rest.length > 0 && typeof inner === "object" && inner !== null ? changed(inner, rest, to) : to;
  return Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, member]]);
}

function said({ set, issues, lost }: CompiledPolicies): unknown {
  return { policies: policiesOf(set), issues, lost };
}

test("stored: exactly the complete definitions that the schema takes are read without it", () => {
  let accepted = 0;
  let refused = 0;
  assertLaw(
    fc.property(
      fc.constantFrom(...HANDLERS),
      fc.array(fc.tuple(fc.constantFrom(...PATHS), odd), { maxLength: 2 }),
      (handler, changes) => {
        const definition = changes.reduce<object>((value, [path, to]) => changed(value, path, to), {
          ...COMPLETE,
          handler,
        });
        const text = JSON.stringify({ version: 1, policies: [definition] });
        const whole = loadPolicySet(text, { onLost: "ignore" });
        const small = loadStoredSet(text, { onLost: "ignore" });
        const isComplete = ["tier", "enabled", "priority", "order"].every(
          (key) => (definition as Readonly<Record<string, unknown>>)[key] !== undefined,
        );
        if (isComplete && policiesOf(whole.set).length === 1) {
          accepted++;
          expect(said(small)).toEqual(said(whole));
        } else {
          refused++;
          expect(policiesOf(small.set)).toEqual([]);
          expect(small.lost.map(({ events, tier, file }) => ({ events, tier, file }))).toEqual(
            isComplete
              ? whole.lost.map(({ events, tier, file }) => ({ events, tier, file }))
              : expect.anything(),
          );
        }
      },
    ),
    { quick: 400 },
    LISTS,
  );
  expect(accepted).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
});

test("stored: a set loaded without the schema and re2js decides as the set that was saved", () => {
  assertLaw(
    fc.property(policies(), fc.array(anyEvent(), { minLength: 2, maxLength: 2 }), (definitions, events) => {
      const text = savePolicySet(compilePolicies(definitions).set);
      const whole = loadPolicySet(text);
      const small = loadStoredSet(text);
      expect(said(small)).toEqual(said(whole));
      for (const one of events) expect(decide(small.set, one)).toEqual(decide(whole.set, one));
    }),
    { quick: 100 },
  );
});

const GREEK = 'params.command.matches("\\\\p{Greek}")';

function read(command: string): Parameters<typeof decide>[1] {
  const given = readEvent({ event: "before_tool_call", toolName: "exec", params: { command } });
  if (given.kind !== "event") throw new Error(given.issue.message);
  return given.event;
}

test("a pattern that re2js alone reads is refused by name, and what its policy guards is denied", () => {
  const text = savePolicySet(
    compilePolicies([
      definitionOf({ id: "greek", say: "deny", when: GREEK }),
      definitionOf({ id: "force", say: "ask", when: 'params.command.matches("--(?:force|hard)\\\\b")' }),
    ]).set,
  );
  const { set, issues, lost } = loadStoredSet(text);
  expect(issues).toEqual([
    {
      severity: "error",
      code: "no-pattern-engine",
      message:
        "the condition of `greek` has a pattern that nothing here reads: a pattern that does not compile: `\\p{Greek}` is not in the part of RE2 that is read without re2js: give `re2` of `@gatehouse-hooks/condition/re2` as `patterns`",
    },
  ]);
  expect(lost).toHaveLength(1);
  expect(decide(set, read("ls"))).toMatchObject({ effect: "deny", policy: "load-error:" });

  const whole = loadStoredSet(text, { patterns: re2 });
  expect(whole.issues).toEqual([]);
  expect(["ls", "echo α", "git push --force"].map((one) => decide(whole.set, read(one)).effect)).toEqual([
    "abstain",
    "deny",
    "ask",
  ]);
});

test("an allow over facts keeps its guard without re2js", () => {
  const derive = { version: "1", facts: () => ({ complete: false, commands: [] }) };
  const { set } = compilePolicies(
    [
      {
        ...definitionOf({ id: "safe", say: "allow" }),
        condition: condition('facts.commands.all(c, c.name == "ls")').condition,
      },
    ],
    { derive },
  );
  const loaded = loadStoredSet(savePolicySet(set), { derive });
  expect(policiesOf(loaded.set)).toEqual(policiesOf(set));
  expect(decide(loaded.set, read("ls")).effect).toBe("abstain");
});
