import { parse } from "@gatehouse-hooks/condition";
import type { Condition } from "@gatehouse-hooks/engine";

/** A matcher as a condition on the tool's name, `null` for every tool, or why it is invalid. */
type ReadMatcher =
  | { readonly kind: "condition"; readonly condition: Condition | null }
  | { readonly kind: "invalid"; readonly reason: string };

/** Holds where the event's `tool_name` is not a string, and so cannot be compared with anything. */
export const NAMELESS: string = '!(tool_name >= "")';

/**
 * Reads a matcher: RE2, the whole name, letter case counts; absent, empty and `*` mean every tool (document 004,
 * "Matcher Patterns"). A call whose `tool_name` is not a string is for every hook.
 */
export function readMatcher(matcher: string | undefined): ReadMatcher {
  if (matcher === undefined || matcher === "" || matcher === "*")
    return { kind: "condition", condition: null };
  // First by itself: `a)|(b` would be valid inside the group that makes it match the whole name.
  for (const pattern of [matcher, `^(?:${matcher})$`]) {
    const matches = `tool_name.matches(${JSON.stringify(pattern)})`;
    const text = pattern === matcher ? matches : `${matches} || ${NAMELESS}`;
    const { ast, issues } = parse(text);
    if (ast === null) return { kind: "invalid", reason: issues[0]?.message ?? "not a valid pattern" };
    if (pattern !== matcher) return { kind: "condition", condition: { text, ast } };
  }
  return { kind: "invalid", reason: "not a valid pattern" };
}

/** Parses a condition that the format has written itself. One over the limits applies always. */
export function conditionOf(text: string): Condition {
  return { text, ast: parse(text).ast };
}
