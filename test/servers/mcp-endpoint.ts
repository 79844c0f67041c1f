import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An address of streamable HTTP, on this machine. */
export interface McpEndpoint {
  readonly url: URL;
  /** The headers of each request, the first first. */
  readonly seen: readonly IncomingMessage["headers"][];
  readonly close: () => Promise<void>;
}

/**
 * Sessions of streamable HTTP: the official SDK behind Node's server.
 *
 * @param connect called with the transport of each session
 */
export async function mcpEndpoint(
  connect: (transport: StreamableHTTPServerTransport) => Promise<unknown>,
): Promise<McpEndpoint> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const seen: IncomingMessage["headers"][] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(request.headers);
    const session = sessions.get(String(request.headers["mcp-session-id"]));
    if (session !== undefined) {
      await session.handleRequest(request, response);
      return;
    }
    const fresh = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, fresh),
    });
    await connect(fresh);
    await fresh.handleRequest(request, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    seen,
    async close() {
      await Promise.all([...sessions.values()].map(async (session) => await session.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
