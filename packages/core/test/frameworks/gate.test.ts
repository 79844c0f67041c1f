// One call gates the tools of every framework alike.
import { describe, expect, test } from "vitest";
import { createGatehouse, definePolicies, gate, type GateOptions } from "@gatehouse-hooks/core";
import { FRAMEWORKS, type Input, type Run, told } from "./gated-frameworks.js";

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  { id: "dry", events: "before_tool_call", when: 'params.command == "publish"', set: { command: "dry" } },
);

const runInto =
  (ran: string[]): Run =>
  async ({ command }) => {
    ran.push(command);
    return `ran ${command}`;
  };

describe.each(Object.entries(FRAMEWORKS))("%s", (name, make) => {
  const kinds = { bash: "shell" } as const;

  test("a call runs, is denied with its reason, and is rewritten", async () => {
    const ran: string[] = [];
    const call = await make(runInto(ran), POLICIES, { kinds });
    expect(await told(call, "ls")).toContain("ran ls");
    expect(await told(call, "rm -rf x")).toMatch(/denied by `no-rm`: no deleting/);
    expect(await told(call, "publish")).toContain("ran dry");
    expect(ran).toEqual(["ls", "dry"]);
  });

  test("what is asked about does not run where nobody can be asked", async () => {
    const ran: string[] = [];
    expect(await told(await make(runInto(ran), POLICIES, { kinds }), "git push")).toMatch(/approv/);
    expect(ran).toEqual([]);
  });

  // The others pause by their framework's own means.
  test.runIf(["plain tools", "Claude Agent SDK", "an MCP client"].includes(name))(
    "a person is asked, and only `true` is a yes",
    async () => {
      const ran: string[] = [];
      const answers: unknown[] = ["yes", false, true];
      const call = await make(runInto(ran), POLICIES, { kinds, ask: () => answers.shift() as boolean });
      for (const expected of [/approv|yes/, /approv|yes/, /ran git push/])
        expect(await told(call, "git push")).toMatch(expected);
      expect(ran).toEqual(["git push"]);
    },
  );
});

test("policies are what they are anywhere, or what decides already", async () => {
  const gatehouse = await createGatehouse({ policies: POLICIES });
  const ran: string[] = [];
  const [bash] = await gate([{ name: "bash", execute: runInto(ran) }], gatehouse);
  await expect(bash?.execute({ command: "rm x" })).rejects.toThrow(/no deleting/);
  const text = "version: 1\npolicies:\n  - { id: none, events: before_tool_call, deny: nothing runs }\n";
  const [shut] = await gate([{ name: "bash", execute: runInto(ran) }], { text });
  await expect(shut?.execute({ command: "ls" })).rejects.toThrow(/nothing runs/);
  expect(ran).toEqual([]);
});

test("calls of an MCP server have its name, as policies know it", async () => {
  const own = definePolicies({
    id: "own",
    events: "before_tool_call",
    when: 'toolName == "mcp__shell__bash" && tool.kind == "mcp"',
    deny: "of the server",
  });
  const handler = async ({ command }: Input) => ({ content: [{ type: "text" as const, text: command }] });
  const [bash] = await gate([{ name: "bash", inputSchema: {}, handler }], own, { server: "shell" });
  expect(JSON.stringify(await bash?.handler({ command: "ls" }))).toContain("of the server");
});

test.each([
  ["nothing", [], /no tools to gate/],
  ["an empty set", {}, /no tools to gate/],
  ["what is no tool", [{ name: "x" }], /expected tools of the AI SDK/],
  [
    "tools of two kinds",
    [
      { name: "x", execute: () => 1 },
      { name: "y", invoke: () => 1 },
    ],
    /all of one kind/,
  ],
])("%s is an error", async (_, tools, message) => {
  await expect(gate(tools, POLICIES)).rejects.toThrow(message);
  await expect(gate(tools, POLICIES, { kind: "shell" } as GateOptions)).rejects.toThrow(/`kind`/);
});
