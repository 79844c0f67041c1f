import { type JsonValue, isList } from "@gatehouse-hooks/json";

/** About how much memory a value holds, in characters. Depth is bounded by what parsed it. */
export function weightOf(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let weight = 8;
  if (isList(value)) for (const one of value) weight += weightOf(one);
  else for (const [key, one] of Object.entries(value)) weight += key.length + weightOf(one);
  return weight;
}
