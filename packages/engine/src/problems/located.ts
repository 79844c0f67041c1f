import type { Issue } from "@gatehouse-hooks/json";
import type { Policy } from "../policy.js";

/** Where a policy was written, for an issue about it. */
export function located({ source }: Policy): Pick<Issue, "path" | "line"> {
  if (source === undefined) return {};
  return { path: source.path, ...(source.line === undefined ? {} : { line: source.line }) };
}
