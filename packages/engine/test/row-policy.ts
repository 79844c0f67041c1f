import { condition } from "@gatehouse-hooks/condition";
import type { Handler, PolicyDefinition } from "@gatehouse-hooks/engine";

/** A policy in the short form of the rows; further keys are those of a definition. */
export interface RowPolicy {
  readonly id: string;
  /** What a static handler says; a judge is asked otherwise. */
  readonly say?: "approve" | "warn" | "ask" | "deny" | "allow";
  readonly judge?: boolean;
  readonly priority?: number;
  readonly set?: object;
  readonly context?: readonly string[];
  readonly when?: string;
  readonly matcher?: string;
  readonly events?: readonly string[];
}

/** The definition that a row means: of `before_tool_call`, unless it says otherwise. */
export function definitionOf({
  say,
  judge,
  set,
  context,
  when,
  matcher,
  ...rest
}: RowPolicy): PolicyDefinition {
  const handler: Handler =
    judge === true
      ? { kind: "judge", prompt: "?", timeoutMs: 15_000, cache: "none" }
      : ({
          kind: "static",
          verdict: say,
          reason: `${rest.id} says ${say}`,
          ...(set === undefined ? {} : { updatedInput: set }),
          ...(context === undefined ? {} : { context }),
        } as Handler);
  return {
    events: ["before_tool_call"],
    ...rest,
    handler,
    ...(when === undefined ? {} : { condition: condition(when).condition }),
    ...(matcher === undefined ? {} : { matcher: condition(matcher).condition }),
  };
}
