import { createGatehouse, type Gatehouse } from "@gatehouse-hooks/core";
import type { Need, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import { memoryApprovals, createDecisionServer, type DecisionServer } from "@gatehouse-hooks/server";
import { answerNeed, type Case } from "../../../../test/laws/world.js";
import { callersOf, KEY, tenantOf } from "../served.js";

const DAY_MS = 86_400_000;

/** One server whose policies change from case to case, and which forgets between cases what it has asked people. */
export interface CaseServer extends DecisionServer {
  readonly use: (one: Case) => Promise<Gatehouse>;
  /** Milliseconds since 1970, of the server's clock. */
  now: number;
}

/** The policies of a case with handlers that answer as its world does. */
export async function gatehouseOfCase({ policies, world }: Case): Promise<Gatehouse> {
  const answer = async (need: Need): Promise<Verdict> => answerNeed(world, need);
  return await createGatehouse({
    policies: policies.map(withoutJudge),
    onIssues: "report",
    onNotice: () => undefined,
    cache: false,
    // To make the tables of programs for each case is most of the time otherwise.
    facts: false,
    handlers: { command: answer, function: answer, builtin: answer },
  });
}

/** A judge is asked through a prompt; what this world answers does not come from one. */
function withoutJudge(policy: PolicyDefinition): PolicyDefinition {
  if (policy.handler.kind !== "judge") return policy;
  return { ...policy, handler: { kind: "function", name: "f", timeoutMs: 1_000, mayRewrite: false } };
}

export async function caseServer(key: string = KEY): Promise<CaseServer> {
  const none = async (): Promise<Gatehouse> =>
    await createGatehouse({ policies: [], facts: false, onNotice: () => undefined });
  const made: { now: number } = { now: Date.now() };
  const server = createDecisionServer({
    key,
    approvals: memoryApprovals(),
    now: () => made.now,
    tenants: [
      tenantOf(await none()),
      { name: "lenient", gatehouse: await none(), callers: callersOf("lenient"), abstain: "permit" },
    ],
  });
  return Object.assign(made, server, {
    use: async (one: Case) => {
      made.now += 2 * DAY_MS;
      const gatehouse = await gatehouseOfCase(one);
      server.replace("main", gatehouse);
      server.replace("lenient", await gatehouseOfCase(one));
      return gatehouse;
    },
  });
}
