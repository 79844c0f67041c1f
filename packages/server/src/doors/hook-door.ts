import type { Decision, Event } from "@gatehouse-hooks/engine";
import { settled } from "../decide/decide-event.js";
import { answerHttpHook, httpHookHost } from "../hooks/answer-http-hook.js";
import { HttpProblem } from "../http/problem.js";
import { readBodyBytes } from "../http/read-body.js";
import { askedBy } from "./asked.js";
import type { App, DoorEnvironment } from "./environment.js";

/** The door for agents that post their hooks to an address. */
export function addHookDoor(app: App, environment: DoorEnvironment): void {
  const { limits, metrics, decides } = environment;
  app.post(
    "/v1/hooks/:agent",
    askedBy(["decide"], environment, async ({ request, tenant, inForce, param }) => {
      const host = httpHookHost(param("agent"));
      if (host === undefined)
        throw new HttpProblem(
          "no-such-address",
          "claude-code and copilot have hooks over HTTP; others run a command",
        );
      const started = performance.now();
      let effect = "deny";
      const body = await answerHttpHook(host, await readBodyBytes(request, limits.maxBodyBytes), {
        deadlineMs: limits.deadlineMs,
        decide: async (event: Event): Promise<Decision> => {
          const signal = AbortSignal.timeout(limits.deadlineMs);
          const decision = await inForce.gatehouse.decideUnknown(event, { signal });
          ({ effect } = decision);
          return decision;
        },
        settle: async (asks, event) => {
          const { decision, approval } = await settled(tenant.name, asks, event, decides);
          ({ effect } = decision);
          return approval === undefined ? decision : withApproval(decision, approval.id);
        },
      });
      metrics.decision(tenant.name, "hook", effect, (performance.now() - started) / 1_000);
      return new Response(body, { headers: { "content-type": "application/json" } });
    }),
  );
}

/** An ask that the agent answers as a deny: its reason says how a person lets it happen. */
function withApproval(decision: Decision, id: string): Decision {
  const why = decision.reason === "" ? "no reason was given" : decision.reason;
  return {
    ...decision,
    reason: `${why}; a person can allow just this call, once: approval ${id}, then try it again`,
  };
}
