// Whose hooks an event of a file with several agents is for, and which of equal hooks runs.
import { describe, expect, test } from "vitest";
import { decideWith, loadFile } from "./rig.js";

type Data = Readonly<Record<string, unknown>>;

const hook = (command: string): Data => ({ type: "command", command });

/** The commands that are asked about an event, in order. */
function asked(file: Data, event: Data): readonly string[] {
  const { policies, issues } = loadFile(file);
  expect(issues).toEqual([]);
  const commands: string[] = [];
  decideWith(policies, event, ({ handler }) => {
    commands.push((handler as { readonly command: string }).command);
    return { kind: "approve", reason: "" };
  });
  return commands;
}

const team = (event: string, list: (name: string) => readonly Data[]): Data => ({
  agents: {
    root: { sub_agents: ["child", "reviewer:myorg/review"], hooks: { [event]: list("root") } },
    child: { hooks: { [event]: list("child") } },
    reviewer: { hooks: { [event]: list("reviewer") } },
  },
});

describe("an agent_name that names nobody of the file is for every agent (D8)", () => {
  const file = team("pre_tool_use", (name) => [{ hooks: [hook(name)] }]);
  const call = { event: "pre_tool_use", tool_name: "shell" };
  test.each([
    {},
    ...["", "Root", "other", 1, null, true, ["root"], {}].map((name) => ({ agent_name: name })),
  ])("%j", (name) => {
    expect(asked(file, { ...call, ...name })).toEqual(["root", "child", "reviewer"]);
  });
  test("one that does is for that agent", () => {
    expect(asked(file, { ...call, agent_name: "child" })).toEqual(["child"]);
  });
});

describe("events go to the agents that their own fields name (D17)", () => {
  test("the end of a sub-agent is for the parent's hooks", () => {
    const file = team("subagent_stop", (name) => [hook(name)]);
    const ended = (name: string): readonly string[] =>
      asked(file, { event: "subagent_stop", agent_name: name, parent_session_id: "p" });
    expect(ended("child")).toEqual(["root"]);
    expect(ended("reviewer")).toEqual(["root"]);
    expect(ended("stranger")).toEqual(["root", "child", "reviewer"]);
  });

  test("without sub_agents it is for every agent", () => {
    const file = { agents: { a: { hooks: { subagent_stop: [hook("a")] } }, b: {} } };
    expect(asked(file, { event: "subagent_stop", agent_name: "b" })).toEqual(["a"]);
  });

  test("a switch is for the agent that is left", () => {
    const file = team("on_agent_switch", (name) => [hook(name)]);
    const change = { event: "on_agent_switch", from_agent: "child", to_agent: "root" };
    expect(asked(file, change)).toEqual(["child"]);
    expect(asked(file, { ...change, agent_name: "child" })).toEqual(["child"]);
    expect(asked(file, { ...change, from_agent: "other" })).toEqual(["root", "child", "reviewer"]);
  });
});

describe("equal hooks are merged among those that match (D12)", () => {
  const call = (tool: unknown): Data => ({ event: "pre_tool_use", tool_name: tool });
  const block = (...entries: readonly (readonly [string | undefined, ...string[]])[]): Data => ({
    hooks: {
      pre_tool_use: entries.map(([matcher, ...commands]) => ({
        ...(matcher === undefined ? {} : { matcher }),
        hooks: commands.map(hook),
      })),
    },
  });

  test("the place of one that does not match does not count", () => {
    const file = block(["other", "second"], ["shell", "first"], ["*", "second", "first"]);
    expect(asked(file, call("shell"))).toEqual(["first", "second"]);
    expect(asked(file, call("other"))).toEqual(["second", "first"]);
    expect(asked(file, call("third"))).toEqual(["second", "first"]);
    // A name that cannot be compared is for every matcher, and every hook once.
    expect(asked(file, call(7))).toEqual(["second", "first"]);
  });

  test("three matchers of one hook", () => {
    const file = block(["a", "x"], ["a|b", "x"], ["b|c", "x", "y"]);
    for (const tool of ["a", "b"])
      expect(asked(file, call(tool)).filter((one) => one === "x")).toEqual(["x"]);
    expect(asked(file, call("c"))).toEqual(["x", "y"]);
    expect(asked(file, call("d"))).toEqual([]);
  });

  test("a hook of the file's top is not run again for an agent", () => {
    const entry = [{ matcher: "a", hooks: [hook("x")] }];
    const file = {
      hooks: { pre_tool_use: entry },
      agents: { one: { hooks: { pre_tool_use: entry } }, two: { hooks: { pre_tool_use: entry } } },
    };
    for (const agent_name of ["one", "two", "three"]) {
      expect(asked(file, { ...call("a"), agent_name })).toEqual(["x"]);
    }
  });

  test("the same hook of two agents runs for each, and once where the event names neither", () => {
    const file = team("stop", () => [hook("same")]);
    expect(asked(file, { event: "stop", agent_name: "root" })).toEqual(["same"]);
    expect(asked(file, { event: "stop", agent_name: "child" })).toEqual(["same"]);
    expect(asked(file, { event: "stop" })).toEqual(["same"]);
  });
});
