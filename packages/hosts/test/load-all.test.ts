import fc from "fast-check";
import { loadAll, type PolicyFile, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

function hook(name: string, more = ""): string {
  return `---\nname: ${name}\nevents: before_tool_call\n${more}\n---\nB`;
}

const FILES: readonly PolicyFile[] = [
  { path: "/home/u/.mayros/hooks/a.md", text: hook("user-a"), tier: "user" },
  { path: ".mayros/hooks/b.md", text: hook("project-b") },
  { path: ".mayros/hooks/B.md", text: hook("project-B"), tier: "project" },
  { path: ".mayros/hooks/broken.md", text: "no front matter" },
  {
    path: "/etc/gatehouse/z.yaml",
    text: "version: 1\npolicies:\n  - {id: e1, events: prompt, deny: x}\n  - {id: e2, events: prompt, deny: x}\n",
    tier: "enforced",
  },
  { path: "rules.json", text: '{"version":1,"policies":[{"id":"r","events":"prompt","deny":"x"}]}' },
];

test("ties are broken by tier, then by path in code units, then by place in the file", () => {
  const { policies, issues } = loadAll(FILES);
  expect(policies.map(({ id, tier, order }) => [id, tier, order])).toEqual([
    ["e1", "enforced", 0],
    ["e2", "enforced", 1],
    ["project-B", "project", 2],
    ["project-b", "project", 3],
    ["r", "project", 4],
    ["user-a", "user", 5],
  ]);
  expect(issues.map(({ path, code }) => [path, code])).toEqual([
    [".mayros/hooks/broken.md", "no-frontmatter"],
  ]);
});

test("law: the order in which files are given changes nothing", () => {
  assertLaw(
    fc.property(fc.shuffledSubarray([...FILES], { minLength: FILES.length }), (files) => {
      expect(loadAll(files)).toEqual(loadAll(FILES));
    }),
    { quick: 50 },
  );
});

test("the order is strictly ascending, also where a file gives fewer policies than it holds", () => {
  const holes = "version: 1\npolicies:\n  - 1\n  - {id: h, events: prompt, deny: x}\n";
  const { policies } = loadAll([
    ...FILES,
    { path: ".a.yaml", text: holes },
    { path: ".b.yaml", text: holes.replace("h", "i") },
  ]);
  const orders = policies.map(({ order }) => order ?? -1);
  expect(orders).toEqual([...new Set(orders)].toSorted((a, b) => a - b));
});

test("a name that is taken in another tier is an error, and both stay in force", () => {
  const { policies, issues } = loadAll([
    { path: "org.md", text: hook("guard"), tier: "enforced" },
    { path: "repo.md", text: hook("guard", "enabled: false"), tier: "project" },
    { path: "repo2.md", text: hook("guard") },
  ]);
  expect(policies.map(({ tier, enabled }) => [tier, enabled])).toEqual([
    ["enforced", true],
    ["project", false],
    ["project", true],
  ]);
  expect(issues).toMatchObject([
    {
      severity: "error",
      code: "duplicate-name",
      path: "repo.md",
      line: 2,
      message: "the name `guard` is taken by another policy in `org.md`; both are in force",
    },
    { severity: "error", code: "duplicate-name", path: "repo2.md", line: 2 },
  ]);
});

test("two equal names in one file are reported once", () => {
  const twice =
    "version: 1\npolicies:\n  - {id: a, events: prompt, deny: x}\n  - {id: a, events: prompt, deny: x}\n";
  expect(loadAll([{ path: "a.yaml", text: twice }]).issues.map(({ code }) => code)).toEqual([
    "duplicate-name",
  ]);
});

test("nothing to load is nothing", () => {
  expect(loadAll([])).toEqual({ policies: [], issues: [], lost: [], tests: [], vocabulary: VOCABULARY });
});
