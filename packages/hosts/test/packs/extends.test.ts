import { load, loadAll, loadPack, packs } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

function read(text: string, tier: "enforced" | "project" | "user" = "project"): ReturnType<typeof load> {
  return load(text, { path: "policies.yaml", tier });
}

const idsOf = (name: string): readonly string[] =>
  packs()
    .find((one) => one.name === name)
    ?.policies.map(({ id }) => id) ?? [];

test("a file that extends a pack has its policies, in the file's tier, and none of its own is needed", () => {
  const { policies, issues, lost } = read("version: 1\nextends: [pack/git]\n", "enforced");
  expect(issues).toEqual([]);
  expect(lost).toEqual([]);
  expect(policies.map(({ id }) => id)).toEqual(idsOf("git"));
  for (const { tier, source } of policies) {
    expect(tier).toBe("enforced");
    expect(source).toEqual({ path: "policies.yaml", line: 2, format: "gatehouse", pack: "git" });
  }
});

test("one pack may be named without a list", () => {
  expect(read("version: 1\nextends: pack/git\n").policies.map(({ id }) => id)).toEqual(idsOf("git"));
});

test("a policy of the file replaces the one of the pack with its name", () => {
  const { policies, issues } = read(
    [
      "version: 1",
      "extends: [pack/git]",
      "policies:",
      "  - { id: git/drop, events: before_tool_call, when: 'facts.actions.any(a, a.kind == \"git.stash-drop\")', ask: sure? }",
    ].join("\n"),
  );
  expect(issues).toEqual([]);
  expect(policies.map(({ id }) => id).toSorted()).toEqual(idsOf("git").toSorted());
  expect(policies.find(({ id }) => id === "git/drop")?.source?.pack).toBeUndefined();
});

test("a policy that is not in force replaces nothing", () => {
  const { policies } = read("version: 1\nextends: [pack/git]\npolicies:\n  - { id: git/drop, deny: no }\n");
  expect(policies.map(({ id }) => id)).toEqual(idsOf("git"));
});

test("`without` leaves policies out, and says which it does not know", () => {
  const { policies, issues } = read(
    "version: 1\nextends: [{ pack: git, without: [git/drop, git/prunes] }]\n",
  );
  expect(policies.map(({ id }) => id)).toEqual(idsOf("git").filter((id) => id !== "git/drop"));
  expect(issues).toMatchObject([
    { severity: "error", code: "unknown-policy", cure: "did you mean `git/prune`?" },
  ]);
});

test("`except` is where a policy of a pack does not apply after all; what is wrong with it is no exception", () => {
  const own = read("version: 1\nextends: [{ pack: git }]\n").policies;
  const conditionOf = (policies: typeof own, id: string): string | undefined =>
    policies.find((one) => one.id === id)?.condition?.text;
  const { policies, issues } = read(
    `version: 1\nextends: [{ pack: git, except: { git/drop: 'params.command == "x" || false' } }]\n`,
  );
  expect(issues).toEqual([]);
  expect(conditionOf(policies, "git/drop")).toMatch(/ && !\(params\.command == "x" \|\| false\)$/);
  expect(policies.every(({ condition }) => condition?.ast != null)).toBe(true);
  for (const id of idsOf("git").filter((one) => one !== "git/drop"))
    expect(conditionOf(policies, id)).toBe(conditionOf(own, id));
  for (const [wrong, code] of [
    ["[git/drop]", "invalid-type"],
    ["{ git/dropp: 'true' }", "unknown-policy"],
    ["{ git/drop: 1 }", "invalid-value"],
    ["{ git/drop: 'params.command ==' }", "condition-syntax"],
  ] as const) {
    const read1 = read(`version: 1\nextends: [{ pack: git, except: ${wrong} }]\n`);
    expect(read1.issues).toMatchObject([{ severity: "error", code }]);
    expect(read1.policies.map(({ condition }) => condition?.text)).toEqual(
      own.map(({ condition }) => condition?.text),
    );
  }
  const [allows] = idsOf("read-only");
  expect(
    read(`version: 1\nextends: [{ pack: read-only, except: { ${allows ?? ""}: 'true' } }]\n`).issues,
  ).toMatchObject([{ code: "invalid-value" }]);
});

test("what a pack that does not exist would deny is lost", () => {
  const { issues, lost } = read("version: 1\nextends: [pack/gti, pack/elephant]\n");
  expect(issues).toMatchObject([
    { severity: "error", code: "unknown-pack", line: 2, cure: "did you mean `pack/git`?" },
    {
      severity: "error",
      code: "unknown-pack",
      cure: expect.stringContaining("`pack/destructive`") as string,
    },
  ]);
  expect(lost).toMatchObject([{ events: "all gating" }, { events: "all gating" }]);
});

test.each([
  ["extends: 5", "expected a list of packs"],
  ["extend: [pack/git]", "extends"],
  ["extends: [{ packs: git }]", "name of a pack"],
  ["extends: [5]", "name of a pack"],
])("a file whose packs cannot be read has lost them: %s", (line, said) => {
  const { issues, lost } = read(
    `version: 1\n${line}\npolicies: [{ id: a, events: before_tool_call, deny: no }]\n`,
  );
  expect(issues.map(({ message, cure }) => `${message} ${cure ?? ""}`).join("\n")).toContain(said);
  expect(lost).toMatchObject([{ events: "all gating" }]);
});

