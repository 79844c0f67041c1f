import { type Explanation, type PolicyAccount, render, type TraceEntry } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";

const entry: TraceEntry = {
  policy: "p",
  tier: "project",
  applied: true,
  verdict: "warn",
  reason: "careful",
  source: "static",
};

function shown(policies: readonly PolicyAccount[], more: Partial<Explanation> = {}): readonly string[] {
  return render({
    event: "before_tool_call",
    effect: "abstain",
    policy: null,
    reason: "",
    policies,
    omitted: 0,
    disabled: { count: 0 },
    elsewhere: { count: 0 },
    changes: [],
    ...more,
  }).split("\n");
}

const of = { policy: "p", tier: "project" } as const;

test.each<[string, PolicyAccount, readonly string[]]>([
  [
    "an answer",
    { ...of, kind: "applied", entries: [entry] },
    ["applied:", "  `p` (project) says warn: careful"],
  ],
  [
    "an answer without a reason",
    { ...of, kind: "applied", entries: [{ ...entry, reason: "" }] },
    ["applied:", "  `p` (project) says warn"],
  ],
  [
    "an answer given twice, with notes",
    { ...of, kind: "applied", entries: [entry, { ...entry, again: true, notes: ["one", "two"] }] },
    [
      "applied:",
      "  `p` (project) says warn: careful",
      "  `p` (project) says warn about the rewritten input: careful",
      "    one",
      "    two",
    ],
  ],
  [
    "a failure",
    {
      ...of,
      kind: "applied",
      entries: [{ ...entry, verdict: "failure", failure: { code: "timeout", onFailure: "deny" } }],
    },
    ["applied:", "  `p` (project) says failure (timeout, which means deny): careful"],
  ],
  [
    "a missing verdict, after an answer",
    { ...of, kind: "pending", needs: ["p#2"], handler: "judge", entries: [entry] },
    ["verdict missing:", "  `p` (project) says warn: careful", "  `p` (project) waits for its judge"],
  ],
  [
    "one that a deny made needless",
    { ...of, kind: "skipped", by: "d" },
    ["not asked any more:", "  `p` (project), because `d` denied"],
  ],
  [
    "one behind a barrier",
    { ...of, kind: "waiting", on: "w" },
    ["not reached yet:", "  `p` (project), because the answer of `w` may change the input"],
  ],
  [
    "one that does not apply",
    {
      ...of,
      kind: "not-applicable",
      because: [
        {
          part: "condition",
          text: "a == 1",
          was: false,
          saw: [
            { path: "a", value: "2" },
            { path: "b", value: "3" },
          ],
        },
        { part: "matcher", text: "true", was: false, saw: [] },
      ],
    },
    ["does not apply:", "  `p` (project): a == 1 is false, a is 2, b is 3; true is false"],
  ],
])("%s", (_, account, lines) => {
  expect(shown([account])).toEqual(["abstain (before_tool_call)", "", ...lines, ""]);
});

test("counts stand at the end, with names where they are known", () => {
  const counts = { omitted: 3, disabled: { count: 2, policies: ["x", "y"] }, elsewhere: { count: 1 } };
  expect(shown([], counts)).toEqual([
    "abstain (before_tool_call)",
    "",
    "3 more that do not apply",
    "2 switched off: `x`, `y`",
    "1 for other events",
    "",
  ]);
});

test("a change says what would be, and whether that is the same", () => {
  const changes = [
    { without: ["a"], effect: "deny", policy: "b", needs: [] },
    { without: ["a", "b"], effect: "abstain", policy: null, needs: [] },
    { without: ["c"], effect: null, policy: null, needs: ["j", "k"] },
  ] as const;
  expect(shown([], { effect: "deny", policy: "a", reason: "no", changes })).toEqual([
    "deny by `a`: no (before_tool_call)",
    "without `a` the effect would still be deny by `b`",
    "without `a`, `b` the effect would be abstain",
    "without `c` the verdict of `j`, `k` would be needed",
    "",
  ]);
});

test("what cannot be seen is written out", () => {
  expect(shown([], { event: "a\nb\u202e" })[0]).toBe("abstain (a\\u{a}b\\u{202e})");
});
