import { own } from "@gatehouse-hooks/json";
import type { Cursor } from "./cursor.js";

/** What is written at a place of a file. */
export type Meaning = "condition" | "event" | "tool" | "field" | "policy" | "other";

const MEANINGS: ReadonlyMap<unknown, Meaning> = new Map<unknown, Meaning>([
  ["when", "condition"],
  ["events", "event"],
  ["tools", "tool"],
  ["toolName", "tool"],
  ["tool_name", "tool"],
  ["uses", "field"],
]);

/** What the value at the cursor means; of a list, what its items do. */
export function meaningOf({ kind, path }: Pick<Cursor, "kind" | "path">): Meaning {
  const key = path.findLast((part) => typeof part === "string");
  if (kind.name === "gatehouse") {
    if (path.includes("event") && path.at(-1) === "event" && path.at(-2) === "event") return "event";
    if (path.includes("expect")) return key === "policy" ? "policy" : "other";
    return MEANINGS.get(key) ?? "other";
  }
  const { meanings = {} } = kind;
  return (typeof key === "string" ? own(meanings, key) : undefined) ?? "other";
}

/** The mapping of the policy around the cursor: the innermost one that lists events. */
export function policyAround({ around }: Pick<Cursor, "around">): Readonly<Record<string, unknown>> {
  return around.findLast((one) => one["events"] !== undefined) ?? {};
}
