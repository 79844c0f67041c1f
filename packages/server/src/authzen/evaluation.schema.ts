import { z } from "zod";

/** The tool calls of AuthZEN requests: `action.name`, and the type of the resource. */
const CALL = { action: "call", resource: "tool" } as const;

/**
 * The event that an evaluation is. A call of a tool (`action.name` is `call`, the resource a `tool` with its name as `id`, and its
 * arguments as `resource.properties.params`) is the event `before_tool_call`, so that the policies for agents decide it; everything
 * else is an `access_request` with the four members as they came.
 *
 * Only these members are read: what a request says elsewhere cannot make it another event.
 */
export function eventOfEvaluation(evaluation: AccessEvaluation): Readonly<Record<string, unknown>> {
  const { subject, action, resource, context } = evaluation;
  const members = { subject, action, resource, ...(context !== undefined && { context }) };
  if (action.name !== CALL.action || resource.type !== CALL.resource)
    return { event: "access_request", ...members };
  return {
    event: "before_tool_call",
    toolName: resource.id,
    params: resource.properties?.["params"] ?? {},
    ...members,
  };
}

/** Named values of any kind. */
export type Properties = Readonly<Record<string, unknown>>;

/** A subject or a resource (Authorization API 1.0, sections 5.1 and 5.2). */
interface Entity {
  readonly type: string;
  readonly id: string;
  readonly properties?: Properties | undefined;
}

/** An access evaluation request (Authorization API 1.0, section 6.1): who wants to do what with which. */
export interface AccessEvaluation {
  readonly subject: Entity;
  readonly action: { readonly name: string; readonly properties?: Properties | undefined };
  readonly resource: Entity;
  readonly context?: Properties | undefined;
}

/** When the evaluations of one request end (Authorization API 1.0, section 7.1.2.1). */
export type EvaluationsSemantic = "execute_all" | "deny_on_first_deny" | "permit_on_first_permit";

/** Several evaluations, with what they have in common (Authorization API 1.0, section 7.1). */
export interface Evaluations {
  readonly subject?: unknown;
  readonly action?: unknown;
  readonly resource?: unknown;
  readonly context?: unknown;
  readonly evaluations?: readonly Properties[] | undefined;
  readonly options?: { readonly evaluations_semantic?: EvaluationsSemantic | undefined } | undefined;
}

/** What is answered to an evaluation (Authorization API 1.0, section 6.2). */
export interface EvaluationAnswer {
  readonly decision: boolean;
  readonly context?: Properties | undefined;
}

const properties = z.record(z.string(), z.unknown());

const entity = z.looseObject({ type: z.string(), id: z.string(), properties: properties.optional() });

/** Members that the specification does not name may be there. */
export const evaluationSchema: z.ZodType<AccessEvaluation> = z.looseObject({
  subject: entity,
  action: z.looseObject({ name: z.string(), properties: properties.optional() }),
  resource: entity,
  context: properties.optional(),
});

const semantic = z.enum(["execute_all", "deny_on_first_deny", "permit_on_first_permit"]);

/** What is wrong with one evaluation is told in its answer, so their members are not looked at here. */
export const evaluationsSchema: z.ZodType<Evaluations> = z.looseObject({
  subject: z.unknown().optional(),
  action: z.unknown().optional(),
  resource: z.unknown().optional(),
  context: z.unknown().optional(),
  evaluations: z.array(z.looseObject({})).optional(),
  options: z.looseObject({ evaluations_semantic: semantic.optional() }).optional(),
});

export const evaluationAnswerSchema: z.ZodType<EvaluationAnswer> = z.strictObject({
  decision: z.boolean(),
  context: properties.optional(),
});

export const evaluationsAnswerSchema: z.ZodType<{ readonly evaluations: readonly EvaluationAnswer[] }> =
  z.strictObject({ evaluations: z.array(evaluationAnswerSchema) });
