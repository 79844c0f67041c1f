import { type Issue, own } from "@gatehouse-hooks/json";

/** Where a definition was written, for an issue about it. */
export function locationOf(value: unknown): Pick<Issue, "path" | "line"> {
  const source = own(value, "source");
  const path = own(source, "path");
  const line = own(source, "line");
  return {
    ...(typeof path === "string" ? { path } : {}),
    ...(typeof line === "number" ? { line } : {}),
  };
}

/** What a message calls a definition that may not be one. */
export function whose(value: unknown): string {
  const id = own(value, "id");
  return typeof id === "string" ? `policy \`${id.slice(0, 80)}\`` : "a policy";
}
