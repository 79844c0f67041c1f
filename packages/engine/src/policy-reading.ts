import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import { type Issue, type JsonValue, own } from "@gatehouse-hooks/json";
import type { Policy } from "./policy.js";

/** What definitions are read with: the parts of it that are large are the caller's choice. */
export interface PolicyReading {
  /** Reads the patterns of conditions. */
  readonly patterns: PatternEngine;
  /** A sealed definition with its defaults, or what is wrong with it. */
  readonly complete: (value: JsonValue) => Policy | { readonly issues: readonly Issue[] };
}

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
