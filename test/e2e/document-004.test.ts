// What docker-agent's page about hooks promises, by the doors that its user walks through: the agent's hook, `decide`, `check`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe as describeRows, expect, test as testRows } from "vitest";
import { everyNth } from "../assert-law.js";
import { describe, test } from "../quick-tests.js";
import { command, dockerAgentDoors } from "./docker-agent-doors.js";

const doors = dockerAgentDoors();
afterAll(doors.remove);
const { check, decide, hook, project, run } = doors;

const CALL = { tool_name: "shell", tool_use_id: "t1", tool_input: { cmd: "ls", cwd: "." } };
/** Each event of the page: with a matcher or without, whether it can block, whether it takes context, and its fields. */
const EVENTS: readonly (readonly [
  name: string,
  matched: boolean,
  blocks: boolean,
  context: boolean,
  fields: object,
])[] = [
  ["pre_tool_use", true, true, false, CALL],
  ["permission_request", true, true, false, CALL],
  ["tool_response_transform", true, false, false, { ...CALL, tool_response: "done" }],
  ["post_tool_use", true, true, true, { ...CALL, tool_response: "done", tool_error: false }],
  ["session_start", false, false, true, { source: "startup" }],
  ["user_prompt_submit", false, true, true, { prompt: "hello" }],
  ["turn_start", false, false, true, {}],
  ["turn_end", false, false, false, { agent_name: "root", reason: "normal" }],
  ["before_llm_call", false, true, false, {}],
  [
    "after_llm_call",
    false,
    false,
    false,
    { agent_name: "root", stop_response: "hi", last_user_message: "hello" },
  ],
  ["session_end", false, false, false, { reason: "clear" }],
  ["pre_compact", false, true, true, { source: "manual" }],
  [
    "before_compaction",
    false,
    true,
    false,
    { input_tokens: 9, output_tokens: 1, context_limit: 0, compaction_reason: "manual" },
  ],
  [
    "after_compaction",
    false,
    false,
    false,
    { input_tokens: 9, output_tokens: 1, context_limit: 0, compaction_reason: "manual", summary: "s" },
  ],
  ["subagent_stop", false, false, false, { agent_name: "sub", parent_session_id: "p", stop_response: "hi" }],
  ["on_user_input", false, false, false, {}],
  ["stop", false, false, true, { agent_name: "root", stop_response: "hi", last_user_message: "hello" }],
  ["notification", false, false, false, { notification_level: "warning", notification_message: "m" }],
  ["on_error", false, false, false, { notification_level: "error", notification_message: "m" }],
  ["on_max_iterations", false, false, false, { notification_level: "warning", notification_message: "m" }],
  ["on_agent_switch", false, false, false, { from_agent: "a", to_agent: "b", agent_switch_kind: "handoff" }],
  ["on_session_resume", false, false, false, { previous_max_iterations: 1, new_max_iterations: 2 }],
  [
    "on_tool_approval_decision",
    false,
    false,
    false,
    { ...CALL, approval_decision: "allow", approval_source: "yolo" },
  ],
];

/** A file with hooks of one event. */
function hooksOf(event: string, ...hooks: readonly string[]): string {
  const [, matched] = EVENTS.find(([name]) => name === event) ?? [];
  const list = `[${hooks.join(", ")}]`;
  return `hooks: { ${event}: ${matched === true ? `[{ matcher: "*", hooks: ${list} }]` : list} }\n`;
}

const says = (output: object): string => command(`echo '${JSON.stringify(output)}'`);

function eventOf(name: string): { readonly event: string; readonly session_id: string } {
  const [, , , , fields] = EVENTS.find(([one]) => one === name) ?? [];
  return { event: name, session_id: "s", ...fields };
}

/** The decision of an event about which these hooks are asked. */
async function decided(event: string, ...hooks: readonly string[]): Promise<unknown> {
  return await decide(hooksOf(event, ...hooks), eventOf(event));
}

