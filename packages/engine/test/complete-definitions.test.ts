import { compilePolicies, policiesOf } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

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
  source: { path: "a.yaml", line: 3, format: "gatehouse" },
};
const HANDLERS = [
  { kind: "static", verdict: "deny", reason: "no" },
  { kind: "judge", prompt: "?", timeoutMs: 15_000, cache: "none" },
  { kind: "command", command: "true", timeoutMs: 1_000 },
];
const PATHS = [
  ...Object.keys(COMPLETE).map((key) => [key]),
  ["more"],
  ...["kind", "verdict", "reason", "prompt", "timeoutMs", "cache", "command", "context", "more"].map(
    (key) => ["handler", key],
  ),
  ...["text", "ast", "more"].map((key) => ["condition", key]),
  ...["path", "line", "format", "more"].map((key) => ["source", key]),
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    "",
    "deny",
    "session",
    "enforced",
    -1,
    0,
    1.5,
    2 ** 31,
    2 ** 60,
    [],
    [""],
    ["prompt"],
    ["prompt", 1],
    {},
    "x".repeat(500),
    "x".repeat(501),
    "x".repeat(262_145),
    ["x".repeat(501)],
    Array.from({ length: 100 }, () => "prompt"),
    Array.from({ length: 101 }, () => "prompt"),
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

/** A copy with something else at a path. */
function changed(value: object, [key = "", ...rest]: readonly string[], to: unknown): object {
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  const member =
    rest.length > 0 && typeof inner === "object" && inner !== null ? changed(inner, rest, to) : to;
  return { ...value, [key]: member };
}

test("complete definitions: those that are read quickly are accepted, refused and completed as the others", () => {
  let accepted = 0;
  const ran = assertLaw(
    fc.property(
      fc.constantFrom(...HANDLERS),
      fc.array(fc.tuple(fc.constantFrom(...PATHS), odd), { maxLength: 2 }),
      (handler, changes) => {
        const definition = changes.reduce<object>((value, [path, to]) => changed(value, path, to), {
          ...COMPLETE,
          handler,
        });
        const quick = compilePolicies([definition], { onLost: "ignore" });
        // A rare member leaves it to the schema.
        const slow = compilePolicies([{ ...definition, alwaysRuns: false }], { onLost: "ignore" });
        expect(quick.issues).toEqual(slow.issues);
        expect(quick.lost).toEqual(slow.lost);
        expect(policiesOf(quick.set).map((policy) => ({ ...policy, alwaysRuns: false }))).toEqual(
          policiesOf(slow.set).map((policy) => ({ ...policy })),
        );
        accepted += policiesOf(quick.set).length;
      },
    ),
  );
  // A quarter is accepted.
  expect(accepted).toBeGreaterThan(ran / 10);
});
