import type { TextTree } from "@gatehouse-hooks/condition/analysis";
import { charactersOf, choiceOf, literalTree, setOf } from "./literal-tree.js";

/**
 * The strings that come before a literal, by their UTF-16 code units; nothing where a character of the literal is behind the
 * surrogates, whose order is not that of the characters.
 */
export function beforeTree(literal: string): TextTree | undefined {
  if (/[\ud800-\uffff]/.test(literal)) return undefined;
  const parts = charactersOf(literal);
  if (parts === undefined) return undefined;
  const options: TextTree[] = [];
  for (let at = 0; at < parts.length; at++) {
    const head = parts.slice(0, at);
    const code = literal.charCodeAt(at);
    // Shorter, or with a smaller character where the two differ first.
    options.push(literalTree("==", head));
    if (code > 0) options.push(literalTree("startsWith", [...head, setOf([0, code - 1])]));
  }
  return choiceOf(options);
}