describeRows.each(everyNth(8, EVENTS))("%s", (name, _matched, blocks, context, fields) => {
  testRows("exit code 2 stops what can be stopped, and is said elsewhere", async () => {
    const decision = await decided(name, command("echo stop here >&2; exit 2"));
    expect(decision).toMatchObject(
      blocks ? { effect: "deny", reason: "stop here" } : { effect: "abstain", systemMessages: ["stop here"] },
    );
  });

  testRows("a hook reads the common fields and those of the event", async () => {
    const payload = { session_id: "s", cwd: project, hook_event_name: name, ...fields };
    await hook(hooksOf(name, command("cat > input.json")), payload);
    expect(JSON.parse(readFileSync(path.join(project, "input.json"), "utf8"))).toEqual(payload);
  });

  testRows("context, as plain text and as a field, is taken where it is documented", async () => {
    const text = context ? { context: ["remember"] } : { context: [] };
    expect(await decided(name, command("echo remember"))).toMatchObject({ effect: "abstain", ...text });
    const field = says({ hook_specific_output: { additional_context: "remember" } });
    expect(await decided(name, field)).toMatchObject({ effect: "abstain", ...text });
  });

  testRows.each(["true", "echo '{}'", `echo '{"continue":true}'`])("goes on after %s", async (text) => {
    expect(await decided(name, command(text))).toMatchObject({
      effect: "abstain",
      context: [],
      warnings: [],
      systemMessages: [],
    });
  });
});

describe("the output of a hook", () => {
  test.each([
    [
      { continue: false, stop_reason: "enough" },
      { effect: "deny", reason: "enough" },
    ],
    [
      { decision: "block", reason: "no" },
      { effect: "deny", reason: "no" },
    ],
    [{ system_message: "look" }, { effect: "abstain", systemMessages: ["look"] }],
  ])("%j", async (output, expected) => {
    for (const [name, , blocks] of EVENTS)
      if (blocks) expect(await decided(name, says(output))).toMatchObject(expected);
  });

  test.each([
    ["allow", { effect: "allow" }],
    ["ask", { effect: "ask" }],
    ["deny", { effect: "deny" }],
  ])("permission_decision: %s", async (word, expected) => {
    const output = { permission_decision: word, permission_decision_reason: "because" };
    for (const name of ["pre_tool_use", "permission_request"])
      expect(await decided(name, says({ hook_specific_output: output }))).toMatchObject({
        ...expected,
        reason: "because",
      });
  });

  test("a block where nothing can be stopped is said in the hook's own words", async () => {
    const spoken = await hook(hooksOf("turn_end", says({ decision: "block", reason: "nope" })), {
      hook_event_name: "turn_end",
      reason: "normal",
    });
    expect(spoken).toEqual({ system_message: expect.stringContaining("nope") as string });
  });

  test("suppress_output is accepted, and changes no decision", async () => {
    const output = { suppress_output: true, decision: "block", reason: "no" };
    expect(await decided("pre_tool_use", says(output))).toMatchObject({ effect: "deny", reason: "no" });
    expect(await decided("turn_start", says({ suppress_output: true }))).toMatchObject({
      effect: "abstain",
      warnings: [],
      context: [],
    });
  });

  test.each(["short", ""])("updated_tool_response rewrites the tool's answer: %j", async (text) => {
    const output = { hook_specific_output: { updated_tool_response: text } };
    const file = hooksOf("tool_response_transform", says(output));
    expect(await decide(file, eventOf("tool_response_transform"))).toMatchObject({
      updatedInput: { tool_response: text },
    });
    const { event, ...rest } = eventOf("tool_response_transform");
    expect(await hook(file, { hook_event_name: event, ...rest })).toMatchObject({
      hook_specific_output: { updated_tool_response: text },
    });
  });

  test("exit code 2 with its reason in the JSON of stdout is a deny with that reason", async () => {
    const text = `echo '{"decision": "block", "reason": "Dangerous command"}'; exit 2`;
    for (const compat of ["2026-05", "2026-09"])
      expect(
        await decide(hooksOf("pre_tool_use", command(text)), eventOf("pre_tool_use"), "--compat", compat),
      ).toMatchObject({ effect: "deny", reason: "Dangerous command" });
  });
});

