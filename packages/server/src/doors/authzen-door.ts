import { answerOfDecision } from "../authzen/answer-of-decision.js";
import { evaluateAll } from "../authzen/evaluate.js";
import {
  type AccessEvaluation,
  type EvaluationAnswer,
  evaluationSchema,
  eventOfEvaluation,
} from "../authzen/evaluation.schema.js";
import { jsonResponse, HttpProblem } from "../http/problem.js";
import { readJsonBody } from "../http/read-body.js";
import { readShape } from "../http/read-shape.js";
import { type AskedRequest, askedBy } from "./asked.js";
import { decided } from "./tell-decision.js";
import type { App, DoorEnvironment } from "./environment.js";

/** The door for every enforcement point that speaks AuthZEN (Authorization API 1.0). */
export function addAuthzenDoor(app: App, environment: DoorEnvironment): void {
  const { limits, origin } = environment;
  const evaluate =
    (one: AskedRequest) =>
    async (evaluation: AccessEvaluation): Promise<EvaluationAnswer> => {
      const { decision, approval } = await decided(
        "authzen",
        one,
        eventOfEvaluation(evaluation),
        environment,
      );
      return answerOfDecision(decision, { abstain: one.tenant.abstain, approval });
    };
  app.get("/.well-known/authzen-configuration", (context) =>
    jsonResponse(pdpMetadata(origin ?? new URL(context.req.url).origin)),
  );
  app.post(
    "/access/v1/evaluation",
    askedBy(["decide"], environment, async (one) => {
      const body = await readJsonBody(one, limits.maxBodyBytes);
      return jsonResponse(await evaluate(one)(readShape(evaluationSchema, body)));
    }),
  );
  app.post(
    "/access/v1/evaluations",
    askedBy(["decide"], environment, async (one) => {
      const body = await readJsonBody(one, limits.maxBodyBytes);
      return jsonResponse(await evaluateAll(body, limits.maxEvaluations, evaluate(one)));
    }),
  );
  app.post(
    "/access/v1/search/:what",
    askedBy(["decide"], environment, async () => {
      throw new HttpProblem("not-offered", "this server answers evaluations; it does not search");
    }),
  );
}

/** What a server says of itself (Authorization API 1.0, section 9): search is not offered, so it is not named. */
interface PdpMetadata {
  readonly policy_decision_point: string;
  readonly access_evaluation_endpoint: string;
  readonly access_evaluations_endpoint: string;
}

/** @param origin where the server is reached, without a path */
function pdpMetadata(origin: string): PdpMetadata {
  return {
    policy_decision_point: origin,
    access_evaluation_endpoint: `${origin}/access/v1/evaluation`,
    access_evaluations_endpoint: `${origin}/access/v1/evaluations`,
  };
}
