import { checkHost, HOSTS, load } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { hostOf } from "./samples.js";

function codes(host: string, yaml: string, options = {}): readonly string[] {
  const { policies, issues } = load(`version: 1\npolicies:\n  - id: p\n${yaml.replace(/^/gm, "    ")}\n`, {
    path: "p.yaml",
  });
  expect(issues).toEqual([]);
  return checkHost(hostOf(host), policies, options).map(({ code }) => code);
}

const DENY = "events: before_tool_call\ndeny: no";
const ASK = "events: before_tool_call\nask: sure?";
const REWRITE = "events: before_tool_call\nwhen: 'tool.kind == \"shell\"'\nset: { command: ls }";
const ALLOW = "events: before_tool_call\nallow: fine";

describe("what an agent cannot carry out is said with a cure", () => {
  test.each([
    ["claude-code", DENY, []],
    ["claude-code", ASK, []],
    ["claude-code", ALLOW, []],
    ["claude-code", REWRITE, []],
    ["codex", ASK, ["cannot-ask"]],
    ["gemini-cli", ASK, ["cannot-ask"]],
    ["opencode", ASK, ["cannot-ask"]],
    ["copilot", ASK, []],
    ["codex", ALLOW, ["cannot-allow"]],
    ["copilot", ALLOW, ["allow-overrides"]],
    ["qwen-code", REWRITE, ["cannot-rewrite"]],
    ["codex", REWRITE, []],
    ["gemini-cli", 'events: before_tool_call\ncontext: "use main"', ["no-context"]],
    ["copilot", "events: before_tool_call\nwarn: careful", ["no-warning"]],
    ["codex", "events: message_sending\ndeny: no", ["event-not-fired"]],
    ["codex", "events: session_end\ndeny: no", ["event-not-fired"]],
    ["gemini-cli", "events: session_start\ndeny: no", ["cannot-deny"]],
    ["codex", "events: before_tool_call\ntools: [Read, Glob]\ndeny: no", ["tool-not-there"]],
    ["codex", "events: before_tool_call\ntools: [Read, Bash]\ndeny: no", []],
    ["codex", "events: before_tool_call\nwhen: 'tool.kind == \"read\"'\ndeny: no", ["kind-not-there"]],
    ["codex", "events: before_tool_call\nwhen: '\"read\" == tool.kind'\ndeny: no", ["kind-not-there"]],
    ["codex", "events: before_tool_call\nwhen: 'tool.kind in [\"read\"]'\ndeny: no", ["kind-not-there"]],
    ["codex", "events: before_tool_call\nwhen: 'tool.kind.matches(\"^read$\")'\ndeny: no", []],
    ["codex", 'events: before_tool_call\nwhen: \'tool.kind in ["read", "shell"]\'\ndeny: no', []],
    [
      "codex",
      'events: before_tool_call\nwhen: \'tool.kind == "read" || tool.kind == "shell"\'\ndeny: no',
      [],
    ],
    ["codex", "events: before_tool_call\nwhen: 'tool.kind != \"read\"'\ndeny: no", []],
    ["codex", "events: before_tool_call\nwhen: 'tool.any(one, one.kind == \"read\")'\ndeny: no", []],
    ["gemini-cli", "events: before_tool_call\nwhen: 'tool.kind == \"read\"'\ndeny: no", []],
    ["codex", "events: before_tool_call\ntools: mcp__github__push\ndeny: no", []],
  ])("%s: %s", (host, yaml, expected) => {
    expect(codes(host, yaml)).toEqual(expected);
  });

  test.each([
    ["claude-code", ["warning cannot-replace PostToolUseFailure"]],
    ["codex", []],
    ["gemini-cli", []],
    ["copilot", ["warning cannot-replace postToolUseFailure PostToolUseFailure"]],
    ["opencode", []],
    ["docker-agent", []],
    [
      "cursor",
      [
        "error cannot-replace postToolUse postToolUseFailure afterShellExecution afterMCPExecution afterFileEdit afterTabFileEdit",
      ],
    ],
    ["qwen-code", ["error cannot-replace PostToolUse PostToolUseFailure"]],
    ["vscode", ["error cannot-replace PostToolUse"]],
  ])("%s: where a result is not replaced is said, and is an error where it is nowhere", (host, expected) => {
    const replaces = "version: 1\npolicies: [{ id: p, events: after_tool_call, set: { result: x } }]\n";
    const redacts = "version: 1\nextends: [pack/redact-output]\n";
    const said = (text: string): readonly string[] =>
      checkHost(hostOf(host), load(text, { path: "p.yaml" }).policies)
        .filter(({ code }) => code !== "cannot-deny")
        .map(({ severity, code, message }) =>
          [
            severity,
            code,
            ...[...(message.split(":")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, event]) => event),
          ].join(" "),
        );
    expect(said(redacts)).toEqual(expected);
    const whole = host === "docker-agent" ? ["error cannot-replace post_tool_use"] : expected;
    expect(said(replaces)).toEqual(whole);
  });

  test("where a person is there Gemini CLI can ask", () => {
    expect(codes("gemini-cli", ASK, { interactive: true })).toEqual([]);
    expect(codes("codex", ASK, { interactive: true })).toEqual(["cannot-ask"]);
  });
});

