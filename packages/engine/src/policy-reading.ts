import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import type { Policy } from "./policy.js";

/** What definitions are read with: the parts of it that are large are the caller's choice. */
export interface PolicyReading {
  /** Reads the patterns of conditions. */
  readonly patterns: PatternEngine;
  /** A sealed definition with its defaults, or what is wrong with it. */
  readonly complete: (value: JsonValue) => Policy | { readonly issues: readonly Issue[] };
}
