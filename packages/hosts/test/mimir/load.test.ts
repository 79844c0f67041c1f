import { compilePolicies, decide, type Tier, policiesOf } from "@gatehouse-hooks/engine";
import { formatOf, load, loadAll, VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

const read = (text: string, tier: Tier = "project"): ReturnType<typeof load> =>
  load(text, { path: ".mimir/config.yml", tier });
const codes = (text: string, tier?: Tier): readonly string[] =>
  read(text, tier).issues.map(({ severity, code, line }) => `${severity} ${code} ${line ?? 0}`);
const effect = (loaded: ReturnType<typeof load>, event: string): string =>
  decide(compilePolicies(loaded).set, { event }).effect;

test("the file is known by its place", () => {
  expect(
    ["/home/u/.mimir/config.yml", ".mimir/config.yaml", "mimir/config.yml", ".mimir/x.yml"].map((name) =>
      formatOf(name),
    ),
  ).toEqual(["mimir", "mimir", "gatehouse", "gatehouse"]);
});

test("a hook as a policy", () => {
  const { policies, issues } = read(
    'llm: { model: x }\nhooks:\n  pre-file-write:\n    command: npx eslint {file_path}\n    continueOnError: false\n    prompt: true\n    patterns: ["src/**"]\n    environment: { CI: 1, T: "${TOKEN}" }\n',
  );
  expect(issues).toEqual([]);
  expect(policies).toMatchObject([
    {
      id: "mimir.project.pre-file-write",
      tier: "project",
      events: ["pre-file-write"],
      onFailure: "deny",
      order: 0,
      priority: 100,
      handler: {
        kind: "command",
        command: 'npx eslint "${MIMIR_file_path?}"',
        env: { CI: "1", T: "${TOKEN}" },
        timeoutMs: 10_000,
        prompt: true,
        mayRewrite: false,
        contract: "mimir",
      },
      condition: {
        text: 'relative_path == null || (relative_path.glob("src/**") || relative_path.glob("src"))',
      },
      source: { path: ".mimir/config.yml", line: 3, format: "mimir" },
    },
  ]);
  expect(compilePolicies(policies, { vocabulary: VOCABULARY }).issues).toEqual([]);
});

test("a misspelt event is told with those that it may mean, and guards these", () => {
  for (const [name, cure, events] of [
    ["pre-bash-exec", "did you mean `pre-bash-execution`?", ["pre-bash-exec", "pre-bash-execution"]],
    ["PreToolCalls", "did you mean `pre-tool-call`?", ["PreToolCalls", "pre-tool-call"]],
    ["on-plan", "did you mean `on-plan-approve` or `on-plan-reject`?", []],
    ["nonsense", expect.stringMatching(/^known are pre-tool-call, /), "all gating"],
  ] as const) {
    const { issues, lost } = read(`hooks: { ${name}: { command: x, continueOnError: false } }`);
    expect(issues.map((one) => one.cure)).toEqual([cure]);
    expect(lost.map((one) => one.events)).toEqual([events]);
  }
});

describe("what is wrong is reported at its place, and never opens a gate", () => {
  test.each([
    // [text, issues, effect of pre-bash-execution when nobody runs the command]
    [
      "hooks: { pre-bash-execution: { command: x, continueOnError: false, timeout: 0 } }",
      ["error invalid-value 1"],
      "deny",
    ],
    [
      'hooks: { pre-bash-execution: { command: x, continueOnError: "no" } }',
      ["error invalid-value 1"],
      "deny",
    ],
    ["hooks: { pre-bash-execution: { command: x, continueOnEror: false } }", ["error unknown-key 1"], "deny"],
    [
      "hooks: { pre-bash-execution: { command: x, continueOnError: true, foo: 1 } }",
      ["error unknown-key 1"],
      "abstain",
    ],
    ["hooks: { pre-bash-execution: { command: x, prompt: 1 } }", ["error invalid-value 1"], "abstain"],
    [
      "hooks: { pre-bash-execution: { continueOnError: false } }",
      ["error missing-key 1", "error not-run 1"],
      "deny",
    ],
    [
      "hooks: { pre-bash-execution: { command: [a], continueOnError: false } }",
      ["error invalid-value 1", "error not-run 1"],
      "deny",
    ],
    [
      'hooks: { pre-bash-execution: { command: "{bash_command}" } }',
      ["error unsafe-variable 1", "error not-run 1"],
      "abstain",
    ],
    [
      "hooks: { pre-bash-execution: { command: \"sh -c '{bash_command}'\", continueOnError: false } }",
      ["error unsafe-variable 1", "error not-run 1"],
      "deny",
    ],
    [
      'hooks: { pre-bash-execution: { command: x, environment: { MIMIR_x: a, "a b": c } } }',
      ["error invalid-value 1", "error invalid-value 1"],
      "abstain",
    ],
    ["hooks: { pre-bash-execution: { command: x, patterns: [a] } }", ["warning no-filter 1"], "abstain"],
    ["hooks: { pre-bash-exec: { command: x } }", ["error unknown-event 1"], "abstain"],
    ["hooks: [ { command: x } ]", ["error invalid-type 1"], "deny"],
    ["hooks: { pre-bash-execution: x }", ["error invalid-type 1"], "deny"],
    ["hook: { pre-bash-execution: x }", ["error unknown-key 1"], "deny"],
    ["hooks:\n", [], "abstain"],
    ["- a", ["error invalid-type 1"], "deny"],
  ])("%s", (text, wanted, decision) => {
    const loaded = read(text);
    expect(codes(text).toSorted()).toEqual(wanted.toSorted());
    expect(effect(loaded, "pre-bash-execution")).toBe(decision);
    expect(compilePolicies(loaded.policies, { vocabulary: VOCABULARY }).issues).toEqual([]);
  });

  test("the place of an unsafe placeholder is its place in the file", () => {
    const { issues } = read(
      "hooks:\n  on-agent-error:\n    command: |\n      echo ok\n      sh -c '{error_message}'\n",
    );
    expect(issues.find(({ code }) => code === "unsafe-variable")).toMatchObject({ line: 5, column: 13 });
  });

  test("an event that cannot block says so when it is asked to", () => {
    const text = "hooks: { post-file-write: { command: x, continueOnError: false } }";
    expect(codes(text)).toEqual(["warning cannot-block 1"]);
    expect(read(text).policies[0]?.onFailure).toBe("warn");
  });
});

describe("enforcement", () => {
  const enforcement =
    "enforcement:\n  hooks:\n    pre-tool-call: { command: ORG, enforced: true, prompt: true }\n";

  test("the tier is the caller's, not the file's", () => {
    expect(read(enforcement, "enforced").policies.map(({ tier, id }) => [tier, id])).toEqual([
      ["enforced", "mimir.enforced.pre-tool-call"],
    ]);
    expect(codes(enforcement, "enforced")).toEqual(["error conflicting-keys 3"]);
    expect(read(enforcement).policies.map(({ tier, id }) => [tier, id])).toEqual([
      ["project", "mimir.project.pre-tool-call.enforcement"],
    ]);
    expect(codes(enforcement)).toEqual(["error not-enforced 2", "error not-enforced 3"]);
  });

  test("an enforced hook does not ask: nobody may decline it", () => {
    expect(read(enforcement, "enforced").policies[0]?.handler).not.toHaveProperty("prompt");
  });

  test("enforced, then global, then project", () => {
    const { policies } = loadAll([
      {
        path: "p/.mimir/config.yml",
        tier: "project",
        text: "hooks: { pre-tool-call: { command: PROJECT } }",
      },
      { path: "o/.mimir/config.yml", tier: "enforced", text: enforcement },
      { path: "g/.mimir/config.yml", tier: "user", text: "hooks: { pre-tool-call: { command: GLOBAL } }" },
    ]);
    const { set } = compilePolicies(policies, { vocabulary: VOCABULARY });
    expect(policiesOf(set).map(({ handler }) => handler.kind === "command" && handler.command)).toEqual([
      "ORG",
      "GLOBAL",
      "PROJECT",
    ]);
  });
});

describe("a hook that is not in force denies what it could have denied, and no more (M1, S4)", () => {
  const GOOD = "  pre-tool-call: { command: x, continueOnError: true }\n";
  const beside = (text: string): string => `hooks:\n${GOOD}  ${text}\n`;

  test.each<[string, readonly ("all gating" | readonly string[])[]]>([
    // [file, events of the lost policies]
    [beside("pre-bash-execution: [{ command: x }]"), [["pre-bash-execution"]]],
    [beside("pre-bash-execution: [{ command: x, continueOnError: true }]"), [[]]],
    [beside("pre-bash-execution: []"), [["pre-bash-execution"]]],
    [beside("pre-bash-execution: ./check.sh"), [["pre-bash-execution"]]],
    [beside("pre-bash-execution: 1"), [["pre-bash-execution"]]],
    [beside("pre-bash-execution:"), [["pre-bash-execution"]]],
    [beside("post-file-write: ./format.sh"), [[]]],
    [beside("pre-bash-execution: { continueOnError: false }"), [["pre-bash-execution"]]],
    [beside('pre-bash-execution: { continueOnError: "no" }'), [["pre-bash-execution"]]],
    [beside("pre-bash-execution: { comand: x }"), [["pre-bash-execution"]]],
    [beside("pre-bash-execution: { comand: x, continueOnError: true }"), [[]]],
    [beside("pre-bash-execution: {}"), [[]]],
    [
      beside("pre-bash-execution: { command: 'eval {bash_command}', continueOnError: false }"),
      [["pre-bash-execution"]],
    ],
    [beside("pre-bash-execution: { command: 'eval {bash_command}' }"), [[]]],
    [
      beside("pre-bash-exeuction: { command: x, continueOnError: false }"),
      [["pre-bash-exeuction", "pre-bash-execution"]],
    ],
    [beside("pre-bash-exeuction: { command: x }"), [[]]],
    [beside("pre-bash-exeuction: x"), [["pre-bash-exeuction", "pre-bash-execution"]]],
    [
      beside("pre_bash_execution: { command: x, continueOnError: false }"),
      [["pre_bash_execution", "pre-bash-execution"]],
    ],
    [beside("post-file-wirte: { command: x, continueOnError: false }"), [[]]],
    [beside("something-else: { command: x, continueOnError: false }"), ["all gating"]],
    [beside("something-else: { command: x }"), [[]]],
    [beside("something-else: x"), ["all gating"]],
    [`enforcement: [1]\nhooks:\n${GOOD}`, ["all gating"]],
    [`enforcement: x\nhooks:\n${GOOD}`, ["all gating"]],
    [`enforcement: { hook: { pre-bash-execution: { command: x } } }\nhooks:\n${GOOD}`, ["all gating"]],
    [`enforcement: { hooks: [1] }\nhooks:\n${GOOD}`, ["all gating"]],
    [`enforcement: { pre-bash-execution: [1] }\nhooks:\n${GOOD}`, [["pre-bash-execution"]]],
    [`hook:\n${GOOD}`, ["all gating"]],
    [`Hooks:\n${GOOD}`, ["all gating"]],
    [`hoks: 1\nhooks:\n${GOOD}`, ["all gating"]],
    [`hook:\nhooks:\n${GOOD}`, [[]]],
    [`enforcment: { hooks: {} }\nhooks:\n${GOOD}`, ["all gating"]],
    [`pre-bash-execution: { command: x, continueOnError: false }\n`, [["pre-bash-execution"]]],
    [
      `pre-bash-exeuction: { command: x, continueOnError: false }\n`,
      [["pre-bash-exeuction", "pre-bash-execution"]],
    ],
    ["hooks: 1", ["all gating"]],
    ["- a", ["all gating"]],
  ])("%j", (text, events) => {
    for (const tier of ["project", "user", "enforced"] as const) {
      const loaded = read(text, tier);
      expect(loaded.issues.some(({ severity }) => severity === "error")).toBe(true);
      expect(loaded.lost.map((one) => one.events)).toEqual(events);
      for (const lost of loaded.lost) {
        expect(lost).toMatchObject({ file: ".mimir/config.yml", tier, line: expect.any(Number) as number });
        expect(lost.why).not.toMatch(/\.$/);
      }
      const denied = (event: string): boolean => effect(loaded, event) === "deny";
      expect(denied("pre-bash-execution")).toBe(
        events.some((one) => one === "all gating" || one.includes("pre-bash-execution")),
      );
      expect(denied("pre-file-write")).toBe(events.includes("all gating"));
    }
  });

  test("keys of Mimir's own are its own affair", () => {
    const loaded = read(`llm: { provider: x }\npermissions: { autoAccept: true }\nhooks:\n${GOOD}`);
    expect([loaded.issues, loaded.lost]).toEqual([[], []]);
  });
});

describe("variables that choose what programs load or run are warned of (M11)", () => {
  test.each([
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ENV",
    "PATH",
    "IFS",
    "NODE_OPTIONS",
    "PYTHONPATH",
    "PERL5OPT",
    "GIT_SSH_COMMAND",
    "PAGER",
    "EDITOR",
    "SHELL",
    "PS4",
  ])("%s", (name) => {
    const { policies, issues } = read(
      `hooks: { pre-tool-call: { command: ./x.sh, environment: { ${name}: a, CI: b } } }`,
    );
    expect(issues.map(({ severity, code }) => [severity, code])).toEqual([["warning", "powerful-variable"]]);
    expect(issues[0]?.message).toContain(name);
    expect(policies[0]?.handler).toMatchObject({ env: { [name]: "a", CI: "b" } });
    expect(policies[0]?.onFailure).toBe("warn");
  });
});
