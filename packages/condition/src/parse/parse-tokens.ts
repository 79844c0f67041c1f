import { EOF, Lexer } from "chevrotain";
import type { ILexingError, IRecognitionException, IToken } from "chevrotain";
import { quote, type Issue } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { newBuilding } from "./building.js";
import { checkAst } from "./check-ast.js";
import { checkTokens } from "./check-tokens.js";
import { escapeProblems } from "./escapes.js";
import type { Escapes } from "./escapes.js";
import { ConditionParser } from "./grammar.js";
import { closingMarks, habitCure, openCure, syntaxCure } from "./messages.js";
import { pathReceivers } from "./path-receivers.js";
import { toIssues } from "./problems.js";
import type { SyntaxProblem } from "./problems.js";
import { wordProblems } from "./suspicions.js";
import { OpenString, tokens } from "./tokens.js";
import type { Expr } from "../ast.js";

/** Built on first use: the construction of a parser takes longer than most conditions. One instance serves all. */
let machine: { readonly lexer: Lexer; readonly parser: ConditionParser } | undefined;

/**
 * Parses a condition that is not blank and not longer than the limit.
 *
 * @throws RangeError where the caller left too little stack
 */
export function parseTokens(text: string, escapes: Escapes): Parsed {
  machine ??= {
    lexer: new Lexer(tokens, {
      positionTracking: "onlyOffset",
      skipValidations: true,
      ensureOptimizations: true,
    }),
    parser: new ConditionParser({ skipValidations: true }),
  };
  const lexed = machine.lexer.tokenize(text);
  const open = lexed.tokens.filter(({ tokenType }) => tokenType === OpenString);
  if (lexed.errors.length > 0 || open.length > 0)
    return failed(text, [
      ...illegalTexts(text, lexed.errors),
      ...open.map((token) => openString(token, lexed.tokens)),
    ]);
  const excess = checkTokens(lexed.tokens);
  if (excess !== undefined) return failed(text, [excess]);

  const { parser } = machine;
  parser.building = newBuilding();
  parser.input = lexed.tokens;
  const ast = parser.expr();
  const { patterns } = parser.building;
  const escaped = escapeProblems(lexed.tokens, patterns, escapes);
  const problems = [
    ...causes(parser.building.problems, escaped, lexed.tokens),
    ...escaped,
    ...wordProblems(parser.building.words),
  ];
  problems.push(...parser.errors.map((error) => syntaxProblem(text, error, lexed.tokens)));
  if (problems.some(({ severity }) => severity === "error")) return failed(text, problems);
  // Every level of the AST has at least one token, so the AST of a short text is never deep.
  const mayBeTooMuch = lexed.tokens.length > limits.astDepth || parser.building.loops > limits.loops;
  const tooMuch = mayBeTooMuch ? checkAst(ast) : undefined;
  if (tooMuch !== undefined) return failed(text, [tooMuch]);
  if (parser.building.asksPaths) problems.push(...pathReceivers(ast));
  return { ast, issues: toIssues(text, problems) };
}

/** Without the patterns that are only wrong because a backslash is missing: one problem per cause. */
function causes(
  problems: readonly SyntaxProblem[],
  escaped: readonly SyntaxProblem[],
  tokens: readonly IToken[],
): readonly SyntaxProblem[] {
  if (!escaped.some(({ severity }) => severity === "error")) return problems;
  return problems.filter(({ code, offset }) => {
    if (code !== "bad-pattern") return true;
    const end = offset + (tokens.find(({ startOffset }) => startOffset === offset)?.image.length ?? 0);
    return !escaped.some((one) => one.severity === "error" && one.offset > offset && one.offset < end);
  });
}

function failed(text: string, problems: readonly SyntaxProblem[]): Parsed {
  return { ast: null, issues: toIssues(text, problems) };
}

/** One problem for a pair of marks, at the first. */
function illegalTexts(text: string, errors: readonly ILexingError[]): readonly SyntaxProblem[] {
  const closing = closingMarks(text, errors);
  const slashes = errors.filter(({ offset }) => text[offset] === "/").length;
  return errors
    .filter(({ offset }) => !closing.has(offset))
    .map((error) => {
      const problem = illegalText(text, error);
      const isPattern = text[error.offset] === "/" && slashes > 1;
      return isPattern ? { ...problem, cure: 'write a regular expression as `.matches(r"…")`' } : problem;
    });
}

function illegalText(text: string, { offset, length }: ILexingError): SyntaxProblem {
  const found = text.slice(offset, offset + Math.max(1, length));
  const first = String.fromCodePoint(found.codePointAt(0) ?? 0);
  const before = text[offset - 1] ?? "";
  const cure =
    habitCure(before + text.slice(offset, offset + 1)) ??
    habitCure(text.slice(offset - 2, offset + 1)) ??
    habitCure(text.slice(offset, offset + 2)) ??
    habitCure(first) ??
    "names consist of ASCII letters, digits and `_`; blanks are space, tab and line ends";
  return {
    severity: "error",
    code: "illegal-character",
    message: `unexpected ${quote(found)}`,
    offset,
    cure,
  };
}

function openString(token: IToken, tokens: readonly IToken[]): SyntaxProblem {
  const cure = openCure(token, tokens[tokens.indexOf(token) - 1], tokens[tokens.indexOf(token) - 2]);
  const message = "a string without its closing quote";
  return { severity: "error", code: "open-string", message, offset: token.startOffset, cure };
}

function syntaxProblem(
  text: string,
  { message, token }: IRecognitionException,
  tokens: readonly IToken[],
): SyntaxProblem {
  if (token.tokenType === EOF) return { severity: "error", code: "syntax", message, offset: text.length };
  const cure = syntaxCure(token, tokens[tokens.indexOf(token) - 1]);
  return {
    severity: "error",
    code: "syntax",
    message,
    offset: token.startOffset,
    ...(cure === undefined ? {} : { cure }),
  };
}

/** What `parse` answers: the AST, or `null` when an issue is an error. Warnings come with an AST. */
export interface Parsed {
  readonly ast: Expr | null;
  readonly issues: readonly Issue[];
}
