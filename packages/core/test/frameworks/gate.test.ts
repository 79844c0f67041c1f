// One call gates the tools of every framework alike.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { jsonSchema, tool } from "ai";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createGatehouse, definePolicies, gate, type GateOptions } from "@gatehouse-hooks/core";

const POLICIES = definePolicies(
  { id: "no-rm", events: "before_tool_call", when: 'params.command.startsWith("rm")', deny: "no deleting" },
  { id: "push", events: "before_tool_call", when: 'params.command.startsWith("git push")', ask: "really?" },
  { id: "dry", events: "before_tool_call", when: 'params.command == "publish"', set: { command: "dry" } },
);

interface Input {
  readonly command: string;
}

/** Runs a command with the tool of a framework as the framework does, and gives what the model is told. */
type Call = (command: string) => Promise<unknown>;
type Made = (ran: string[], options: GateOptions) => Promise<Call>;

const runInto =
  (ran: string[]) =>
  async ({ command }: Input): Promise<string> => {
    ran.push(command);
    return `ran ${command}`;
  };

class GraphTool {
  readonly name = "bash";
  readonly #run: (input: Input) => Promise<string>;

  constructor(ran: string[]) {
    this.#run = runInto(ran);
  }

  async invoke(input: Input): Promise<string> {
    return await this.#run(input);
  }
}

const FRAMEWORKS: Readonly<Record<string, Made>> = {
  "plain tools": async (ran, options) => {
    const tools = [{ name: "bash", execute: runInto(ran) }];
    const [bash] = await gate(tools, POLICIES, options);
    return async (command) => await bash?.execute({ command });
  },
  "AI SDK": async (ran, options) => {
    const inputSchema = jsonSchema<Input>({ type: "object" });
    const { bash } = await gate({ bash: tool({ inputSchema, execute: runInto(ran) }) }, POLICIES, options);
    return async (command) => await bash.execute?.({ command }, { toolCallId: "1", messages: [] });
  },
  Mastra: async (ran, options) => {
    const { bash } = await gate({ bash: { id: "bash", execute: runInto(ran) } }, POLICIES, options);
    return async (command) => await bash.execute({ command });
  },
  LangChain: async (ran, options) => {
    const tools = [new GraphTool(ran)];
    const [bash] = await gate(tools, POLICIES, options);
    return async (command) => await bash?.invoke({ command });
  },
  "OpenAI Agents SDK": async (ran, options) => {
    const run = runInto(ran);
    const tools = [
      {
        type: "function" as const,
        name: "bash",
        invoke: async (_: object, input: string) => await run(JSON.parse(input) as Input),
        needsApproval: async () => false,
      },
    ];
    const [bash] = await gate(tools, POLICIES, options);
    return async (command) =>
      await bash?.invoke({ isToolApproved: () => undefined }, JSON.stringify({ command }));
  },
  "Claude Agent SDK": async (ran, options) => {
    const run = runInto(ran);
    const handler = async (input: Input) => ({
      content: [{ type: "text" as const, text: await run(input) }],
    });
    const tools = [{ name: "bash", description: "runs", inputSchema: {}, handler }];
    const [bash] = await gate(tools, POLICIES, options);
    return async (command) => await bash?.handler({ command });
  },
  "an MCP client": async (ran, options) => {
    const server = new McpServer({ name: "shell", version: "1" });
    const run = runInto(ran);
    server.registerTool("bash", { inputSchema: { command: z.string() } }, async (input) => ({
      content: [{ type: "text", text: await run(input) }],
    }));
    const client = new Client({ name: "test", version: "1" });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    const gated = await gate(client, POLICIES, options);
    expectTypeOf(gated).toEqualTypeOf<Client>();
    expect((await gated.listTools()).tools.map(({ name }) => name)).toEqual(["bash"]);
    return async (command) => await gated.callTool({ name: "bash", arguments: { command } });
  },
};

/** What the model is told, whether by a result or by an error. */
async function told(call: Call, command: string): Promise<string> {
  try {
    return JSON.stringify(await call(command));
  } catch (error) {
    return String(error);
  }
}

describe.each(Object.entries(FRAMEWORKS))("%s", (name, make) => {
  const kinds = { bash: "shell" } as const;

  test("a call runs, is denied with its reason, and is rewritten", async () => {
    const ran: string[] = [];
    const call = await make(ran, { kinds });
    expect(await told(call, "ls")).toContain("ran ls");
    expect(await told(call, "rm -rf x")).toMatch(/denied by `no-rm`: no deleting/);
    expect(await told(call, "publish")).toContain("ran dry");
    expect(ran).toEqual(["ls", "dry"]);
  });

  test("what is asked about does not run where nobody can be asked", async () => {
    const ran: string[] = [];
    expect(await told(await make(ran, { kinds }), "git push")).toMatch(/approv/);
    expect(ran).toEqual([]);
  });

  // The others pause by their framework's own means.
  test.runIf(["plain tools", "Claude Agent SDK", "an MCP client"].includes(name))(
    "a person is asked, and only `true` is a yes",
    async () => {
      const ran: string[] = [];
      const answers: unknown[] = ["yes", false, true];
      const call = await make(ran, { kinds, ask: () => answers.shift() as boolean });
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
