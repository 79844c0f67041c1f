import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createGatehouse, definePolicies, type PoliciesFrom } from "@gatehouse-hooks/core";
import { gateMcp, type McpGate, type McpGateOptions, type McpNotice } from "@gatehouse-hooks/core/mcp";

export const POLICIES = definePolicies(
  {
    id: "no-keys",
    events: "before_tool_call",
    when: 'toolName == "mcp__files__write" && params.path.endsWith(".pem")',
    deny: "keys are not written",
  },
  {
    id: "outside",
    events: "before_tool_call",
    when: 'params.server == "files" && params.path.startsWith("/")',
    ask: "outside of the project",
  },
  {
    id: "tidy",
    events: "before_tool_call",
    when: 'tool.kind == "mcp" && params.path == "draft"',
    set: { path: "drafts/draft" },
  },
  {
    id: "careful",
    events: "before_tool_call",
    when: 'params.path == "loud"',
    warn: "that is loud",
  },
);

/** A client, a gate and a server in one process, and what the gate has told. */
export interface Gated {
  readonly client: Client;
  readonly gate: McpGate;
  readonly notices: readonly McpNotice[];
}

/** How a gate is tried. */
export interface GatedOptions extends Partial<Omit<McpGateOptions, "client" | "server">> {
  readonly policies?: PoliciesFrom;
  /** Before it connects. */
  readonly client?: Client;
}

export async function gated(server: McpServer, options: GatedOptions = {}): Promise<Gated> {
  const { policies = POLICIES, client = new Client({ name: "test", version: "1" }), ...more } = options;
  const gatehouse = await createGatehouse({ policies, onNotice: () => undefined });
  const notices: McpNotice[] = [];
  const [clientEnd, toClient] = InMemoryTransport.createLinkedPair();
  const [toServer, serverEnd] = InMemoryTransport.createLinkedPair();
  await server.connect(serverEnd);
  const gate = await gateMcp({
    client: toClient,
    server: toServer,
    name: "files",
    gatehouse,
    onNotice: (notice) => void notices.push(notice),
    ...more,
  });
  await client.connect(clientEnd);
  return { client, gate, notices };
}

/** What the model reads of a result. */
export function wordsOf(result: Awaited<ReturnType<Client["callTool"]>>): string {
  const content = result.content as readonly { readonly text?: string }[];
  return content.map(({ text = "" }) => text).join("\n");
}
