import type { Pattern, PatternResult } from "@gatehouse-hooks/condition/compile";

/** The pattern of a result; undefined where the source is not one. */
export function patternIn(result: PatternResult): Pattern | undefined {
  return "pattern" in result ? result.pattern : undefined;
}