describe("a matcher", () => {
  test.each([
    ["*", ["shell", "edit_file", "mcp:github:search", "x"]],
    ["shell", ["shell"]],
    ["shell|edit_file", ["shell", "edit_file"]],
    ["mcp:.*", ["mcp:github:search"]],
  ])("%s", async (matcher, names) => {
    const file = `hooks: { pre_tool_use: [{ matcher: "${matcher}", hooks: [${command("exit 2")}] }] }\n`;
    const denied: string[] = [];
    for (const name of ["shell", "shell_x", "edit_file", "mcp:github:search", "x"]) {
      const { effect } = (await decide(file, { ...eventOf("pre_tool_use"), tool_name: name })) as {
        effect: string;
      };
      if (effect === "deny") denied.push(name);
    }
    expect(denied).toEqual(matcher === "*" ? [...names.slice(0, 1), "shell_x", ...names.slice(1)] : names);
  });

  test("that can match no tool is said, and one that is no pattern denies", async () => {
    const file = (matcher: string): string =>
      `hooks: { pre_tool_use: [{ matcher: '${matcher}', hooks: [${command("exit 0")}] }] }\n`;
    expect((await check(file("shell\\|edit_file"))).stdout).toContain("unlikely-tool");
    expect(await check(file("["))).toMatchObject({ code: 1 });
    expect(await decide(file("["), eventOf("pre_tool_use"))).toMatchObject({ effect: "deny" });
  });

  test("hooks of a tool's event that are below no matcher are told where they go", async () => {
    const { code, stdout } = await check(`hooks: { pre_tool_use: [${command("exit 2")}] }\n`);
    expect(code).toBe(1);
    expect(stdout).toContain("matcher");
    expect(stdout).not.toContain("Invalid input");
  });
});

describe("the options of a hook", () => {
  test("timeout is in seconds, 60 without one", async () => {
    const slow = hooksOf("pre_tool_use", command("sleep 30", ", timeout: 1"));
    expect(await decide(slow, eventOf("pre_tool_use"))).toMatchObject({ effect: "deny" });
    await check(hooksOf("pre_tool_use", command("true")));
    const { stdout } = await run(["list", "--json", "--policies", "agent.yaml"]);
    expect(stdout).toContain("60000");
  });

  test("name, env and working_dir", async () => {
    execFileSync("mkdir", ["-p", path.join(project, "hooks")]);
    const file = hooksOf(
      "post_tool_use",
      command(
        'echo "$PROFILE $(basename "$PWD")"',
        ', name: "summarize", working_dir: ./hooks, env: { PROFILE: dev }',
      ),
    );
    expect(await decide(file, eventOf("post_tool_use"))).toMatchObject({
      context: ["dev hooks"],
      trace: [{ policy: expect.stringContaining("summarize") as string }],
    });
  });

  test.each([
    ["warn", { effect: "abstain", warnings: [{}] }],
    ["ignore", { effect: "abstain", warnings: [] }],
    ["block", { effect: "deny" }],
  ])("on_error: %s", async (word, expected) => {
    const failing = command("exit 1", `, on_error: ${word}`);
    for (const name of ["post_tool_use", "user_prompt_submit", "before_llm_call", "pre_compact"])
      expect([name, await decided(name, failing)]).toMatchObject([name, expected]);
  });

  test.each(["warn", "ignore", "block"])("pre_tool_use is fail-closed under on_error: %s", async (word) => {
    for (const text of ["exit 1", "kill -9 $$", "program-that-is-not-there"])
      expect(await decided("pre_tool_use", command(text, `, on_error: ${word}`))).toMatchObject({
        effect: "deny",
      });
  });
});

