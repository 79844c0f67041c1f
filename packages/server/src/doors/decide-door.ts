import { shownApproval } from "../approvals/approval-store.js";
import { stepEvent } from "../decide/step-event.js";
import { decideSchema } from "../decide/step.schema.js";
import { jsonResponse } from "../http/problem.js";
import { readJsonBody } from "../http/read-body.js";
import { readShape } from "../http/read-shape.js";
import { askedBy } from "./asked.js";
import { decided, tellDecision } from "./tell-decision.js";
import type { App, DoorEnvironment } from "./environment.js";

/** The door for embedders: whole decisions, and decisions that wait for answers of others. */
export function addDecideDoor(app: App, environment: DoorEnvironment): void {
  const { limits, decides, seals } = environment;
  app.post(
    "/v1/decide",
    askedBy(["decide"], environment, async (one) => {
      const { event } = readShape(decideSchema, await readJsonBody(one, limits.maxBodyBytes));
      const { decision, approval } = await decided("decide", one, event, environment);
      return jsonResponse({ decision, ...(approval !== undefined && { approval: shownApproval(approval) }) });
    }),
  );
  app.post(
    "/v1/step",
    askedBy(["decide", "answer"], environment, async (asked) => {
      const { tenant, inForce, identity } = asked;
      const started = performance.now();
      // A state holds its event in base64, and the answers so far.
      const body = await readJsonBody(asked, 3 * limits.maxBodyBytes);
      const made = await stepEvent(tenant, inForce, identity, body, { ...decides, seals });
      if (made.kind === "decided") {
        const { effect, policy } = made.decision;
        tellDecision({ tenant: tenant.name, door: "step", effect, policy, started }, environment);
      }
      return jsonResponse(made);
    }),
  );
}
