// A guard in the wrong place, or under a wrong name, is either read or a deny: never nothing.
import { compilePolicies, decide, type LostPolicy } from "@gatehouse-hooks/engine";
import { type Compat, load, type Loaded, VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

const HOOK = "[{ matcher: shell, hooks: [{ type: command, command: exit 2 }] }]";
const AGENT = "agents:\n  root:\n    model: openai/m\n";

type Misplaced = readonly [
  what: string,
  text: string,
  lost: LostPolicy["events"],
  compat?: Compat | undefined,
];

function loaded(text: string, compat: Compat = "2026-09"): Loaded {
  return load(text, { path: "agent.yaml", format: "docker-agent", options: { "docker-agent": { compat } } });
}

/** The effect on a call of the shell of whoever compiles what was loaded. */
function effectOf({ policies, lost }: Loaded, event = "pre_tool_use"): string {
  const { set } = compilePolicies({ policies, lost }, { vocabulary: VOCABULARY });
  return decide(set, { event, tool_name: "shell", tool_input: { cmd: "x" } }).effect;
}

function lostOf({ lost }: Loaded): readonly LostPolicy["events"][] {
  return lost.map(({ events }) => events);
}

describe("hooks and permissions where no document has them are errors that deny (D1)", () => {
  test.each([
    ["an event beside agents", `${AGENT}pre_tool_use: ${HOOK}`, ["pre_tool_use"]],
    ["a misspelt event beside agents", `${AGENT}pre_tool_usse: ${HOOK}`, ["pre_tool_use"]],
    ["an event in an agent", `${AGENT}    pre_tool_use: ${HOOK}`, ["pre_tool_use"]],
    ["permissions in an agent", `${AGENT}    permissions: { deny: [shell] }`, ["pre_tool_use"]],
    ["permissions in hooks", `${AGENT}    hooks: { permissions: { deny: [shell] } }`, ["pre_tool_use"]],
    ["agent for agents", AGENT.replace("agents:", "agent:"), "all gating"],
    ["Agents for agents", AGENT.replace("agents:", "Agents:"), "all gating"],
    ["hook for hooks in an agent", `${AGENT}    hook: { pre_tool_use: ${HOOK} }`, "all gating"],
    ["an unknown mapping at the top", `${AGENT}guards: { pre_tool_use: ${HOOK} }`, "all gating"],
    ["an unknown mapping in an agent", `${AGENT}    guards: { a: 1 }`, "all gating"],
    ["settings of the user", `settings: { hooks: { pre_tool_use: ${HOOK} } }`, "all gating"],
    ["a later event under an older generation", `tool_guard: ${HOOK}`, ["tool_guard"], "2026-05"],
    ["a misspelt event alone", `pre_tool_usse: ${HOOK}`, ["pre_tool_use"]],
    ["Claude Code's spelling", `PreToolUse: ${HOOK}`, ["pre_tool_use"]],
    ["dashes", `pre-tool-use: ${HOOK}`, ["pre_tool_use"]],
    ["Mayros' name", `hooks: { before_tool_call: ${HOOK} }`, ["pre_tool_use"]],
    ["a name near none", `hooks: { on_everything: ${HOOK} }`, "all gating"],
    ["a misspelt event in hooks", `hooks: { user_promt_submit: [] }`, ["user_prompt_submit"]],
    ["a misspelt event beside a right one", `pre_tool_use: ${HOOK}\nstopp: []`, ["pre_tool_use"]],
    ["permissions beside events", `pre_tool_use: ${HOOK}\npermissions: { deny: [a] }`, ["pre_tool_use"]],
    ["a flavor with hooks", `${AGENT}flavors: { ci: { agents: { root: { hooks: {} } } } }`, "all gating"],
    ["a flavor with permissions", `${AGENT}flavors: { ci: { permissions-: { deny: [a] } } }`, "all gating"],
    ["an empty file", "", "all gating"],
    ["a comment alone", "# hooks:\n", "all gating"],
    ["an empty mapping", "{}", "all gating"],
    ["null", "null", "all gating"],
    ["a list", "- pre_tool_use", "all gating"],
    ["a scalar", "pre_tool_use", "all gating"],
    ["a number", "7", "all gating"],
    ["no hooks, agents or permissions", "version: 2\nmodels: {}", "all gating"],
    ["agents as a list", "agents: [root]", "all gating"],
    ["hooks as a list", "hooks: [pre_tool_use]", "all gating"],
    ["no YAML", "hooks: [", "all gating"],
    ["an unknown key of a hook", `${AGENT}    hooks: { stop: [{ type: command, comand: x }] }`, []],
    ["a flag that is no flag", `${AGENT}    redact_secrets: "on"`, ["pre_tool_use", "before_llm_call"]],
    ["a permission that is no list", "permissions: { deny: shell }", ["pre_tool_use"]],
  ] as const satisfies readonly Misplaced[])("%s", (...row) => {
    const [, text, lost, compat]: Misplaced = row;
    const file = loaded(text, compat);
    expect(file.policies).toEqual([]);
    expect(file.issues.filter(({ severity }) => severity === "error")).not.toEqual([]);
    expect(lostOf(file)).toEqual([lost]);
    const [first] = lost === "all gating" ? ["pre_tool_use"] : lost;
    if (first !== undefined) expect(effectOf(file, first)).toBe("deny");
  });

  test("what a file loses is what all of its hooks could have denied, and no more", () => {
    const file = loaded(`hooks:
  pre_tool_use: ${HOOK}
  user_prompt_submit: [{ type: command, command: x }]
  turn_end: [{ type: command, comand: x }]
permissions: { ask: [shell] }
`);
    expect(lostOf(file)).toEqual([["pre_tool_use", "user_prompt_submit"]]);
    expect(effectOf(file)).toBe("deny");
    expect(effectOf(file, "before_llm_call")).toBe("abstain");
  });

  test("hooks at the top are read, as document 004 shows them, also beside agents", () => {
    for (const more of ["", AGENT, "permissions: { deny: [other] }\n"]) {
      const { policies, issues } = loaded(`hooks:\n  pre_tool_use: ${HOOK}\n${more}`);
      expect(issues).toEqual([]);
      expect(policies.filter(({ events }) => events.includes("pre_tool_use"))).not.toEqual([]);
    }
    const { policies } = loaded(`hooks: { stop: { type: command, command: x } }\nagents: { a: {}, b: {} }`);
    // For every agent.
    expect(policies[0]?.condition).toBeUndefined();
  });

  test("every key that docker-agent documents passes", () => {
    const { issues } = loaded(`version: "2"
metadata: { author: me }
models: { m: { provider: dmr, model: ai/m } }
providers: {}
mcps: {}
rag: {}
toolsets: {}
commands: {}
skills: {}
runtime: {}
budget: {}
budgets: {}
flavors: { fast: { models: { m: { model: ai/n } } } }
permissions: { allow: [shell] }
agents:
  root:
    model: m
    fallback: {}
    description: d
    welcome_message: w
    instruction: i
    toolsets: [{ type: shell }]
    sub_agents: [child]
    handoffs: [child]
    commands: {}
    max_iterations: 3
    num_history_items: 2
    code_mode_tools: false
    add_description_parameter: true
    structured_output: {}
    skills: true
    readonly: false
    safety: strict
    redact_secrets: false
    hooks:
  child:
`);
    expect(issues).toEqual([]);
  });

  test("the cure names the right spelling, or the right place", () => {
    const cure = (text: string): string | undefined => loaded(text).issues[0]?.cure;
    expect(cure(`PreToolUse: ${HOOK}`)).toBe("did you mean `pre_tool_use`?");
    expect(cure(`${AGENT}    permissions: {}`)).toContain("at the top of the file");
    expect(cure(`${AGENT}pre_tool_use: ${HOOK}`)).toContain("under `hooks`");
    expect(cure(`${AGENT}    modle: x`)).toBe("did you mean `model`?");
    expect(cure("agent: {}")).toBe("did you mean `agents`?");
  });
});

describe("an unknown builtin is an error at load (D6)", () => {
  test.each([
    ["redact_secret", "did you mean `redact_secrets`?"],
    ["Redact_Secrets", "did you mean `redact_secrets`?"],
    ["max-iterations", "did you mean `max_iterations`?"],
    ["cache_response", "the builtins are add_context, add_date"],
    ["nothing_like_it", "the builtins are add_context, add_date"],
  ])("%s", (name, cure) => {
    const hook = `[{ type: builtin, command: ${name}, args: ["3"] }]`;
    const file = loaded(`hooks: { before_llm_call: ${hook} }`);
    expect(file.issues).toMatchObject([{ severity: "error", code: "unknown-builtin" }]);
    expect(file.issues[0]?.cure).toContain(cure);
    expect(effectOf(file, "before_llm_call")).toBe("deny");
    const known = load(`hooks: { before_llm_call: ${hook} }`, {
      path: "a.yaml",
      format: "docker-agent",
      options: { "docker-agent": { builtins: [name] } },
    });
    expect(known.issues).toEqual([]);
  });
});

describe("a builtin that would not do what its file seems to say", () => {
  const hook = (name: string, ...args: readonly string[]): ReturnType<typeof loaded> =>
    loaded(`hooks: { stop: [${JSON.stringify({ type: "builtin", command: name, args })}] }`);
  test("`safer_shell` stops nothing: a warning", () => {
    expect(hook("safer_shell").issues).toMatchObject([{ severity: "warning", code: "cannot-block" }]);
  });
  test.each(["example.com", "ftp://example.com/", "http:", "https:///x", "file:///etc/passwd"])(
    "`http_post` to %s is an error",
    (address) => {
      expect(hook("http_post", address).issues).toMatchObject([{ severity: "error", code: "invalid-value" }]);
    },
  );
  test.each([[], [""], ["https://example.com/hook", "{}"], ["HTTP://10.0.0.1"]])(
    "`http_post` with %j is in force",
    (...args) => expect(hook("http_post", ...args.flat()).issues).toEqual([]),
  );
});

describe("preempt_yolo off its place is an error, whatever its value (D14)", () => {
  test.each([true, false])("%s", (value) => {
    for (const event of ["post_tool_use", "permission_request", "tool_guard"]) {
      const file = loaded(
        `hooks: { ${event}: [{ preempt_yolo: ${value}, hooks: [{ type: command, command: x }] }] }`,
      );
      expect(file.issues).toMatchObject([{ code: "unknown-key" }]);
    }
    const { issues } = loaded(
      `pre_tool_use: [{ preempt_yolo: ${value}, hooks: [{ type: command, command: x }] }]`,
    );
    expect(issues).toEqual([]);
  });
});
