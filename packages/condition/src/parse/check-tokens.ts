import type { IToken, TokenType } from "chevrotain";
import { limits } from "../limits.js";
import type { SyntaxProblem } from "./problems.js";
import * as t from "./tokens.js";

/**
 * The limits that must hold before the parser runs, since it recurses once per level: number of tokens, nesting of
 * brackets and `!`, length of chains. One pass, no recursion.
 */
export function checkTokens(tokens: readonly IToken[]): SyntaxProblem | undefined {
  const excess = tokens[limits.tokens];
  if (excess !== undefined) {
    const message = `more than ${limits.tokens} tokens`;
    return over(excess, "too-many-tokens", message, "split the condition");
  }
  const depth = new Depth();
  for (const token of tokens) {
    depth.take(token.tokenType);
    if (depth.level > limits.nesting) {
      const message = `nested deeper than ${limits.nesting} levels`;
      return over(token, "too-deep", message, "split the condition");
    }
    if (depth.suffixes > limits.suffixes) {
      const message = `a chain of more than ${limits.suffixes} suffixes`;
      return over(token, "too-long-chain", message, "read fewer levels");
    }
  }
  return undefined;
}

function over({ startOffset }: IToken, code: string, message: string, cure: string): SyntaxProblem {
  return { severity: "error", code, message, offset: startOffset, cure };
}

/** How deep the tokens read so far nest. */
class Depth {
  level = 0;
  /** Of the chain that is being read. */
  suffixes = 0;
  /** Levels that were open outside of each open bracket, and suffixes of the chain it belongs to. */
  readonly #outer: { readonly level: number; readonly suffixes: number }[] = [];

  take(type: TokenType): void {
    switch (type) {
      case t.LeftParen:
      case t.LeftBracket:
        return this.#open();
      case t.RightParen:
        return this.#close(0);
      case t.RightBracket:
        return this.#close(1);
      case t.LogicalNot:
        this.level++;
        return;
      case t.Dot:
        this.suffixes++;
        return;
      case t.LogicalAnd:
      case t.LogicalOr:
      case t.Comma:
        return this.#nextOperand();
      default:
        if (type !== t.Identifier && type !== t.Null && type !== t.In) this.suffixes = 0;
    }
  }

  #open(): void {
    this.#outer.push({ level: this.level, suffixes: this.suffixes });
    this.level++;
    this.suffixes = 0;
  }

  /** @param more - suffixes that the bracket itself is. */
  #close(more: number): void {
    const opened = this.#outer.pop();
    this.level = opened?.level ?? 0;
    this.suffixes = (opened?.suffixes ?? 0) + more;
  }

  /** A `!` reaches as far as its operand. */
  #nextOperand(): void {
    const outer = this.#outer.at(-1);
    this.level = outer === undefined ? 0 : outer.level + 1;
    this.suffixes = 0;
  }
}
