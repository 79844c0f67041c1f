import type { AccessEvaluation } from "./evaluation.schema.js";

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
