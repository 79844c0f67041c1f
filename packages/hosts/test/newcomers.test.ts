import { compile } from "@gatehouse-hooks/condition";
import { compilePolicies, decide, type Event } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";

/** A native file with one policy of the given lines. */
function policy(lines: string): string {
  return `version: 1\npolicies:\n  - id: p\n    ${lines.replaceAll("\n", "\n    ")}\n`;
}

function read(text: string, path = "p.yaml") {
  const { policies, issues, lost } = load(text, { path });
  return {
    policies,
    lost,
    issues,
    said: issues.map(({ severity, code }) => `${severity}:${code}`),
    cures: issues.map(({ cure }) => cure ?? ""),
    lostEvents: lost.map(({ events }) => events),
  };
}

/** What the file decides, lost policies included. */
function effect(text: string, event: Event): string {
  const { policies, lost } = load(text, { path: "p.yaml" });
  const decision = decide(compilePolicies({ policies, lost }).set, event);
  return decision.effect;
}

const CALL = "events: before_tool_call\n";

describe("a guard is never switched off by a mistake in its file (N1, S4)", () => {
  test.each([
    "before_toolcall",
    "before_tol_call",
    "beforeToolCall",
    "BeforeToolCall",
    "before-tool-call",
    "BEFORE_TOOL_CALL",
    "befroe_tool_call",
    "before_tool_calls",
    "before_tool_use",
    "pre_tool_call",
    "before_tool",
    "onBeforeToolCall",
    "tool_call",
  ])("the misspelt event %j: an error, and a stand-in guards what was meant", (name) => {
    const text = policy(`events: ${name}\ndeny: no`);
    const got = read(text);
    expect(got.said).toEqual(["error:unknown-event"]);
    expect(got.policies[0]?.events).toEqual([name]);
    expect(got.lostEvents[0]).toContain("before_tool_call");
    expect(effect(text, { event: "before_tool_call", toolName: "exec", params: {} })).toBe("deny");
    expect(effect(text, { event: "session_start" })).toBe("abstain");
  });

  test.each(["before_deploy", "shop.checkout", "deploy", "on_release", "order_placed", "a"])(
    "the event %j may be an embedder's own, which the file then says; else everything that gates is denied",
    (name) => {
      const text = policy(`events: ${name}\ndeny: no`);
      const got = read(text);
      expect([got.said, got.lostEvents]).toEqual([["error:unknown-event"], ["all gating"]]);
      expect(effect(text, { event: "before_tool_call", toolName: "exec", params: {} })).toBe("deny");
      const own = `${text}\nownEvents: [other, ${name}]\n`;
      expect([read(own).said, read(own).lost]).toEqual([[], []]);
      expect(effect(own, { event: name })).toBe("deny");
      expect(effect(own, { event: "before_tool_call", toolName: "exec", params: {} })).toBe("abstain");
      const warns = read(policy(`events: ${name}\nwarn: no`));
      expect([warns.said, warns.lostEvents]).toEqual([["error:unknown-event"], [[]]]);
    },
  );

  test.each([
    ["no handler", `${CALL}description: x`, ["before_tool_call"]],
    [
      "two handlers",
      "events: [before_tool_call, message_sending]\ndeny: a\nask: b",
      ["before_tool_call", "message_sending"],
    ],
    ["a misspelt handler", `${CALL}block: x`, ["before_tool_call"]],
    ["an unknown key beside a command", `${CALL}command: ./x\ncomand: y`, ["before_tool_call"]],
    ["a wrong condition of a command", `${CALL}command: ./x\nwhen: a ==`, ["before_tool_call"]],
    ["wrong tools of a command", `${CALL}command: ./x\ntools: ^a$`, ["before_tool_call"]],
    ["another system's rule of a command", `${CALL}command: ./x\ntools: Bash(rm:*)`, ["before_tool_call"]],
    ["an empty event", "events: 'a,,b'\ndeny: x", "all gating"],
    ["no events", "deny: x", "all gating"],
    ["events of another type", "events: { a: b }\ndeny: x", "all gating"],
    ["events in a key with another name", "event: before_tool_call\ndeny: x", ["before_tool_call"]],
    ["a misspelt event and no handler", "events: before_tol_call", ["before_tol_call", "before_tool_call"]],
    ["a warning: it could not have denied", `${CALL}warn: x\nallow: y`, []],
    ["a wrong allow", `${CALL}allow: x\nwhne: y`, []],
    ["a wrong rewrite", `${CALL}set: { a: 1 }\nwhne: y`, []],
    ["a policy that is off", `${CALL}enabled: false\ncommand: ./x\nwhne: y`, []],
    ["a warning beside a misspelt deny", `${CALL}warn: x\ndenny: y\nset: { a: 1 }`, ["before_tool_call"]],
  ])("%s: the events that the lost policy could have denied", (_what, lines, events) => {
    const got = read(policy(lines));
    expect(got.policies).toEqual([]);
    expect(got.lostEvents).toEqual([events]);
    expect(got.lost[0]?.why).toContain("; cure: ");
    expect(got.lost[0]?.line).toBeGreaterThan(1);
  });

  test.each([
    ["a misspelt event", "events: before_tol_call\nwarn: x"],
    ["a misspelt event of an allow", "events: before_tol_call\nallow: x"],
  ])("%s of a policy that denies nothing denies nothing", (_what, lines) => {
    expect(read(policy(lines)).lostEvents).toEqual([[]]);
  });

  test.each([
    [
      "a wrong version",
      "version: 2\npolicies:\n  - { id: a, events: turn_start, deny: x }\n  - { id: b, events: turn_end, warn: x }",
      [["turn_start"], []],
    ],
    [
      "policies under another name",
      "version: 1\nrules:\n  - { id: a, events: turn_start, deny: x }",
      [["turn_start"]],
    ],
    [
      "policies under a misspelt name beside right ones",
      "version: 1\npolicies: []\npolcies: [{ id: a, events: turn_start, deny: x }]",
      [["turn_start"]],
    ],
    ["policies that are no list", "version: 1\npolicies: { a: b }", ["all gating"]],
    ["a list without the mapping around it", "- { id: a, events: prompt, deny: x }", ["all gating"]],
    ["no YAML", "version: [1", ["all gating"]],
    ["nothing", "", ["all gating"]],
  ])("a file with %s", (_what, text, events) => {
    expect(read(text).lostEvents).toEqual(events);
  });

  test("more lost policies than issues are listed", () => {
    const broken = Array.from(
      { length: 300 },
      (_, index) => `  - { id: p${index}, events: turn_start, order: ${index} }\n`,
    );
    const { lost, issues } = read(`version: 1\npolicies:\n${broken.join("")}`);
    expect(issues.length).toBeLessThan(150);
    expect(lost.map(({ events }) => events[0])).toEqual(broken.map(() => "turn_start"));
  });

  test("a Mayros hook that is not loaded loses its events, and a misspelt one those that were meant", () => {
    const hook = (lines: string) => load(`---\n${lines}\n---\nB`, { path: "h.md" }).lost;
    expect(hook("events: before_tool_call, message_sending")).toMatchObject([
      { events: ["before_tool_call", "message_sending"] },
    ]);
    expect(hook("name: n\nevents: before_tol_call")).toMatchObject([
      { events: ["before_tol_call", "before_tool_call"] },
    ]);
    expect(hook("name: n\nevents: before_tool_call\ntimeout: 5")).toMatchObject([
      { events: ["before_tool_call"] },
    ]);
    expect(hook("name: n")).toMatchObject([{ events: "all gating" }]);
    expect(hook("name: n\nevents: before_tool_call\ntimeout: 5\nenabled: false")).toMatchObject([
      { events: [] },
    ]);
  });
});

