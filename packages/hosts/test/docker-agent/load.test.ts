import { compilePolicies } from "@gatehouse-hooks/engine";
import { hooksFromFlags, load, type DockerAgentOptions, VOCABULARY } from "@gatehouse-hooks/hosts";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideWith, loadFile, nobody } from "./rig.js";
import { assertLaw } from "../../../../test/assert-law.js";

function loadText(text: string, dockerAgent: DockerAgentOptions = {}): ReturnType<typeof load> {
  return load(text, { path: "agent.yaml", format: "docker-agent", options: { "docker-agent": dockerAgent } });
}

test("a hook becomes a policy with everything that stands in it", () => {
  const { policies, issues } = loadText(`agents:
  root:
    hooks:
      post_tool_use:
        - matcher: "shell|edit_.*"
          hooks:
            - name: summary
              type: command
              command: |
                cat >/dev/null
                echo done
              timeout: 10
              working_dir: ./w
              env:
                PORT: 8080
                VERSION: 1.10
                DEBUG: true
              on_error: block
      turn_start:
        - {type: builtin, command: add_prompt_files, args: [A.md, 7]}
      pre_tool_use:
        - hooks:
            - {type: model, model: openai/m, prompt: "{{ .ToolName }}", schema: pre_tool_use_decision}
`);
  expect(issues).toEqual([]);
  expect(policies).toEqual([
    {
      id: "post_tool_use[0].hooks[0]: summary",
      tier: "project",
      events: ["post_tool_use"],
      handler: {
        kind: "command",
        command: "cat >/dev/null\necho done\n",
        env: { PORT: "8080", VERSION: "1.10", DEBUG: "true" },
        workingDir: "./w",
        timeoutMs: 10_000,
        contract: "docker-agent",
      },
      order: 0,
      matcher: expect.objectContaining({
        text: 'tool_name.matches("^(?:shell|edit_.*)$") || !(tool_name >= "")',
      }) as object,
      onFailure: "deny",
      alwaysRuns: true,
      source: { path: "agent.yaml", line: 7, format: "docker-agent" },
    },
    expect.objectContaining({
      id: "turn_start[0]: add_prompt_files",
      handler: { kind: "builtin", name: "add_prompt_files", args: ["A.md", "7"], timeoutMs: 60_000 },
      onFailure: "warn",
    }),
    expect.objectContaining({
      handler: {
        kind: "judge",
        prompt: "{{ .ToolName }}",
        model: "openai/m",
        timeoutMs: 60_000,
        cache: "none",
        template: "docker-agent",
        schema: "pre_tool_use_decision",
      },
      onFailure: "deny",
    }),
  ]);
  expect(policies[2]).not.toHaveProperty("alwaysRuns");
});

test("every problem of a bad file is reported at its place, and nothing of it is loaded", () => {
  const { policies, issues } = loadText(`permissions:
  deny: ["shell:cmd=[z-a]", "rm[]"]
  alow: [shell]
agents:
  root:
    hook: {}
    add_date: "yes"
    hooks:
      pre_tol_use: []
      stop:
        - type: teleport
        - {type: command}
        - {type: model, model: m}
        - {type: command, command: x, on_eror: warn}
      pre_tool_use:
        - matcher: "(?=x)"
          hooks: [{type: command, command: ok}]
        - matcher: shell
      turn_start: echo
`);
  expect(policies).toEqual([]);
  expect(issues.map(({ line, column, code }) => [line, column, code])).toEqual([
    [2, 10, "invalid-pattern"],
    [2, 29, "invalid-pattern"],
    [3, 3, "unknown-key"],
    [6, 5, "unknown-key"],
    [7, 15, "invalid-value"],
    [9, 7, "unknown-event"],
    [11, 17, "invalid-value"],
    [12, 11, "missing-key"],
    [13, 11, "missing-key"],
    [14, 39, "unknown-key"],
    [16, 20, "invalid-matcher"],
    [18, 11, "missing-key"],
    [19, 19, "invalid-type"],
  ]);
  for (const { message, cure } of issues) {
    expect(message).toMatch(/; the file is not loaded$/);
    expect(cure).not.toBe("");
  }
});

