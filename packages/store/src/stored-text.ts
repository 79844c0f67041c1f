import type { Expr } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { Policy } from "@gatehouse-hooks/engine";
import { astText, spansText } from "./ast-text.js";
import { ascii, TIERS } from "./store-format.js";

/** What is written of one policy. */
export interface StoredText {
  readonly position: number;
  readonly tier: number;
  /** The ASTs of matcher and condition, a line each; empty without one. */
  readonly tests: string;
  /** Their spans, likewise. */
  readonly spans: string;
  /** Everything else, packed. */
  readonly rest: string;
  readonly key: string | 0;
}

/** Separates the two parts of tests and of spans: no JSON text has a line break unless it was indented. */
export const BETWEEN = "\n";

/** The texts of a policy. */
export function storedText(
  policy: Policy,
  position: number,
  key: string,
  pack: (value: JsonValue) => string,
): StoredText {
  const both = (textOf: (ast: Expr) => string): string =>
    [policy.matcher, policy.condition].map((one) => (one?.ast == null ? "" : textOf(one.ast))).join(BETWEEN);
  return {
    position,
    tier: TIERS.indexOf(policy.tier),
    tests: ascii(both(astText)),
    spans: both(spansText),
    rest: ascii(pack(restOf(policy))),
    key: key === `${policy.tier}/${policy.id}` ? 0 : key,
  };
}

/** The policy with `true` in place of each AST, so that its keys keep their order. */
export function restOf(policy: Policy): JsonValue {
  const entries = Object.entries(policy).map(([name, value]: [string, unknown]): [string, unknown] => {
    if (name !== "matcher" && name !== "condition") return [name, value];
    const { text, ast } = value as NonNullable<Policy["condition"]>;
    return [name, { text, ast: ast !== null }];
  });
  return Object.fromEntries(entries) as JsonValue;
}