/** Whether a policy with `tools` applies to an event. */
function applies(lines: string, event: Event): unknown {
  const ast = read(policy(`${lines}\ndeny: no`)).policies[0]?.matcher?.ast;
  return ast === undefined || ast === null ? "always" : compile(ast)(event);
}

describe("`tools` is understood, or said not to be (N4)", () => {
  test.each([
    ["Bash|Write", ["Bash", "Write"], ["Read", "Bash|Write"]],
    ["Bash, Write", ["Bash", "Write"], ["Read", " Write"]],
    ["exec|git_{push,pull}", ["exec", "git_pull"], ["git_"]],
    ["[exec, 'read|write']", ["exec", "read", "write"], ["edit"]],
    ["'mcp__*,exec'", ["mcp__a", "exec"], ["read"]],
    ["'[!a]xec'", ["exec"], ["axec"]],
  ])("%s is a list", (tools, matching, others) => {
    const lines = `${CALL}tools: ${tools}`;
    expect(read(policy(`${lines}\ndeny: no`)).issues).toEqual([]);
    for (const toolName of matching) expect(applies(lines, { event: "e", toolName })).toBe(true);
    for (const toolName of others) expect(applies(lines, { event: "e", toolName })).toBe(false);
  });

  test.each([
    "^Bash$",
    "(Bash|Write)",
    "^(Bash|Write)$",
    "Bash$",
    String.raw`'\bBash'`,
    String.raw`mcp__\w+`,
    "mcp__.+",
    "'!Bash'",
    "Bash Write",
    "“exec”",
    "'exec;'",
    "'exec,,read'",
    "exec|",
    "<exec>",
    "'-exec'",
  ])("%s is one error with a cure, and a deny stays in force for every tool", (tools) => {
    const text = policy(`${CALL}tools: ${tools}\ndeny: no`);
    const got = read(text);
    expect(got.said).toEqual(["error:invalid-value"]);
    expect(got.cures[0]).not.toBe("");
    expect(effect(text, { event: "before_tool_call", toolName: "read", params: {} })).toBe("deny");
  });

  test.each([
    ["Bash(rm:*)", "Bash"],
    ["Bash(git push *)", "Bash"],
    ["WebFetch(domain:x.org)", "WebFetch"],
    ["Bash()", "Bash"],
  ])("of the rule %s of another system, the tool is in force, with an error", (tools, name) => {
    const lines = `${CALL}tools: ${JSON.stringify(tools)}`;
    expect(read(policy(`${lines}\ndeny: no`)).said).toEqual(["error:invalid-value"]);
    expect(applies(lines, { event: "before_tool_call", toolName: name })).toBe(true);
    expect(applies(lines, { event: "before_tool_call", toolName: "other" })).toBe(false);
  });

  test.each([
    ["exce", "exec"],
    ["Exec", "exec"],
    ["EXEC", "exec"],
    ["exe", "exec"],
    ["bsh", "bash"],
    ["ls", "LS"],
    ["go", null],
    ['x"exec"', "remove it"],
    ["ex|ec", "exec"],
    ["Ba,sh", "Bash"],
    ["BashWrite", "Bash|Write"],
    ["Bash_Write", "Bash|Write"],
    ["webfetch", null],
    ["web_fetch", null],
    ["Shell", null],
    ["multiedit", null],
    ["Wirte", "Write"],
    ["MutliEdit", "MultiEdit"],
    ["read-file", "read_file"],
    ["all", '"*"'],
    ["mcp__.*", "mcp__*"],
    ["Ba.*", "Ba*"],
  ])("the tool %s is a warning that says %s", (tools, meant) => {
    const { said, cures } = read(policy(`${CALL}tools: ${tools}\ndeny: no`));
    if (meant === null) expect(said).toEqual([]);
    else {
      expect(said).toEqual([expect.stringMatching(/^warning:/)]);
      expect(cures[0]).toContain(meant);
    }
  });

  test.each([
    "deploy",
    "runner",
    "fetch_page",
    "git_push",
    "mcp__github__create_issue",
    "Bash",
    "bash",
    "a.b/c:d",
  ])("the tool %s is nobody's misspelling", (tools) => {
    expect(read(policy(`${CALL}tools: ${tools}\ndeny: no`)).issues).toEqual([]);
  });

  test("a tool that `when` compares with is looked at, too", () => {
    for (const when of ['toolName == "exce"', '"exce" != toolName', 'toolName in ["read", "exce"]']) {
      expect(read(policy(`${CALL}when: '${when}'\ndeny: no`)).said).toEqual(["warning:unknown-tool"]);
    }
  });
});

