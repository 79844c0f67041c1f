import type { Issue, JsonObject } from "@gatehouse-hooks/json";

/** An issue, and an event that shows it. */
export interface ShownIssue extends Issue {
  readonly witness?: JsonObject;
}
