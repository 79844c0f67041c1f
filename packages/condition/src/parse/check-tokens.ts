import type { IToken } from "chevrotain";
import { limits } from "../limits.js";
import type { SyntaxProblem } from "./problems.js";
import * as t from "./tokens.js";

/**
 * The limits that must hold before the parser runs, since it recurses once per level: number of tokens, nesting of
 * brackets and `!`, length of chains. One pass, no recursion.
 */
export function checkTokens(tokens: readonly IToken[]): SyntaxProblem | undefined {
  const over = (offset: number, code: string, message: string, cure: string): SyntaxProblem => ({
    severity: "error",
    code,
    message,
    offset,
    cure,
  });
  const excess = tokens[limits.tokens];
  if (excess !== undefined) {
    return over(
      excess.startOffset,
      "too-many-tokens",
      `more than ${limits.tokens} tokens`,
      "split the condition",
    );
  }
  /** Levels that were open outside of each open bracket, and suffixes of the chain it belongs to. */
  const outer: { readonly level: number; readonly suffixes: number }[] = [];
  let level = 0;
  let suffixes = 0;
  for (const { tokenType, startOffset } of tokens) {
    switch (tokenType) {
      case t.LeftParen:
      case t.LeftBracket:
        outer.push({ level, suffixes });
        level++;
        suffixes = 0;
        break;
      case t.RightParen:
      case t.RightBracket: {
        const opened = outer.pop();
        level = opened?.level ?? 0;
        suffixes = (opened?.suffixes ?? 0) + (tokenType === t.RightBracket ? 1 : 0);
        break;
      }
      case t.Not:
        level++;
        break;
      case t.Dot:
        suffixes++;
        break;
      case t.And:
      case t.Or:
      case t.Comma:
        // A `!` reaches as far as its operand.
        level = outer.at(-1) === undefined ? 0 : (outer.at(-1)?.level ?? 0) + 1;
        suffixes = 0;
        break;
      default:
        if (tokenType !== t.Identifier && tokenType !== t.Null && tokenType !== t.In) suffixes = 0;
    }
    if (level > limits.nesting) {
      return over(
        startOffset,
        "too-deep",
        `nested deeper than ${limits.nesting} levels`,
        "split the condition",
      );
    }
    if (suffixes > limits.suffixes) {
      return over(
        startOffset,
        "too-long-chain",
        `a chain of more than ${limits.suffixes} suffixes`,
        "read fewer levels",
      );
    }
  }
  return undefined;
}