describe("`tools` looks at the name that the event carries (N5)", () => {
  test.each([
    ["before_tool_call", "toolName"],
    ["after_tool_call", "toolName"],
    ["pre_tool_use", "tool_name"],
    ["post_tool_use", "tool_name"],
    ["permission_request", "tool_name"],
    ["PreToolUse", "tool_name"],
    ["PostToolUse", "tool_name"],
    ["pre-tool-call", "tool_name"],
  ])("%s names its tool in %s", (event, field) => {
    const other = field === "toolName" ? "tool_name" : "toolName";
    const lines = `events: ${event}\ntools: shell`;
    expect(applies(lines, { event, [field]: "shell" })).toBe(true);
    expect(applies(lines, { event, [field]: "read", [other]: "shell" })).toBe(false);
  });

  test("a policy for events of both kinds compares each with its own field", () => {
    const lines = "events: [before_tool_call, pre_tool_use]\ntools: [exec, shell]";
    expect(applies(lines, { event: "before_tool_call", toolName: "exec" })).toBe(true);
    expect(applies(lines, { event: "pre_tool_use", tool_name: "shell" })).toBe(true);
    expect(applies(lines, { event: "before_tool_call", toolName: "a", tool_name: "exec" })).toBe(false);
    expect(applies(lines, { event: "pre_tool_use", tool_name: "a", toolName: "exec" })).toBe(false);
  });

  test("an event that is not documented: either field", () => {
    const lines = "events: before_deploy\ntools: shell";
    expect(applies(lines, { event: "before_deploy", toolName: "shell" })).toBe(true);
    expect(applies(lines, { event: "before_deploy", tool_name: "shell" })).toBe(true);
  });

  test("events that are not about a tool: the policy never applies, which is said", () => {
    expect(read(policy("events: session_start\ntools: exec\ndeny: no")).said).toEqual([
      "warning:never-applies",
    ]);
    expect(read(policy("events: [session_start, before_tool_call]\ntools: exec\ndeny: no")).said).toEqual([]);
  });

  test("a test's event with the field of another agent is said", () => {
    const lines =
      "events: pre_tool_use\ntools: shell\ndeny: no\ntests:\n  - { event: { toolName: shell }, expect: deny }";
    expect(read(policy(lines))).toMatchObject({
      said: ["warning:unknown-field"],
      cures: ["did you mean `tool_name`?"],
    });
  });
});

