import { load, loadAll } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

function loaded(line: string) {
  return load(`version: 1\n${line}\n`, { path: "a.yaml", tier: "user" });
}

test("a file without `unknown`, and one that abstains, add no policy", () => {
  for (const line of ["policies: []", "policies: []\nunknown: abstain"])
    expect(loaded(line)).toMatchObject({ policies: [], issues: [] });
});

test.each([
  ["ask", "understood/unknown", "ask"],
  ["deny", "understood/unknown", "deny"],
  // Whoever makes no boxes asks.
  ["box", "understood/box", "ask"],
])("`unknown: %s` is the policy %s of the pack", (word, id, verdict) => {
  const { policies, issues } = loaded(`unknown: ${word}`);
  expect(issues).toEqual([]);
  expect(policies).toMatchObject([
    {
      ...{ id, tier: "user", events: ["before_tool_call"], handler: { kind: "static", verdict } },
      source: { path: "a.yaml", line: 2, format: "gatehouse", pack: "understood" },
    },
  ]);
});

test("it is tried silently with its file, and a policy of its name takes its place", () => {
  expect(loaded("observe: true\nunknown: deny").policies).toMatchObject([{ observe: true }]);
  const own = "policies: [{ id: understood/unknown, events: before_tool_call, ask: mine }]\nunknown: deny";
  expect(loaded(own).policies).toMatchObject([{ handler: { reason: "mine" } }]);
});

test("two files may say it: both are in force", () => {
  const files = ["a.yaml", "b.yaml"].map((path) => ({ path, text: "version: 1\nunknown: ask\n" }));
  const { policies, issues } = loadAll(files);
  expect([policies.length, issues]).toEqual([2, []]);
});

test.each(["unknown: aks", "unknown: true", "unkown: deny", "unknown: [ask]"])(
  "what was meant to stop calls is lost where it cannot be read: %s",
  (line) => {
    const { lost, issues } = loaded(`${line}\npolicies: []`);
    expect(issues).toMatchObject([{ severity: "error", line: 2 }]);
    expect(lost).toMatchObject([{ file: "a.yaml", events: "all gating" }]);
  },
);

test("`otherwise` names what becomes of a call that no box can be made for, and is about nothing else", () => {
  const ids = (line: string) => loaded(line).policies.map(({ id }) => id);
  expect(ids("unknown: box\notherwise: deny")).toEqual(["understood/box"]);
  expect(ids("unknown: box\notherwise: ask")).toEqual(["understood/box-or-ask"]);
  for (const line of [
    "unknown: deny\notherwise: ask",
    "policies: []\notherwise: ask",
    "unknown: box\notherwise: run",
  ])
    expect(loaded(line).issues).toMatchObject([{ severity: "error" }]);
});
