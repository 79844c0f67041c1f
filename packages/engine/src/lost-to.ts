import type { Issue } from "@gatehouse-hooks/json";
import type { LostPolicy } from "./lost-policy.js";
import type { Tier } from "./policy.js";

/** What is lost by an error about a file or place: it is not known what it would have guarded. A warning costs nothing. */
export function lostTo(
  { severity, message, cure, path = "", line }: Issue,
  tier: Tier,
): readonly LostPolicy[] {
  if (severity !== "error") return [];
  const why = cure === undefined ? message : `${message}; cure: ${cure}`;
  return [{ file: path, events: "all gating", tier, why, ...(line === undefined ? {} : { line }) }];
}
