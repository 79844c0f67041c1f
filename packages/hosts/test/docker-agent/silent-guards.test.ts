// A guard that could never stop anything is said where the file is read, and what it was for is denied.
import { compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { load, type Loaded, VOCABULARY } from "@gatehouse-hooks/hosts";
import { dockerAgentPrompts } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

function read(text: string): Loaded {
  return load(text, { path: "agent.yaml", format: "docker-agent" });
}

function effect({ policies, lost }: Loaded, event: object): string {
  const given = readEvent(event);
  if (given.kind !== "event") throw new Error("no event");
  return decide(compilePolicies({ policies, lost }, { vocabulary: VOCABULARY }).set, given.event).effect;
}

const CALL = { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "sudo ls" } };

describe("a hard limit without a number", () => {
  test.each([
    "",
    ', args: ["abc"]',
    ', args: ["0"]',
    ', args: ["-1"]',
    ', args: ["5", "6"]',
    ', args: ["1.5"]',
  ])("is an error, and no model is called: %s", (args) => {
    const loaded = read(`hooks: { before_llm_call: [{ type: builtin, command: max_iterations${args} }] }`);
    expect(loaded.issues).toMatchObject([
      { severity: "error", code: "invalid-value", cure: expect.stringContaining("args") as string },
    ]);
    expect(effect(loaded, { event: "before_llm_call", iteration: 1, messages: [] })).toBe("deny");
  });

  test("is none with one", () => {
    expect(
      read('hooks: { before_llm_call: [{ type: builtin, command: max_iterations, args: ["50"] }] }').issues,
    ).toEqual([]);
  });
});

describe("the template of a question to a model", () => {
  const of = (prompt: string): Loaded =>
    read(
      `hooks: { pre_tool_use: [{ matcher: "*", hooks: [{ type: model, model: openai/m, schema: pre_tool_use_decision, prompt: ${JSON.stringify(prompt)} }] }] }`,
    );

  test.each([
    ["{{ range .Messages }}x{{ end }}", "toJSON"],
    ["{{ .tool_name }}", "`.ToolName`"],
    ["{{ .toolName }}", "`.ToolName`"],
    ["{{ if .ToolName }}{{ .tool_input.cmd }}{{ end }}", "`.ToolInput`"],
    ["{{ . }}", "toJSON ."],
    ["{{ .ToolName", "{{ .ToolName }}"],
  ])("that can never be filled in is an error with a cure: %s", (prompt, cure) => {
    const loaded = of(prompt);
    expect(loaded.issues).toMatchObject([
      { severity: "error", cure: expect.stringContaining(cure) as string },
    ]);
    expect(effect(loaded, CALL)).toBe("deny");
  });

  test("shows the whole input as JSON, through what hides and fences it", () => {
    const prompt = "{{ toJSON . }}";
    expect(of(prompt).issues).toEqual([]);
    const compiled = dockerAgentPrompts.compile({ prompt });
    const shown = compiled.ok
      ? compiled.request(CALL, { show: (text) => `<${text}>`, rule: "" })
      : { ok: false as const, problem: compiled.problem };
    if (!shown.ok) throw new Error(shown.problem);
    const text = shown.prompt;
    expect([text.at(0), text.at(-1)]).toEqual(["<", ">"]);
    const { event, ...fields } = CALL;
    expect(JSON.parse(text.slice(1, -1))).toEqual({ ...fields, hook_event_name: event });
  });
});

test("on_error: block where nothing can be stopped is a warning, and the file is in force", () => {
  const loaded = read(
    'hooks: { turn_end: [{ type: command, command: x, on_error: block }] }\npermissions: { deny: ["shell"] }',
  );
  expect(loaded.issues).toMatchObject([{ severity: "warning", code: "invalid-value" }]);
  expect([loaded.lost, effect(loaded, CALL)]).toEqual([[], "deny"]);
});

test("the setting `snapshot` takes snapshots; other settings are not read, and are said", () => {
  const taken = read("settings: { snapshot: true }");
  expect([taken.issues, taken.policies.flatMap(({ events }) => events)]).toEqual([
    [],
    ["turn_start", "turn_end", "session_end"],
  ]);
  expect(read("settings: { snapshot: false }\nagents: {}").policies).toEqual([]);
  expect(effect(read("settings: { snapshot: true, hooks: {} }"), CALL)).toBe("deny");
});

test.each(["hooks: { pre_tool_use: [] }", "permissions: { deny: [shell] }"])(
  "what guards inside a toolset is an error: %s",
  (guard) => {
    const loaded = read(`agents: { root: { toolsets: [{ type: shell, ${guard} }] } }`);
    expect(loaded.issues).toMatchObject([{ severity: "error", code: "unknown-key" }]);
    expect(effect(loaded, CALL)).toBe("deny");
  },
);

describe("a pattern that matches no call", () => {
  test.each([
    ["shell|edit_file", "`shell` and `edit_file`"],
    ["shell|fetch:cmd=*sudo*", "`shell:cmd=*sudo*`"],
    ["mcp__.*", "`mcp:*`"],
    ["mcp__github__delete_*", "`mcp:github:delete_*`"],
    ["write_.*", "`write_*`"],
    [":cmd=*sudo*", "`*:cmd=*sudo*`"],
  ])("denies until it is corrected: %s", (pattern, cure) => {
    const loaded = read(`permissions: { deny: [${JSON.stringify(pattern)}] }`);
    expect(loaded.issues).toMatchObject([
      { severity: "error", code: "dead-pattern", cure: expect.stringContaining(cure) as string },
    ]);
    expect(effect(loaded, CALL)).toBe("deny");
  });

  test.each([
    "shell",
    "mcp:github:delete_*",
    "mcp:*",
    "read_*",
    "*:cmd=*sudo*",
    "shell:cmd=a|b",
    "shell:cmd=x.*",
  ])("is none of these: %s", (pattern) => {
    expect(read(`permissions: { deny: [${JSON.stringify(pattern)}] }`).issues).toEqual([]);
  });
});

test("a misspelt builtin that takes secrets out of responses denies the calls", () => {
  const loaded = read(
    "hooks: { tool_response_transform: [{ hooks: [{ type: builtin, command: redact_secret }] }] }",
  );
  expect(loaded.issues).toMatchObject([{ severity: "error", code: "unknown-builtin" }]);
  expect(effect(loaded, CALL)).toBe("deny");
});