describe("fields and roots of documented events and tools are known (N3)", () => {
  test.each([
    ["before_tool_call", "exec", "params.cmd", "params.command"],
    ["before_tool_call", "exec", "params.comand", "params.command"],
    ["before_tool_call", "exec", "parms.command", "params.command"],
    ["before_tool_call", "exec", "tool_input.command", "params.command"],
    ["before_tool_call", "exec", "event.params.command", "params.command"],
    ["before_tool_call", "exec", "input.command", "params.command"],
    ["before_tool_call", "exec", "args.command", "params.command"],
    ["before_tool_call", "exec", "command", "params.command"],
    ["before_tool_call", "exec", "payload.tool_input.command", "params.command"],
    ["before_tool_call", "read", "params.filename", "params.path"],
    ["before_tool_call", "write", "params.text", "params.content"],
    ["before_tool_call", null, "tool_name", "toolName"],
    ["before_tool_call", null, "tool.name", "toolName"],
    ["before_tool_call", null, "tool.knid", "tool.kind"],
    ["before_tool_call", null, "tool.input", ""],
    ["before_tool_call", null, "agent.knd", "agent.kind"],
    ["before_tool_call", null, "params.comand", "params.command"],
    ["before_tool_call", null, "params.commnad", "params.command"],
    ["pre_tool_use", "shell", "params.cmd", "tool_input.cmd"],
    ["pre_tool_use", "shell", "tool_input.command", "tool_input.cmd"],
    ["pre_tool_use", "shell", "toolInput.cmd", "tool_input.cmd"],
    ["pre_tool_use", null, "toolName", "tool_name"],
    ["PreToolUse", "Bash", "tool_input.cmd", "tool_input.command"],
    ["PreToolUse", "Write", "tool_input.path", "tool_input.file_path"],
    ["PreToolUse", "Edit", "tool_input.old_str", "tool_input.old_string"],
    ["message_sending", null, "mesage", "message"],
    ["pre-bash-execution", null, "bash_comand", "bash_command"],
    ["pre-file-write", null, "file_paths", "file_path"],
    ["user_prompt_submit", null, "promt", "prompt"],
    ["before_tool_call", null, "user.role", ""],
  ])("%s, %s: %s is a warning that says %s", (event, tool, path, meant) => {
    const tools = tool === null ? "" : `tools: ${tool}\n`;
    const got = read(policy(`events: ${event}\n${tools}when: '${path} == "x"'\ndeny: no`));
    expect(got.said).toEqual(["warning:unknown-field"]);
    if (meant !== "") expect(got.cures[0]).toBe(`did you mean \`${meant}\`?`);
    expect(got.issues[0]).toMatchObject({ line: tool === null ? 5 : 6, column: 12 });
  });

  test.each([
    ["before_tool_call", "tools: exec", "params.command"],
    ["before_tool_call", "tools: deploy", "params.comand"],
    ["before_tool_call", "tools: [exec, deploy]", "params.target"],
    ["before_tool_call", "tools: 'ex*'", "params.target"],
    ["before_tool_call", "tools: [read, exec]", "params.path + params.command".split(" ")[0]],
    ["before_tool_call", "priority: 1", "params.target"],
    ["before_tool_call", "priority: 1", "params.commands"],
    ["before_tool_call", "priority: 1", "sessionKey"],
    ["before_tool_call", "priority: 1", "event"],
    ["before_tool_call, pre_tool_use", "priority: 1", "tool_input.cmd"],
    ["own_deploy", "priority: 1", "anything.at.all"],
    ["own_deploy, before_tool_call", "priority: 1", "anything"],
    ["PostToolUseFailure", "priority: 1", "anything"],
    ["before_tool_call", "priority: 1", "agent.id"],
    ["before_tool_call", "priority: 1", "agent.kind"],
    ["before_tool_call, prompt", "priority: 1", "agent.parent"],
  ])("%s, %s: %s is nobody's mistake", (events, line, path) => {
    const text = policy(`events: ${events}\n${line}\nwhen: '${path} == "x"'\ndeny: no`);
    expect(read(`${text}\nownEvents: [own_deploy]\n`).issues).toEqual([]);
  });

  test("the tools are also those that the condition compares the tool's name with", () => {
    const when = (text: string) => read(policy(`${CALL}when: '${text}'\ndeny: no`)).said;
    expect(when('toolName == "exec" && params.cmd == "x"')).toEqual(["warning:unknown-field"]);
    expect(when('toolName in ["exec", "bash"] && params.cmd == "x"')).toEqual(["warning:unknown-field"]);
    expect(when('toolName == "deploy" && params.cmd == "x"')).toEqual([]);
    expect(
      when('(toolName == "exec" && params.command == "x") || (toolName == "read" && params.path == "y")'),
    ).toEqual([]);
  });

  test("variables of `any` and `all` are not the event's", () => {
    const when = 'params.items.any(command, command == "x")';
    expect(read(policy(`${CALL}tools: t\nwhen: '${when}'\ndeny: no`)).issues).toEqual([]);
  });

  test("the fields that a judge may see are looked at, too", () => {
    const lines = `${CALL}tools: exec\njudge: { prompt: q, uses: [params.command, params.cmd] }`;
    expect(read(policy(lines))).toMatchObject({
      said: ["warning:unknown-field"],
      cures: ["did you mean `params.command`?"],
    });
  });

  test("a Mayros hook's condition is looked at in the same way", () => {
    const hook = `---\nname: n\nevents: before_tool_call\ncondition: toolName == "exec" && params.cmd\n---\nB`;
    expect(load(hook, { path: "h.md" }).issues).toMatchObject([
      { code: "unknown-field", line: 4, column: 34 },
    ]);
  });
});

