import { condition } from "@gatehouse-hooks/condition";
import type { PolicyDefinition, StaticHandler } from "@gatehouse-hooks/engine";

/** A static policy for tool calls; its id is its reason. */
export function policy(
  id: string,
  verdict: StaticHandler["verdict"],
  when: string,
  more: Partial<PolicyDefinition> = {},
): PolicyDefinition {
  return {
    id,
    events: ["before_tool_call"],
    handler: { kind: "static", verdict, reason: id },
    ...(when === "" ? {} : { condition: condition(when).condition }),
    ...more,
  };
}
