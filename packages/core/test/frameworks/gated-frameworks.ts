// The tools of every framework, gated with one call.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { jsonSchema, tool } from "ai";
import { expect, expectTypeOf } from "vitest";
import { z } from "zod";
import { gate, type Gatehouse, type GateOptions, type PoliciesFrom } from "@gatehouse-hooks/core";

export interface Input {
  readonly command: string;
}

/** What the tool does. */
export type Run = (input: Input) => Promise<string>;

/** Runs a command with the tool of a framework as the framework does, and gives what the model is told. */
export type Call = (command: string) => Promise<unknown>;
type Made = (run: Run, policies: PoliciesFrom | Gatehouse, options: GateOptions) => Promise<Call>;

class GraphTool {
  readonly name = "bash";
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async invoke(input: Input): Promise<string> {
    return await this.#run(input);
  }
}

export const FRAMEWORKS: Readonly<Record<string, Made>> = {
  "plain tools": async (run, policies, options) => {
    const tools = [{ name: "bash", execute: run }];
    const [bash] = await gate(tools, policies, options);
    return async (command) => await bash?.execute({ command });
  },
  "AI SDK": async (run, policies, options) => {
    const inputSchema = jsonSchema<Input>({ type: "object" });
    const { bash } = await gate({ bash: tool({ inputSchema, execute: run }) }, policies, options);
    return async (command) => await bash.execute?.({ command }, { toolCallId: "1", messages: [] });
  },
  Mastra: async (run, policies, options) => {
    const { bash } = await gate({ bash: { id: "bash", execute: run } }, policies, options);
    return async (command) => await bash.execute({ command });
  },
  LangChain: async (run, policies, options) => {
    const tools = [new GraphTool(run)];
    const [bash] = await gate(tools, policies, options);
    return async (command) => await bash?.invoke({ command });
  },
  "OpenAI Agents SDK": async (run, policies, options) => {
    const tools = [
      {
        type: "function" as const,
        name: "bash",
        invoke: async (_: object, input: string) => await run(JSON.parse(input) as Input),
        needsApproval: async () => false,
      },
    ];
    const [bash] = await gate(tools, policies, options);
    return async (command) =>
      await bash?.invoke({ isToolApproved: () => undefined }, JSON.stringify({ command }));
  },
  "Claude Agent SDK": async (run, policies, options) => {
    const handler = async (input: Input) => ({
      content: [{ type: "text" as const, text: await run(input) }],
    });
    const tools = [{ name: "bash", description: "runs", inputSchema: {}, handler }];
    const [bash] = await gate(tools, policies, options);
    return async (command) => await bash?.handler({ command });
  },
  "an MCP client": async (run, policies, options) => {
    const server = new McpServer({ name: "shell", version: "1" });
    server.registerTool("bash", { inputSchema: { command: z.string() } }, async (input) => ({
      content: [{ type: "text", text: await run(input) }],
    }));
    const client = new Client({ name: "test", version: "1" });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    const gated = await gate(client, policies, options);
    expectTypeOf(gated).toEqualTypeOf<Client>();
    expect((await gated.listTools()).tools.map(({ name }) => name)).toEqual(["bash"]);
    return async (command) => await gated.callTool({ name: "bash", arguments: { command } });
  },
};

/** What the model is told, whether by a result or by an error. */
export async function told(call: Call, command: string): Promise<string> {
  try {
    return JSON.stringify(await call(command));
  } catch (error) {
    return String(error);
  }
}