test("lists of a pack are literals, whatever they hold", () => {
  const hostile = ['x"]) || true || ("', "a\\", "$more", "it's"];
  const { policies, issues } = read(
    JSON.stringify({ version: 1, extends: [{ pack: "remote-code", allow_packages: hostile }] }),
  );
  expect(issues).toEqual([]);
  const { condition } = policies.find(({ id }) => id === "remote-code/packages") ?? {};
  expect(condition?.ast).not.toBeNull();
  expect(JSON.stringify(condition?.ast)).toContain(JSON.stringify(hostile[0]));
  const named = hostile.filter((value) => JSON.stringify(condition?.ast).includes(JSON.stringify(value)));
  expect(named).toEqual(hostile);
});

test.each([
  ["exfiltration", "allow_hosts: [API.example.com]", "invalid-value"],
  ["exfiltration", "allow_hosts: ['{a,b}']", "invalid-value"],
  ["exfiltration", "allow_hosts: [1]", "invalid-type"],
  ["exfiltration", "allow_host: [a]", "unknown-key"],
  ["destructive", "scratch: [tmp]", "invalid-value"],
  ["destructive", "scratch: ['/tmp/{a,b}']", "invalid-value"],
  ["destructive", "scratch: ['/tmp/']", "invalid-value"],
  [
    "destructive",
    `scratch: [${Array.from({ length: 100 }, (_, at) => `/scratch-${at}`).join(", ")}]`,
    "too-large",
  ],
])("a list that is wrong is not taken, and the pack is in force: %s %s", (name, list, code) => {
  const { policies, issues } = read(`version: 1\nextends: [{ pack: ${name}, ${list} }]\n`);
  expect(issues).toMatchObject([{ severity: "error", code, line: 2 }]);
  expect(policies).toEqual(read(`version: 1\nextends: [{ pack: ${name} }]\n`).policies);
});

test("an empty list of paths or hosts matches nothing, and is no issue", () => {
  for (const list of ["pack: destructive, scratch: []", "pack: exfiltration, allow_hosts: [], more: []"]) {
    expect(read(`version: 1\nextends: [{ ${list} }]\n`).issues).toEqual([]);
  }
});

test("two files may extend one pack: both are in force, so neither loosens the other", () => {
  const text = "version: 1\nextends: [{ pack: exfiltration, allow_hosts: ['*'] }]\n";
  const strict = "version: 1\nextends: [pack/exfiltration]\n";
  const { policies, issues } = loadAll([
    { path: "a.yaml", text: strict, tier: "enforced" },
    { path: "b.yaml", text, tier: "project" },
  ]);
  expect(issues).toEqual([]);
  expect(policies.filter(({ id }) => id === "exfiltration/host").map(({ tier }) => tier)).toEqual([
    "enforced",
    "project",
  ]);
});

test("a file cannot take the name of another file's policy of a pack without an issue", () => {
  const { issues, policies } = loadAll([
    { path: "a.yaml", text: "version: 1\nextends: [pack/git]\n", tier: "enforced" },
    {
      path: "b.yaml",
      text: "version: 1\npolicies: [{ id: git/drop, events: before_tool_call, enabled: false, deny: no }]\n",
      tier: "project",
    },
  ]);
  expect(issues).toMatchObject([{ code: "duplicate-name", path: "b.yaml" }]);
  expect(policies.filter(({ id }) => id === "git/drop")).toHaveLength(2);
});

test("a pack named twice is an issue", () => {
  const { issues } = read("version: 1\nextends: [pack/git, { pack: git, without: [git/drop] }]\n");
  expect(issues).toMatchObject([{ severity: "error", code: "duplicate-name" }]);
});

/** They read what a hook alone knows, of what is on the machine: a command by itself is no example (packages/cli/test/own-code.test.ts). */
const ON_A_MACHINE: ReadonlySet<string> = new Set(["own-code/unanswered", "understood/changed-code"]);

test.each(packs().map((pack) => [pack.name, pack] as const))("the pack %s has no issues", (name, pack) => {
  const { policies, tests, issues } = loadPack(pack);
  expect(issues).toEqual([]);
  expect(policies.map(({ id }) => id)).toEqual(pack.policies.map(({ id }) => id));
  expect(policies.every(({ condition }) => typeof condition?.ast === "object")).toBe(true);
  for (const { id } of pack.policies) {
    expect(id.startsWith(`${name}/`)).toBe(true);
    const own = tests.filter(({ policy }) => policy === id);
    // What reads memory applies to no first call: its examples are the sessions of test/sessions/pack-session.yaml.
    const needsMore = ON_A_MACHINE.has(id) || pack.memory !== undefined;
    expect(own.some(({ expect: { applies } }) => applies === true)).toBe(!needsMore);
    expect(own.some(({ expect: { applies } }) => applies === false)).toBe(true);
  }
});