describe("a builtin", () => {
  const one = async (name: string, event: string, args: readonly string[] = []): Promise<string> => {
    const file = hooksOf(event, `{ type: builtin, command: ${name}, args: ${JSON.stringify(args)} }`);
    const { context } = (await decide(file, { ...eventOf(event), cwd: project })) as {
      context: readonly string[];
    };
    return context.join("\n");
  };

  test("adds what it is named after", async () => {
    const git = (...args: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=u", "-c", "user.email=u@example.com", ...args], {
        cwd: project,
        stdio: "ignore",
      });
    execFileSync("rm", ["-rf", path.join(project, ".git")]);
    git("init");
    writeFileSync(path.join(project, "GUIDELINES.md"), "be kind");
    writeFileSync(path.join(project, "tracked.txt"), "one\n");
    git("add", ".");
    for (const message of ["first commit", "second commit"]) git("commit", "--allow-empty", "-m", message);
    writeFileSync(path.join(project, "tracked.txt"), "two\n");
    expect(await one("add_date", "turn_start")).toMatch(/\d{4}-\d{2}-\d{2}/);
    expect(await one("add_environment_info", "session_start")).toContain(path.basename(project));
    expect(await one("add_prompt_files", "turn_start", ["GUIDELINES.md"])).toContain("be kind");
    expect(await one("add_git_status", "turn_start")).toContain("tracked.txt");
    expect(await one("add_git_diff", "turn_start")).toContain("tracked.txt");
    expect(await one("add_git_diff", "turn_start", ["full"])).toContain("+two");
    expect(await one("add_directory_listing", "session_start")).toContain("tracked.txt");
    expect(await one("add_user_info", "session_start")).not.toBe("");
    const all = await one("add_recent_commits", "session_start");
    expect([all.includes("first commit"), all.includes("second commit")]).toEqual([true, true]);
    const latest = await one("add_recent_commits", "session_start", ["1"]);
    expect([latest.includes("first commit"), latest.includes("second commit")]).toEqual([false, true]);
  });

  test("unload is accepted, with a warning that it does nothing here", async () => {
    expect(await decided("on_agent_switch", "{ type: builtin, command: unload }")).toMatchObject({
      effect: "abstain",
      warnings: [{ reason: expect.stringContaining("does nothing here") as string }],
    });
  });

  test("a flag of the agent is the builtin of its name, once", async () => {
    const file = (more: string): string => `agents:\n  root:\n    model: openai/m\n${more}`;
    const count = async (more: string): Promise<number> => {
      const { context } = (await decide(file(more), eventOf("turn_start"))) as { context: readonly string[] };
      return context.filter((text) => /date/i.test(text)).length;
    };
    expect(await count("    add_date: true\n")).toBe(1);
    expect(await count("    add_date: false\n")).toBe(0);
    expect(
      await count("    add_date: true\n    hooks: { turn_start: [{ type: builtin, command: add_date }] }\n"),
    ).toBe(1);
  });
});

test("a question to a model without a key names the provider that the file asks", async () => {
  const file = hooksOf(
    "pre_tool_use",
    "{ type: model, model: openai/gpt-4o-mini, schema: pre_tool_use_decision, prompt: 'safe? {{ .ToolName }}' }",
  );
  await check(file);
  const { stdout, stderr } = await run(
    ["decide", "--json", "--policies", "agent.yaml"],
    eventOf("pre_tool_use"),
  );
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
  expect(stderr + stdout).toContain("OPENAI_API_KEY");
  expect(stderr + stdout).not.toContain("anthropic");
});

test("session_end hooks run to their end", async () => {
  await hook(hooksOf("session_end", command("sleep 0.2; touch ended")), {
    hook_event_name: "session_end",
    reason: "clear",
  });
  expect(existsSync(path.join(project, "ended"))).toBe(true);
});
