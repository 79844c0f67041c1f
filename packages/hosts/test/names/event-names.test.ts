// A policy means the same event by every agent's name for it, whichever agent sends it.
import { compilePolicies, decide, type Event, type PolicySet } from "@gatehouse-hooks/engine";
import { EVENT_NAMES, HOSTS, load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { eventNamesOf } from "../../src/names/event-names.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { hostOf, RECORDED, sampleOf, WIRED, type WiredHost } from "../agents/samples.js";

interface Sent {
  readonly host: WiredHost;
  /** The agent's own name of the event. */
  readonly own: string;
  readonly event: Event;
}

function sent(host: WiredHost, payload: JsonObject): readonly Sent[] {
  const prepared = host.prepare(payload);
  if (prepared.kind !== "event") return [];
  const own = host.wire.nameOf(payload);
  return own === undefined ? [] : [{ host, own, event: prepared.event }];
}

/** An event of every name of every agent, and all that were recorded. */
const SENT: readonly Sent[] = [
  ...WIRED.flatMap((host) => host.events.flatMap(({ name }) => sent(host, sampleOf(host, name)))),
  ...RECORDED.flatMap(({ agent, payload }) => sent(hostOf(agent), payload)),
];

function denies(events: string, event: Event, more = ""): boolean {
  const key = `${events}\n${more}`;
  const set = SETS.get(key) ?? compiled(events, more);
  SETS.set(key, set);
  return decide(set, event, new Map()).effect === "deny";
}

/** Asked about hundreds of events each, and compiled once. */
const SETS = new Map<string, PolicySet>();

function compiled(events: string, more: string): PolicySet {
  const text = `version: 1\npolicies:\n  - id: p\n    events: ${JSON.stringify(events)}\n${more}    deny: no\n`;
  const { policies, lost, issues } = load(text, { path: "p.yaml" });
  expect(issues).toEqual([]);
  return compilePolicies({ policies, lost }, { vocabulary: VOCABULARY }).set;
}

/** What an agent's word says beside the canonical event, written down a second time. */
const NARROWER: Readonly<Record<string, (event: Event, own: string) => boolean>> = {
  PostToolUse: (event) => !failed(event),
  postToolUse: (event) => !failed(event),
  PostToolUseFailure: failed,
  postToolUseFailure: failed,
  beforeShellExecution: kind("shell"),
  afterShellExecution: kind("shell"),
  beforeMCPExecution: kind("mcp"),
  afterMCPExecution: kind("mcp"),
  beforeReadFile: kind("read"),
  afterFileEdit: kind("write", "edit"),
  beforeTabFileRead: (_, own) => own === "beforeTabFileRead",
  afterTabFileEdit: (_, own) => own === "afterTabFileEdit",
  "pre-file-write": kind("write", "edit"),
  "post-file-write": kind("write", "edit"),
  "pre-bash-execution": kind("shell"),
  "post-bash-execution": kind("shell"),
  user_followup_submit: (_, own) => own === "user_followup_submit",
};

function kind(...kinds: readonly string[]) {
  return ({ tool }: Event): boolean => isRecord(tool) && kinds.some((one) => one === tool["kind"]);
}

function failed({ raw }: Event): boolean {
  if (!isRecord(raw)) return false;
  const response = raw["tool_response"];
  const name = raw["hook_event_name"];
  return (
    (typeof name === "string" && name.endsWith("Failure")) ||
    (raw["toolName"] !== undefined && raw["error"] !== undefined) ||
    raw["tool_error"] === true ||
    (isRecord(response) && isRecord(response["error"]))
  );
}

const ROWS = HOSTS.flatMap((host) =>
  host.events.flatMap(({ name, canonical }) => (canonical === undefined ? [] : [{ name, canonical }])),
);

describe("an agent's name of an event means the canonical one, in every agent", () => {
  test("there is an event of every canonical name that agents have", () => {
    expect(new Set(SENT.map(({ host }) => host.name)).size).toBe(WIRED.length);
    expect(SENT.length).toBeGreaterThan(200);
  });

  const names = [...new Map(ROWS.map((row) => [row.name, row])).values()];
  test.each(names)("$name is $canonical", ({ name, canonical }) => {
    const narrower = Object.hasOwn(NARROWER, name) ? NARROWER[name] : undefined;
    let applied = 0;
    for (const { host, own, event } of SENT) {
      const expected =
        event.event === canonical && denies(canonical, event) && (narrower?.(event, own) ?? true);
      if (expected) applied++;
      expect(denies(name, event), `${name} at ${host.name}'s ${own}`).toBe(expected);
    }
    if (canonical !== "before_agent_start") expect(applied).toBeGreaterThan(0);
  });

  test("never less than the agent itself sends under the name", () => {
    for (const { own, event } of SENT) {
      if (EVENT_NAMES.of(own) === undefined) continue;
      expect(denies(own, event), own).toBe(true);
    }
  });

  test("one name means one thing: agents that share it agree", () => {
    for (const { name, canonical } of EVENT_NAMES.all)
      expect([name, canonical.length < 2]).toEqual([name, true]);
    for (const { name } of ROWS) {
      const parts = HOSTS.flatMap(({ events }) => events.filter((row) => row.name === name)).map(
        ({ part }) => part,
      );
      for (const part of parts) expect([name, part]).toEqual([name, parts[0]]);
    }
  });

  test("an event that is no canonical one is the same under the names of all agents that have it", () => {
    const of = (own: string): readonly Event[] => SENT.flatMap((one) => (one.own === own ? [one.event] : []));
    for (const name of ["SubagentStop", "subagentStop", "subagent_stop"]) {
      for (const event of ["SubagentStop", "subagentStop", "subagent_stop"].flatMap(of))
        expect(denies(name, event)).toBe(true);
    }
  });
});

describe("the fields of an agent are understood under its names", () => {
  test.each([
    ["PreToolUse", 'tool_name != "" && tool_input.size() > 0'],
    ["BeforeTool", 'tool_name != "" && tool_input.size() > 0'],
    ["preToolUse", 'toolName != "" && params.size() > 0'],
    ["PreToolUse", 'toolName != "" && params.size() > 0'],
    ["pre_tool_use", 'event == "pre_tool_use" && tool_input.size() > 0'],
    ["PreToolUse", 'event in ["PreToolUse"] && tool_input.size() > 0'],
    ["PreToolUse", "[tool_name].any(x, x != tool_input)"],
  ])("%s: %s", (name, when) => {
    const more = `    when: ${JSON.stringify(when)}\n`;
    for (const { event } of SENT.filter((one) => one.event.event === "before_tool_call")) {
      const { params } = event;
      expect(denies(name, event, more)).toBe(isRecord(params) && Object.keys(params).length > 0);
    }
  });

  test("and so are both of an event that no host has prepared", () => {
    const raw = { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf x" } };
    for (const when of [
      'tool_input.command.includes("rm")',
      'toolName == "Bash" && params.command.includes("rm")',
    ]) {
      expect(denies("PreToolUse", raw, `    when: ${JSON.stringify(when)}\n`)).toBe(true);
      const other = { ...raw, tool_input: { command: "ls" } };
      expect(denies("PreToolUse", other, `    when: ${JSON.stringify(when)}\n`)).toBe(false);
    }
  });

  test("a field that is in the payload alone is read there", () => {
    const response = {
      event: "after_tool_call",
      toolName: "Bash",
      raw: { tool_response: { stdout: "secret" } },
    };
    const more = `    when: 'tool_response.stdout.includes("secret")'\n`;
    expect(denies("PostToolUse", response, more)).toBe(true);
    expect(denies("PostToolUse", { ...response, raw: {} }, more)).toBe(false);
  });

  test.each([
    ["beforeShellExecution", 'command.includes("rm")', { command: "rm x" }],
    ["pre-bash-execution", 'bash_command.includes("rm")', { command: "rm x" }],
    ["afterFileEdit", 'file_path.endsWith(".ts")', { path: "a.ts" }],
  ])("%s: %s is a parameter of the call", (name, when, params) => {
    const shell = name !== "afterFileEdit";
    const event = {
      event: shell ? "before_tool_call" : "after_tool_call",
      toolName: shell ? "Bash" : "Write",
      params,
    };
    const more = `    when: '${when}'\n`;
    expect(denies(name, event, more)).toBe(true);
    expect(denies(name, { ...event, params: {} }, more)).toBe(false);
  });

  test("where the canonical name is listed, too, and both words are written, each is for its own", () => {
    const more = `    when: 'params.command == "a" || tool_input.command == "b"'\n`;
    const call = (command: string) => ({ event: "before_tool_call", toolName: "Bash", params: { command } });
    expect(denies("before_tool_call, PreToolUse", call("a"), more)).toBe(true);
    expect(denies("before_tool_call, PreToolUse", call("b"), more)).toBe(false);
  });
});

describe("many events in one word", () => {
  test.each(["*", "*, PreToolUse", "before_tool_call|*"])("%s is every event", (events) => {
    for (const { event } of SENT) expect(denies(events, event)).toBe(true);
    expect(denies(events, { event: "order_placed" })).toBe(true);
  });

  test.each([
    ["before_*", ["before_tool_call", "before_prompt_build"], ["after_tool_call", "prompt"]],
    ["Pre*", ["before_tool_call", "PreCompact"], ["after_tool_call", "prompt"]],
    ["tool.execute.*", ["before_tool_call", "after_tool_call"], ["prompt"]],
    ["*ToolUse", ["before_tool_call", "after_tool_call"], ["prompt"]],
    ["PreToolUse|PostToolUse", ["before_tool_call", "after_tool_call"], ["prompt"]],
    ["before_tool_call | prompt", ["before_tool_call", "prompt"], ["after_tool_call"]],
    ["before_tool_call,prompt", ["before_tool_call", "prompt"], ["after_tool_call"]],
  ])("%s", (events, applies, others) => {
    const call = { toolName: "exec", params: {}, prompt: "" };
    for (const event of applies) expect([event, denies(events, { event, ...call })]).toEqual([event, true]);
    for (const event of others) expect([event, denies(events, { event, ...call })]).toEqual([event, false]);
  });

  test.each(["wurst_*", "*_wurst", "b*x*z", "[before_tool_call, 'wurst_*']"])(
    "%s is the name of no event: an error, and what gates is denied",
    (events) => {
      const written = events.startsWith("[") ? events : `'${events}'`;
      const { issues, lost } = load(`version: 1\npolicies:\n  - { id: p, events: ${written}, deny: no }\n`, {
        path: "p.yaml",
      });
      expect(issues).toMatchObject([{ severity: "error", code: "unknown-event" }]);
      expect(issues[0]?.cure).toContain("every event is");
      expect(lost).toMatchObject([{ events: "all gating" }]);
    },
  );
});

test("names of an agent of one's own are read as well; one that means two events is an issue with both as its cure", () => {
  const [claude] = WIRED.filter(({ name }) => name === "claude-code");
  if (claude === undefined) throw new Error("no host");
  const mine = {
    ...claude,
    name: "mine",
    title: "Mine",
    events: [
      { name: "call.begin", canonical: "before_tool_call", gates: true, input: null, context: false },
      { name: "Stop", canonical: "session_end", gates: false, input: null, context: false },
    ],
  };
  const hosts = [...HOSTS, mine];
  expect(eventNamesOf(hosts).of("Stop")?.canonical).toEqual(["agent_stop", "session_end"]);
  const read = (policy: string) => load(`version: 1\npolicies:\n  - ${policy}\n`, { path: "p.yaml", hosts });
  expect(read("{ id: p, events: call.begin, deny: no }").policies[0]?.events).toContain("before_tool_call");
  const { issues, policies } = read("{ id: p, events: Stop, deny: no }");
  expect(issues).toMatchObject([
    { severity: "error", cure: "write what you mean: `agent_stop` or `session_end`" },
  ]);
  expect(policies[0]?.events).toEqual(expect.arrayContaining(["agent_stop", "session_end"]));
  expect(read("{ id: p, events: Stop, allow: yes }").policies).toEqual([]);
});