test("a policy for the agent's own name of an event is told the canonical one", () => {
  const policies = [
    { id: "p", events: ["PreToolUse"], handler: { kind: "static", verdict: "deny", reason: "no" } },
  ] as const;
  expect(checkHost(hostOf("claude-code"), policies)).toMatchObject([
    { severity: "error", code: "event-not-fired", cure: "write `before_tool_call`, its name for all agents" },
  ]);
});

describe("it is an error when a guard can never deny, and a warning when nothing is lost", () => {
  const issues = (host: string, yaml: string, wired?: readonly string[]): readonly string[] => {
    const { policies } = load(`version: 1\npolicies:\n  - id: p\n${yaml.replace(/^/gm, "    ")}\n`, {
      path: "p.yaml",
    });
    return checkHost(hostOf(host), policies, wired && { wired }).map((one) => `${one.severity} ${one.code}`);
  };

  test.each([
    ["codex", "events: session_end\ndeny: no", ["error event-not-fired"]],
    ["codex", "events: session_end\nask: sure?", ["error event-not-fired"]],
    ["codex", "events: session_end\nwarn: careful", ["warning event-not-fired"]],
    ["codex", 'events: session_end\ncontext: "use main"', ["warning event-not-fired"]],
    ["gemini-cli", "events: session_start\ndeny: no", ["error cannot-deny"]],
    ["gemini-cli", "events: [session_start, before_tool_call]\ndeny: no", ["warning cannot-deny"]],
    ["codex", ASK, ["warning cannot-ask"]],
    ["codex", "events: before_tool_call\ntools: Read\ndeny: no", ["warning tool-not-there"]],
  ])("%s: %s", (host, yaml, expected) => {
    expect(issues(host, yaml)).toEqual(expected);
  });

  test("an event that no hook is registered for is not asked about, and nothing else is said of it", () => {
    expect(issues("claude-code", DENY, ["PostToolUse"])).toEqual(["error event-not-wired"]);
    expect(issues("claude-code", DENY, ["PreToolUse"])).toEqual([]);
    expect(issues("cursor", ALLOW, ["preToolUse"]).length).toBeLessThan(2);
  });
});

test("issues say where the policy is, and none is without a cure", () => {
  const { policies } = load(`version: 1\npolicies:\n  - id: p\n    ${ASK.replace("\n", "\n    ")}\n`, {
    path: "p.yaml",
  });
  const issues = checkHost(hostOf("codex"), policies);
  expect(issues).toMatchObject([{ path: "p.yaml", line: 3 }]);
  for (const { cure } of issues) expect(cure).not.toBe("");
});

test("an agent that starts no hooks of ours asks no policy", () => {
  const mimir = HOSTS.find(({ name }) => name === "mimir");
  if (mimir === undefined) throw new Error("no host");
  const policies = [
    { id: "p", events: ["*"], handler: { kind: "static", verdict: "deny", reason: "" } },
  ] as const;
  expect(checkHost(mimir, policies).map(({ code }) => code)).toEqual(["no-hooks"]);
});

test("a disabled policy is not looked at, and there are at most 1,000 issues", () => {
  const one = {
    id: "p",
    events: ["before_tool_call"],
    handler: { kind: "static", verdict: "ask", reason: "" },
  } as const;
  expect(checkHost(hostOf("codex"), [{ ...one, enabled: false }])).toEqual([]);
  expect(
    checkHost(
      hostOf("codex"),
      Array.from({ length: 1_500 }, () => one),
    ),
  ).toHaveLength(1_000);
});
