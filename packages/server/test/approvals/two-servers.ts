import type { ApprovalStore, DecisionServer } from "@gatehouse-hooks/server";
import { memoryApprovals } from "@gatehouse-hooks/server";
import { redisApprovals } from "@gatehouse-hooks/server/redis";
import { type RedisServer, startRedis } from "../../../cache/test/redis-server.js";
import { type Answered, ask, callersOf, gatehouseOf, KEY, tenantOf, tokenOf } from "../served.js";
import { createDecisionServer } from "@gatehouse-hooks/server";

const POLICIES = `
version: 1
policies:
  - id: pushes-ask
    events: before_tool_call
    tools: Bash
    when: params.command.startsWith("git push")
    ask: pushes need a person
  - id: messages-ask
    events: [message_sending, access_request]
    ask: who sends that?
`;

export const LIMITS = { askedMs: 900_000, approvedMs: 300_000 };

/** Two servers that share what people are asked, with one clock. */
export interface TwoServers {
  readonly one: DecisionServer;
  readonly two: DecisionServer;
  /** Milliseconds since 1970. */
  now: number;
  readonly close: () => Promise<void>;
}

export async function twoServers(stores: readonly [ApprovalStore, ApprovalStore]): Promise<TwoServers> {
  const clock = { now: Date.now() };
  const make = async (approvals: ApprovalStore): Promise<DecisionServer> =>
    createDecisionServer({
      key: KEY,
      approvals,
      limits: LIMITS,
      now: () => clock.now,
      tenants: [
        tenantOf(await gatehouseOf(POLICIES)),
        { name: "other", gatehouse: await gatehouseOf(POLICIES), callers: callersOf("other") },
      ],
    });
  const [one, two] = [await make(stores[0]), await make(stores[1])];
  return Object.assign(clock, {
    one,
    two,
    close: async () => {
      await Promise.all([one.close(), two.close(), ...stores.map(async (store) => await store.close())]);
    },
  });
}

/** What shares questions between two servers, in memory or in Redis. */
export interface SharedStores {
  readonly name: string;
  /** How many calls are asked about in the deep tier. */
  readonly calls: number;
  readonly open: () => Promise<{
    readonly stores: readonly [ApprovalStore, ApprovalStore];
    readonly redis?: RedisServer;
  }>;
}

export const SHARED: readonly SharedStores[] = [
  {
    name: "in memory",
    calls: 200,
    open: async () => {
      const store = memoryApprovals();
      return { stores: [store, store] };
    },
  },
  {
    name: "in Redis",
    calls: 1_000,
    open: async () => {
      const redis = await startRedis();
      const make = (): ApprovalStore =>
        redisApprovals({ url: redis.url, key: KEY, commandTimeoutMs: 20_000 });
      return { stores: [make(), make()], redis };
    },
  },
];

/** A call that waits for a person. */
export function push(branch: string): Readonly<Record<string, unknown>> {
  return {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command: `git push origin ${branch}` },
    sessionKey: "s",
  };
}

export interface DecidedBody {
  readonly decision: { readonly effect: string; readonly notices?: readonly { readonly code: string }[] };
  readonly approval?: { readonly id: string; readonly state: string; readonly expires: number };
}

export async function decide(server: DecisionServer, event: unknown, tenant = "main"): Promise<DecidedBody> {
  const { body } = await ask(server, "/v1/decide", { body: { event }, token: tokenOf("decide", tenant) });
  return body as unknown as DecidedBody;
}

/** Asks, and gives the id of the question. */
export async function asked(server: DecisionServer, event: unknown, tenant = "main"): Promise<string> {
  const { decision, approval } = await decide(server, event, tenant);
  if (decision.effect !== "ask" || approval === undefined)
    throw new Error(`no question, but ${JSON.stringify(decision)}`);
  return approval.id;
}

export async function say(
  server: DecisionServer,
  id: string,
  answer: "approve" | "refuse",
  tenant = "main",
): Promise<Answered> {
  return await ask(server, `/v1/approvals/${id}`, { body: { answer }, token: tokenOf("approve", tenant) });
}

/** The effect alone, of a request that is one of thousands: it is not held against the document. */
export async function effectOf(server: DecisionServer, event: unknown): Promise<string> {
  const response = await server.fetch(
    new Request("http://pdp.test/v1/decide", {
      method: "POST",
      headers: { authorization: `Bearer ${tokenOf("decide")}`, "content-type": "application/json" },
      body: JSON.stringify({ event }),
    }),
  );
  return /"effect":"(\w+)"/.exec(await response.text())?.[1] ?? `status ${response.status}`;
}
