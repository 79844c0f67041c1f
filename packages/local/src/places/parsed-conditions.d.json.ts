import type { StoredPattern } from "@gatehouse-hooks/store";

declare const PARSED: {
  readonly conditions: readonly (readonly [text: string, ast: string, steps: string])[];
  readonly patterns: readonly StoredPattern[];
};
export = PARSED;
