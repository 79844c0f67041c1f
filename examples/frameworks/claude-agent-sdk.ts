import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import type { Gatehouse } from "@gatehouse-hooks/core";
import { canUseTool, hooks } from "@gatehouse-hooks/core/claude-agent-sdk";
import { z } from "zod";

/** What became of a session. */
export interface AgentSession {
  /** The tool's function was given these. */
  readonly ran: readonly string[];
  /** A person was asked about these. */
  readonly asked: readonly string[];
  /** What the model was told about its calls. */
  readonly told: string;
}

/** An agent of the Claude Agent SDK with a tool of its own, `bash`, whose calls are decided first. */
export async function runAgent(
  gatehouse: Gatehouse,
  prompt: string,
  answer: (command: string) => boolean,
  /** The program, where it is not the one that the SDK brings. */
  pathToClaudeCodeExecutable?: string,
): Promise<AgentSession> {
  const ran: string[] = [];
  const asked: string[] = [];
  const told: string[] = [];
  const bash = tool("bash", "Runs a command", { command: z.string() }, async ({ command }) => {
    ran.push(command);
    return { content: [{ type: "text", text: `ran ${command}` }] };
  });
  const session = query({
    prompt,
    options: {
      hooks: hooks(gatehouse),
      canUseTool: canUseTool(gatehouse, {
        // The pause: the session waits for a person.
        ask: async (_, { params }) => {
          asked.push(String(params["command"]));
          return answer(String(params["command"]));
        },
        otherwise: async (_, updatedInput) => ({ behavior: "allow", updatedInput }),
      }),
      mcpServers: { tools: createSdkMcpServer({ name: "tools", tools: [bash] }) },
      permissionMode: "default",
      settingSources: [],
      ...(pathToClaudeCodeExecutable !== undefined && { pathToClaudeCodeExecutable }),
    },
  });
  for await (const message of session) {
    if (message.type === "user") told.push(JSON.stringify(message));
  }
  return { ran, asked, told: told.join("\n") };
}
