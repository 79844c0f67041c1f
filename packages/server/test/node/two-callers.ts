import type { Caller, DecisionServerOptions } from "@gatehouse-hooks/server";
import { listen } from "@gatehouse-hooks/server/node";
import { onTestFinished } from "vitest";
import { callersOf, gatehouseOf, serverOf, sha256, tenantOf, tokenOf } from "../served.js";
import { type Raw, rawSocket } from "./raw-socket.js";

const POLICIES = `
version: 1
policies:
  - { id: reads, events: access_request, when: action.name == "read", allow: everybody may read }
  - { id: push, events: before_tool_call, ask: is it ready? }
`;
const READ = {
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "book", id: "1" },
};
const OTHER: Caller = { name: "other", roles: ["decide"], tokenSha256: sha256("token-of.other") };

/** A server with two callers, on a port. */
export async function started(limits: NonNullable<DecisionServerOptions["limits"]>) {
  const tenant = tenantOf(await gatehouseOf(POLICIES));
  const server = await serverOf(tenant.gatehouse, {
    limits,
    tenant: { callers: [...callersOf(), OTHER] },
  });
  const listening = await listen(server, { port: 0 });
  onTestFinished(() => listening.close());
  return { origin: listening.origin, server };
}

/** A request whose body begins, and does not go on. */
export async function slow(origin: string, how: string): Promise<Raw> {
  const raw = await rawSocket(origin);
  raw.socket.write(
    `POST /access/v1/evaluation HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokenOf("decide")}\r\n` +
      `content-type: application/json\r\n${how}`,
  );
  onTestFinished(() => void raw.socket.destroy());
  return raw;
}

/** Asks for a decision, and says how it was answered. */
export async function evaluate(origin: string, token: string): Promise<number> {
  const response = await fetch(`${origin}/access/v1/evaluation`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(READ),
  });
  await response.text();
  return response.status;
}
