import type { CodePoints, TextTree } from "@gatehouse-hooks/condition/analysis";
import { codePointsOf } from "@gatehouse-hooks/condition/analysis";

const BEGIN: TextTree = { kind: "place", place: "begin" };
const END: TextTree = { kind: "place", place: "end" };

/** Where in a string a literal is to be. */
export type LiteralTest = "==" | "startsWith" | "endsWith" | "includes";

/**
 * The strings that a test of a literal holds for.
 *
 * @param parts what each character of the literal is matched by, see {@link characterTrees}
 */
export function literalTree(test: LiteralTest, parts: readonly TextTree[]): TextTree {
  const begin = test === "==" || test === "startsWith" ? [BEGIN] : [];
  const end = test === "==" || test === "endsWith" ? [END] : [];
  return { kind: "sequence", parts: [...begin, ...parts, ...end] };
}

/** Strings that have one of these. */
export function choiceOf(options: readonly TextTree[]): TextTree {
  return { kind: "choice", options };
}

/** Each character by itself; nothing where half of a pair is a character, which other characters may hold. */
export function characterTrees(literal: string): readonly TextTree[] | undefined {
  const parts: TextTree[] = [];
  for (const character of literal) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code < 0xe000) return undefined;
    parts.push(setOf([code, code]));
  }
  return parts;
}

/** A set of characters as a tree, by the first and the last of each range. */
export function setOf(bounds: CodePoints): TextTree {
  return { kind: "set", set: codePointsOf(bounds) };
}
