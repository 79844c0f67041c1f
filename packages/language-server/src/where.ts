import type { Cursor } from "./cursor.js";

/** What is written at a place of a file. */
export type Meaning = "condition" | "event" | "tool" | "field" | "policy" | "other";

/** What the value at the cursor means; of a list, what its items do. */
export function meaningOf({ kind, path }: Pick<Cursor, "kind" | "path">): Meaning {
  const key = path.findLast((part) => typeof part === "string");
  if (kind === "gatehouse") {
    if (path.includes("event") && path.at(-1) === "event" && path.at(-2) === "event") return "event";
    if (path.includes("expect")) return key === "policy" ? "policy" : "other";
    switch (key) {
      case "when":
        return "condition";
      case "events":
        return "event";
      case "tools":
      case "toolName":
      case "tool_name":
        return "tool";
      case "uses":
        return "field";
      default:
        return "other";
    }
  }
  if (kind === "mayros") return key === "condition" ? "condition" : key === "events" ? "event" : "other";
  return "other";
}

/** The mapping of the policy around the cursor: the innermost one that lists events. */
export function policyAround({ around }: Pick<Cursor, "around">): Readonly<Record<string, unknown>> {
  return around.findLast((one) => one["events"] !== undefined) ?? {};
}