describe("suggestions are keys of that level, or words of other systems (N9)", () => {
  test.each([
    ["condition: a", "when"],
    ["if: a", "when"],
    ["match: a", "when"],
    ["whne: a", "when"],
    ["When: a", "when"],
    ["block: a", "deny"],
    ["tool: exec", "tools"],
    ["matcher: exec", "tools"],
    ["event: e", "events"],
    ["name: a", "id"],
    ["action: deny", "`deny: "],
    ["effect: deny", "`deny: "],
    ["decision: block", "`deny: "],
    ["type: command", "`deny: "],
    ["reason: because", "text of `deny`"],
    ["message: because", "text of `deny`"],
    ["severity: high", "`ask`"],
    ["prompt: q", "judge"],
    ["run: x", "command"],
    ["expect: deny", "in a test"],
    ["workingDir: x", "inside `command`"],
    ["zzzzzz: x", "the keys here are id,"],
  ])("in a policy, %s: %s", (line, meant) => {
    const got = read(policy(`${CALL}deny: no\n${line}`));
    expect(got.said).toEqual(["error:unknown-key"]);
    expect(got.cures[0]).toContain(meant);
  });

  test.each([
    ["version: 1\nrules: []", "policies"],
    ["version: 1\nhooks: []", "policies"],
    ["version: 1\npolicies: []\nid: x", "description"],
    ["version: 1\npolicies: []\nevents: x", "in a policy"],
    ["apiVersion: 1\npolicies: []", "version"],
  ])("at the start of a file, %j: %s", (text, meant) => {
    const got = read(text);
    expect(got.said).toEqual(["error:unknown-key"]);
    expect(got.cures[0]).toContain(meant);
  });

  test.each([
    ["judge: { question: q }", "prompt"],
    ["judge: { promt: q }", "prompt"],
    ["command: { cmd: x }", "run"],
    ["command: { run: x, cwd: y }", "workingDir"],
    ["deny: x\ntests:\n  - { input: { a: 1 }, expect: deny }", "event"],
    ["deny: x\ntests:\n  - { event: { a: 1 }, expected: deny }", "expect"],
    ["deny: x\ntests:\n  - { event: { a: 1 }, expect: { verdict: deny } }", "effect"],
  ])("inside, %j: one error, %s", (lines, meant) => {
    const got = read(policy(`${CALL}${lines}`));
    expect(got.said.filter((one) => one.startsWith("error"))).toEqual(["error:unknown-key"]);
    expect(got.cures.join()).toContain(`\`${meant}\``);
  });

  test("a suggestion is never what was written", () => {
    for (const line of [
      "tests2: x",
      "reason: x",
      "uses: x",
      "run: x",
      "Deny: x",
      "deny : x",
      "d\u200beny: x",
    ]) {
      const { issues } = read(policy(`${CALL}ask: no\n${line}`));
      for (const { message, cure = "" } of issues) {
        const [written = ""] = /`[^`]+`/.exec(message) ?? [];
        expect(`did you mean ${written}?`).not.toBe(cure);
      }
    }
  });
});

/** A right file, of which one thing is broken. */
const RIGHT = `version: 1
policies:
  - id: no-rm
    events: before_tool_call
    tools: exec
    when: params.command.includes("rm -rf")
    deny: no recursive deletes
`;

describe("one error for a mistake, at its place, with the cure for it (N10)", () => {
  test.each([
    ["one blank too few", "    tools:", "   tools:", 5, "indent it by 4 blanks"],
    ["one blank too many", "    tools:", "     tools:", 5, "indent it by 4 blanks"],
    ["an item one blank too deep", "    events:", "     events:", 4, "indent it by 4 blanks"],
    ["a list too little indented", "    tools: exec", "    tools:\n     - a\n    - b", 7, "indent it by"],
    ["a tab", "    tools:", "\ttools:", 5, "indent with blanks"],
    ["a tab after blanks", "    tools:", "  \ttools:", 5, "indent with blanks"],
    ["a no-break space after the colon", "when: params", "when:\u00a0params", 6, "an ordinary blank"],
    ["a no-break space as indentation", "    tools:", "   \u00a0tools:", 5, "an ordinary blank"],
    ["an ideographic space", "    tools:", "\u3000   tools:", 5, "an ordinary blank"],
    ["no blank after a colon", "when: params", "when:params", 6, "`key: value`"],
    [
      "marks of a merge",
      "    tools: exec",
      "<<<<<<< HEAD\n    tools: exec\n=======\n    tools: read\n>>>>>>> b",
      5,
      "one of the two",
    ],
    ["the end of a merge", "    tools: exec", "    tools: exec\n>>>>>>> branch", 6, "one of the two"],
    ["a star", "tools: exec", "tools: *", 5, '`"*"`'],
    ["a star in a list", "tools: exec", "tools: [*]", 5, '`"*"`'],
    ["a star before a name", "tools: exec", "tools: *_push", 5, "quotes"],
    ["a negation", "when: params", "when: !params", 6, "single quotes"],
    [
      "a value that begins with a quote",
      'when: params.command.includes("rm -rf")',
      'when: "exec" == toolName',
      6,
      "single quotes",
    ],
    [
      "a value that begins with a single quote",
      'when: params.command.includes("rm -rf")',
      "when: 'exec' == toolName",
      6,
      "double quotes",
    ],
    ["a colon in a value", '"rm -rf"', '"http: //x"', 6, "single quotes"],
    ["a comment in a value", '"rm -rf"', '"rm #x"', 6, "single quotes"],
    ["smart quotes in a condition", '("rm -rf")', "(“rm -rf”)", 6, '`"`'],
    ["smart quotes around a tool", "tools: exec", "tools: “exec”", 5, "straight quotes"],
    ["a bracket that is not closed", "tools: exec", "tools: [exec", 5, ""],
  ])("%s", (_what, right, wrong, line, cure) => {
    const text = RIGHT.replace(right, wrong);
    expect(text).not.toBe(RIGHT);
    const { issues } = read(text);
    expect(issues.map(({ severity }) => severity)).toEqual(["error"]);
    if (cure !== "") expect(issues[0]).toMatchObject({ line });
    expect(issues[0]?.cure).toContain(cure);
    expect(
      effect(text, {
        event: "before_tool_call",
        toolName: "exec",
        params: { command: "rm -rf x http: //x rm #x" },
      }),
    ).toBe("deny");
  });

  test.each([
    ["a comment", '{"version":1, // c\n"policies":[]}', "no comments"],
    ["a comma at the end", '{"version":1,"policies":[],}', "remove the comma"],
    ["single quotes", "{'version':1}", '`"…"`'],
    ["a bare key", "{version:1}", '`"…"`'],
  ])("JSON with %s", (_what, text, cure) => {
    const { issues } = read(text, "p.json");
    expect(issues).toHaveLength(1);
    expect(issues[0]?.cure).toContain(cure);
  });

  test("no cure names a file that the package does not ship", () => {
    const texts = [
      RIGHT.replace("no-rm", "[1]"),
      RIGHT.replace("exec", "{ a: 1 }"),
      "a: 1",
      "[]",
      "version: []",
    ];
    for (const { cure } of texts.flatMap((text) => read(text).issues)) expect(cure).not.toContain("SPEC");
  });

  test.each([
    ["a long condition over lines", "when: params", "when: >-\n      params"],
    ["a text block", "deny: no recursive deletes", "deny: |\n      no\n        deeper: text\n      more"],
    ["a list at the column of its key", "tools: exec", "tools:\n    - exec\n    - read"],
    ["a value over lines", "deny: no recursive deletes", "deny: no\n      recursive\n       deletes"],
    ["brackets over lines", "tools: exec", "tools: [\n       exec,\n      read ]"],
    ["comments anywhere", "    tools: exec", "# a\n  # b\n    tools: exec # c"],
  ])("%s is right", (_what, right, wrong) => {
    expect(read(RIGHT.replace(right, wrong)).issues).toEqual([]);
  });
});

describe("a model without a provider is an error at load (N11)", () => {
  test.each(["claude-sonnet", "gpt", "/x", "anthropic/", "a /b"])("%j", (model) => {
    const got = read(policy(`${CALL}judge: { prompt: q, model: ${JSON.stringify(model)} }`));
    expect(got.said).toEqual(["error:invalid-value"]);
    expect(got.cures[0]).toContain("anthropic/");
    expect(got.policies[0]?.handler).not.toHaveProperty("model");
  });

  test("a Mayros hook keeps it, with a warning", () => {
    const { policies, issues } = load("---\nname: n\nevents: before_tool_call\nmodel: sonnet\n---\nB", {
      path: "h.md",
    });
    expect(policies[0]?.handler).toMatchObject({ model: "sonnet" });
    expect(issues).toMatchObject([{ severity: "warning", code: "invalid-value", line: 4 }]);
  });
});

describe("a backslash that is lost is said (N2)", () => {
  const matches = (pattern: string) =>
    `${CALL}tools: exec\nwhen: params.command.matches(${pattern})\ndeny: no`;
  test.each([
    ['"rm\\s"', "error:condition-syntax"],
    ['"\\d+"', "error:condition-syntax"],
    ['"\\brm"', "warning:"],
  ])("%s", (pattern, said) => {
    expect(read(policy(matches(pattern))).said.join()).toContain(said);
  });

  test.each(['"rm\\\\s"', 'r"rm\\s"', 'r"\\brm"', '"a\\"b"'])("%s is right", (pattern) => {
    expect(read(policy(matches(pattern))).issues).toEqual([]);
  });

  test("YAML's double quotes take their own escapes first", () => {
    const when = (text: string) => read(policy(`${CALL}tools: exec\nwhen: ${text}\ndeny: no`)).said;
    expect(when(String.raw`"params.command.matches(\"rm\\s\")"`)).toEqual(["error:condition-syntax"]);
    expect(when(String.raw`"params.command.matches(\"rm\\\\s\")"`)).toEqual([]);
  });

  test("a Mayros hook keeps Mayros' reading, with a warning", () => {
    const hook = '---\nname: n\nevents: before_tool_call\ncondition: params.command.matches("rm\\s")\n---\nB';
    const { policies, issues } = load(hook, { path: "h.md" });
    expect(policies[0]?.condition?.ast).not.toBeNull();
    expect(issues.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});

describe("what a line of a Mayros file holds (M14), and what a command's environment changes (M11)", () => {
  test.each(["\u2028", "\u2029"])(
    "a line with a separator of lines is skipped, as in Mayros, with an error",
    (mark) => {
      const { policies, issues } = load(
        `---\nname: n\nevents: before_tool_call\ndescription: a${mark}b\nenabled: false${mark}\n---\nB`,
        { path: "h.md" },
      );
      expect(policies[0]).toMatchObject({ enabled: true });
      expect(policies[0]).not.toHaveProperty("description");
      expect(issues.map(({ code, line }) => [code, line])).toEqual([
        ["ignored-line", 4],
        ["ignored-line", 5],
      ]);
    },
  );

  test.each(["LD_PRELOAD", "BASH_ENV", "PATH", "NODE_OPTIONS", "GIT_SSH_COMMAND", "BASH_FUNC_ls%%"])(
    "the variable %s is a warning",
    (name) => {
      const got = read(policy(`${CALL}command: { run: ./x, env: { "${name}": a, CI: "1" } }`));
      expect(got.said).toEqual(["warning:risky-environment"]);
      expect(got.policies).toHaveLength(1);
    },
  );
});