test.each([
  ["agents: [", "yaml-syntax"],
  ["agents: &a {}", "yaml-alias"],
  ["- 1", "invalid-type"],
  ["agents: 1", "invalid-type"],
  ["agents: {root: 1}", "invalid-type"],
  ["agents: {root: {hooks: []}}", "invalid-type"],
  ["agents: {root: {hooks: {stop: [1]}}}", "invalid-value"],
  ["permissions: {deny: shell}", "invalid-value"],
  ["stop: [{type: command, command: x}]\nstopp: []", "unknown-event"],
])("%j is refused", (text, code) => {
  const { policies, issues } = loadText(text);
  expect(policies).toEqual([]);
  expect(issues.map((issue) => issue.code)).toEqual([code]);
});

test("the hooks of several agents are for the events of their agents", () => {
  const text = `agents:
  coder: {hooks: {stop: [{type: command, command: c}]}}
  reviewer: {hooks: {stop: [{type: command, command: r}]}}
  idle:
`;
  const { policies } = loadText(text);
  const asked = (event: object): readonly string[] => {
    const names: string[] = [];
    decideWith(policies, { event: "stop", ...event }, ({ handler }) => {
      names.push((handler as { command: string }).command);
      return { kind: "approve", reason: "" };
    });
    return names;
  };
  expect(asked({ agent_name: "coder" })).toEqual(["c"]);
  expect(asked({ agent_name: "reviewer" })).toEqual(["r"]);
  // An event that names no agent: rather too many hooks than too few.
  expect(asked({})).toEqual(["c", "r"]);
  const one = loadText(text, { agent: "coder" });
  expect(one.policies.map(({ id, condition }) => [id, condition])).toEqual([["stop[0]: c", undefined]]);
  const none = loadText(text, { agent: "codr" });
  expect(none.policies).toEqual([]);
  expect(none.issues).toMatchObject([{ code: "unknown-agent", cure: "did you mean `coder`?" }]);
});

test("a flag of the agent is the hook that it stands for", () => {
  const hooks = { turn_start: [{ type: "builtin", command: "add_date" }] };
  const agent = {
    add_date: true,
    add_environment_info: false,
    add_prompt_files: ["A.md"],
    redact_secrets: true,
  };
  const { policies } = loadFile({ agents: { root: { ...agent, hooks } } });
  expect(policies.map(({ id, handler }) => [id, handler])).toEqual([
    ["turn_start[0]: add_date", { kind: "builtin", name: "add_date", timeoutMs: 60_000 }],
    [
      "turn_start: add_prompt_files",
      { kind: "builtin", name: "add_prompt_files", args: ["A.md"], timeoutMs: 60_000 },
    ],
    ...["pre_tool_use", "before_llm_call", "tool_response_transform"].map((event) => [
      `${event}: redact_secrets`,
      { kind: "builtin", name: "redact_secrets", timeoutMs: 60_000 },
    ]),
  ]);
});

test("the hooks of flags stand after those of the file, for every tool", () => {
  const extraHooks = hooksFromFlags({ "hook-pre-tool-use": ["flag", " "], "hook-stop": [], other: ["x"] });
  const { policies } = loadFile(
    {
      agents: {
        root: { hooks: { pre_tool_use: [{ matcher: "a", hooks: [{ type: "command", command: "own" }] }] } },
      },
    },
    { extraHooks },
  );
  expect(policies.map(({ id, matcher }) => [id, matcher?.text])).toEqual([
    ["pre_tool_use[0].hooks[0]: own", 'tool_name.matches("^(?:a)$") || !(tool_name >= "")'],
    ["extra.pre_tool_use[0].hooks[0]: flag", undefined],
  ]);
});

