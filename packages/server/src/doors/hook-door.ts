import type { Decision, Event } from "@gatehouse-hooks/engine";
import { decideWithin, settled } from "../decide/decide-event.js";
import { answerHttpHook, denyOfAnything, httpHookHost, OVER_HTTP } from "../answer-http-hook.js";
import type { WiredHost } from "@gatehouse-hooks/hosts/wired";
import { jsonResponse, HttpProblem } from "../http/problem.js";
import { readBodyBytes } from "../http/read-body.js";
import { type AskedRequest, askedBy } from "./asked.js";
import type { App, DoorEnvironment } from "./environment.js";
import { tellDecision } from "./tell-decision.js";

/** The door for agents that post their hooks to an address. */
export function addHookDoor(app: App, environment: DoorEnvironment): void {
  const { onError } = environment;
  const answered = askedBy(["decide"], environment, async (one) => await answerOne(one, environment));
  app.post("/v1/hooks/:agent", async (context) => {
    try {
      return await answered(context);
    } catch (error) {
      const host = httpHookHost(context.req.param("agent"));
      if (host === undefined) throw error;
      if (!(error instanceof HttpProblem)) onError(error);
      return denied(host, error);
    }
  });
}

/**
 * What would be a problem for other callers. These agents take any status but 200 as no objection, so that an overloaded server or a
 * token that has been replaced would let everything happen.
 */
function denied(host: WiredHost, error: unknown): Response {
  const { code, message } =
    error instanceof HttpProblem ? error : { code: "internal-error", message: "the server has failed" };
  const response = jsonResponse(denyOfAnything(host, message));
  response.headers.set("x-gatehouse-problem", code);
  return response;
}

async function answerOne(asked: AskedRequest, environment: DoorEnvironment): Promise<Response> {
  const { limits, decides } = environment;
  const { tenant, inForce, identity, param } = asked;
  const host = httpHookHost(param("agent"));
  if (host === undefined)
    throw new HttpProblem(
      "no-such-address",
      `${OVER_HTTP.join(" and ")} have hooks over HTTP; others run a command`,
    );
  const started = performance.now();
  let told: Pick<Decision, "effect" | "policy"> = { effect: "deny", policy: null };
  const body = await answerHttpHook(host, await readBodyBytes(asked, limits.maxBodyBytes), {
    deadlineMs: limits.deadlineMs,
    decide: async (event: Event): Promise<Decision> => {
      const decision = await decideWithin(inForce.gatehouse, event, limits.deadlineMs);
      told = decision;
      return decision;
    },
    settle: async (asks, event) => {
      const from = { caller: identity.caller, agent: host.name };
      const { decision, approval } = await settled(tenant.name, asks, event, decides, from);
      told = decision;
      return approval === undefined ? decision : withApproval(decision, approval.id);
    },
  });
  const { effect, policy } = told;
  tellDecision({ tenant: tenant.name, door: "hook", effect, policy, started }, environment);
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** An ask that the agent answers as a deny: its reason says how a person lets it happen. */
function withApproval(decision: Decision, id: string): Decision {
  const why = decision.reason === "" ? "no reason was given" : decision.reason;
  return {
    ...decision,
    reason: `${why}; a person can allow just this call, once: approval ${id}, then try it again`,
  };
}
