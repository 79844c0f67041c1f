import { parse } from "@gatehouse/condition";
import type { Condition } from "@gatehouse/engine";

/** A matcher as a condition on the tool's name, `null` for every tool, or why it is none. */
export type ReadMatcher =
  | { readonly kind: "condition"; readonly condition: Condition | null }
  | { readonly kind: "invalid"; readonly reason: string };

/**
 * Reads a matcher: RE2, the whole name, letter case counts; absent, empty and `*` stand for every tool (document 004,
 * "Matcher Patterns").
 */
export function readMatcher(matcher: string | undefined): ReadMatcher {
  if (matcher === undefined || matcher === "" || matcher === "*")
    return { kind: "condition", condition: null };
  // First by itself: `a)|(b` would be valid inside the group that makes it match the whole name.
  for (const pattern of [matcher, `^(?:${matcher})$`]) {
    const text = `tool_name.matches(${JSON.stringify(pattern)})`;
    const { ast, issues } = parse(text);
    if (ast === null) return { kind: "invalid", reason: issues[0]?.message ?? "not a valid pattern" };
    if (pattern !== matcher) return { kind: "condition", condition: { text, ast } };
  }
  return { kind: "invalid", reason: "not a valid pattern" };
}

/** The condition that holds where one of the two holds; `null` holds always. */
export function eitherMatcher(one: Condition | null, other: Condition | null): Condition | null {
  if (one === null || other === null) return null;
  if (one.text === other.text) return one;
  return conditionOf(`${one.text} || ${other.text}`);
}

/** Parses a condition that the format has written itself. One over the limits applies always. */
export function conditionOf(text: string): Condition {
  return { text, ast: parse(text).ast };
}
