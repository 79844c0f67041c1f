import type { JsonObject } from "@gatehouse-hooks/json";
import { HttpProblem } from "../http/problem.js";
import { readShape } from "../http/read-shape.js";
import {
  type AccessEvaluation,
  type EvaluationAnswer,
  type EvaluationsSemantic,
  evaluationSchema,
  evaluationsSchema,
} from "./evaluation.schema.js";

/** Answers one evaluation. */
type EvaluateAccess = (evaluation: AccessEvaluation) => Promise<EvaluationAnswer>;

/** What is answered to several evaluations: as to one, where the request has no list of them. */
type EvaluationsAnswer = EvaluationAnswer | { readonly evaluations: readonly EvaluationAnswer[] };

/**
 * Answers a request for several evaluations, one after the other (Authorization API 1.0, section 7). One that cannot be read is a no
 * with its error, and the others are answered.
 *
 * @param most evaluations of one request
 * @throws HttpProblem for a request that cannot be read as a whole
 */
export async function evaluateAll(
  body: JsonObject,
  most: number,
  evaluate: EvaluateAccess,
): Promise<EvaluationsAnswer> {
  const { evaluations, options } = readShape(evaluationsSchema, body);
  if (evaluations === undefined || evaluations.length === 0)
    return await evaluate(readShape(evaluationSchema, body));
  if (evaluations.length > most)
    throw new HttpProblem("bad-request", `/evaluations: expected at most ${most}, got ${evaluations.length}`);
  const semantic = options?.evaluations_semantic ?? "execute_all";
  const answers: EvaluationAnswer[] = [];
  const defaults = defaultsOf(body);
  for (const one of evaluations) {
    const answer = await evaluateOne({ ...defaults, ...one }, evaluate);
    answers.push(answer);
    if (endsWith(semantic, answer.decision)) break;
  }
  return { evaluations: answers };
}

async function evaluateOne(
  one: Readonly<Record<string, unknown>>,
  evaluate: EvaluateAccess,
): Promise<EvaluationAnswer> {
  const read = evaluationSchema.safeParse(one);
  // As it came: the schema's copy lacks some keys.
  if (read.success) return await evaluate(one as unknown as AccessEvaluation);
  const [issue] = read.error.issues;
  const message = issue === undefined ? "it is no evaluation" : `${issue.path.join(".")}: ${issue.message}`;
  return { decision: false, context: { error: { status: 400, message } } };
}

/** What the request says for all. A member of an evaluation counts before it, as a whole. */
function defaultsOf(body: JsonObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ["subject", "action", "resource", "context"].flatMap((name) =>
      Object.hasOwn(body, name) ? [[name, body[name]]] : [],
    ),
  );
}

function endsWith(semantic: EvaluationsSemantic, decision: boolean): boolean {
  if (semantic === "deny_on_first_deny") return !decision;
  return semantic === "permit_on_first_permit" && decision;
}
