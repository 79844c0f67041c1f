import { createToken, Lexer } from "chevrotain";
import type { TokenType } from "chevrotain";

const token = (name: string, pattern: RegExp | string, label: string, longer?: TokenType): TokenType =>
  createToken({ name, pattern, label, ...(longer === undefined ? {} : { longer_alt: longer }) });

// Every pattern is linear: no alternative inside a repetition starts like another.

export const Blank: TokenType = createToken({
  name: "Blank",
  pattern: /[ \t\r\n]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});

export const Identifier: TokenType = token("Identifier", /[A-Za-z_][A-Za-z0-9_]*/, "a name");
export const True: TokenType = token("True", "true", "`true`", Identifier);
export const False: TokenType = token("False", "false", "`false`", Identifier);
export const Null: TokenType = token("Null", "null", "`null`", Identifier);
export const In: TokenType = token("In", "in", "`in`", Identifier);

/** Plain and raw ones; tried before the names, since `r` is one. */
export const String: TokenType = createToken({
  name: "String",
  pattern: /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|r"[^"]*"|r'[^']*'/,
  label: "a string",
  line_breaks: true,
});
/** A string whose closing quote is missing; it runs to the end of the text. */
export const OpenString: TokenType = createToken({
  name: "OpenString",
  pattern: /r?["'][^]*/,
  label: "a string without its closing quote",
  line_breaks: true,
});

/** Everything that looks like a number; `readNumber` reports what is not one. */
export const Number: TokenType = token(
  "Number",
  /-?\.?[0-9](?:[eE][+-]|[0-9A-Za-z_]|\.[0-9A-Za-z_])*\.?/,
  "a number",
);

export const Equal: TokenType = token("Equal", "==", "`==`");
export const NotEqual: TokenType = token("NotEqual", "!=", "`!=`");
export const LessEqual: TokenType = token("LessEqual", "<=", "`<=`");
export const GreaterEqual: TokenType = token("GreaterEqual", ">=", "`>=`");
export const Less: TokenType = token("Less", "<", "`<`");
export const Greater: TokenType = token("Greater", ">", "`>`");
export const LogicalAnd: TokenType = token("And", "&&", "`&&`");
export const LogicalOr: TokenType = token("Or", "||", "`||`");
export const LogicalNot: TokenType = token("Not", "!", "`!`");
export const Dot: TokenType = token("Dot", ".", "`.`");
export const Comma: TokenType = token("Comma", ",", "`,`");
export const LeftParen: TokenType = token("LeftParen", "(", "`(`");
export const RightParen: TokenType = token("RightParen", ")", "`)`");
export const LeftBracket: TokenType = token("LeftBracket", "[", "`[`");
export const RightBracket: TokenType = token("RightBracket", "]", "`]`");

/** In the order in which they are tried. */
export const tokens: TokenType[] = [
  Blank,
  String,
  OpenString,
  True,
  False,
  Null,
  In,
  Identifier,
  Number,
  Equal,
  NotEqual,
  LessEqual,
  GreaterEqual,
  Less,
  Greater,
  LogicalAnd,
  LogicalOr,
  LogicalNot,
  Dot,
  Comma,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
];