test("a hook that stands under several matchers runs once, for the tools of all of them", () => {
  const hooks = [{ type: "command", command: "x" }];
  const { policies } = loadFile({
    agents: {
      root: {
        hooks: {
          pre_tool_use: [
            { matcher: "a", hooks },
            { matcher: "b", hooks },
          ],
        },
      },
    },
  });
  let asked = 0;
  for (const tool of ["a", "b", "c"]) {
    decideWith(policies, { event: "pre_tool_use", tool_name: tool }, () => {
      asked++;
      return { kind: "approve", reason: "" };
    });
  }
  expect(asked).toBe(2);
});

test("no model is asked about a call that a rule decides", () => {
  const { policies } = loadFile({
    permissions: { allow: ["read_*"], deny: ["shell:cmd=*sudo*"] },
    agents: { root: { hooks: { pre_tool_use: [{ hooks: [{ type: "model", model: "m", prompt: "p" }] }] } } },
  });
  const event = { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "SUDO ls" } };
  expect(decideWith(policies, event, nobody).effect).toBe("deny");
  expect(decideWith(policies, { ...event, tool_name: "read_file" }, nobody).effect).toBe("allow");
  const asked = decideWith(policies, { ...event, tool_input: {} }, () => ({ kind: "ask", reason: "hm" }));
  expect(asked.effect).toBe("ask");
});

test("the fixture that covers document 002 loads with no issue, in both generations", () => {
  const text = readFileSync(new URL("../../../../examples/docker-agent/hooks.yaml", import.meta.url));
  for (const compat of ["2026-05", "2026-09"] as const) {
    const { policies, issues } = load(text, {
      path: "hooks.yaml",
      format: "docker-agent",
      options: { "docker-agent": { compat } },
    });
    expect(issues).toEqual([]);
    expect(new Set(policies.flatMap(({ events }) => events)).size).toBe(23);
  }
});

test("what loads without an error also compiles without one", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom("a".repeat(700), "\u202e".repeat(190), "x: y", "#"),
  );
  const hook = fc.record(
    {
      name: text,
      type: fc.constantFrom("command", "builtin", "model"),
      command: text,
      args: fc.array(text, { maxLength: 2 }),
      timeout: fc.constantFrom(0, 1, 2_147_483),
      env: fc.dictionary(text, text, { maxKeys: 2 }),
      working_dir: text,
      on_error: fc.constantFrom("warn", "ignore", "block"),
      model: text,
      prompt: text,
      schema: fc.constantFrom("", "pre_tool_use_decision"),
    },
    { requiredKeys: ["type", "command", "model", "prompt"] },
  );
  const file = fc.record({
    permissions: fc.record({
      allow: fc.array(text, { maxLength: 2 }),
      deny: fc.array(text, { maxLength: 2 }),
    }),
    agents: fc.dictionary(
      text,
      fc.record({
        hooks: fc.record({
          pre_tool_use: fc.array(fc.record({ matcher: text, hooks: fc.array(hook, { maxLength: 2 }) }), {
            maxLength: 2,
          }),
          turn_start: fc.array(hook, { maxLength: 2 }),
        }),
      }),
      { maxKeys: 2 },
    ),
  });
  let loaded = 0;
  assertLaw(
    fc.property(file, (value) => {
      const { policies, issues } = loadFile(value);
      const errors = [...issues, ...compilePolicies(policies, { vocabulary: VOCABULARY }).issues].filter(
        ({ severity }) => severity === "error",
      );
      if (issues.some(({ severity }) => severity === "error")) {
        expect(policies).toEqual([]);
      } else {
        loaded++;
        expect(errors).toEqual([]);
      }
    }),
    { quick: 200 },
  );
  expect(loaded).toBeGreaterThan(10);
});

test("with more allow patterns than a condition holds, the model is asked", () => {
  const allow = Array.from({ length: 400 }, (_, index) => `tool_${index}:key=value*`);
  const { policies, issues } = loadFile({
    permissions: { allow },
    agents: { root: { hooks: { pre_tool_use: [{ hooks: [{ type: "model", model: "m", prompt: "p" }] }] } } },
  });
  expect(issues).toEqual([]);
  const event = { event: "pre_tool_use", tool_name: "tool_1", tool_input: { key: "value" } };
  expect(decideWith(policies, event, () => ({ kind: "deny", reason: "no" })).effect).toBe("deny");
});
