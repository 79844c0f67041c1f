import { ownOption } from "@gatehouse-hooks/json";
import type { Expr } from "../ast.js";
import { checked } from "../compile/checked.js";
import { limits } from "../limits.js";
import type { Escapes } from "./escapes.js";
import { toIssues } from "./problems.js";
import type { SyntaxProblem } from "./problems.js";
import * as tokenParser from "./parse-tokens.js";
import type { Parsed } from "./parse-tokens.js";

/** How a condition is read. */
export interface ParseOptions {
  /**
   * What an escape means that JSON does not have, such as `"rm\s"`: an error (`"strict"`), or the character itself and
   * a warning (`"lenient"`, the default, which is how Mayros reads its files).
   */
  readonly escapes?: Escapes;
}

/**
 * Parses a condition. Blank text means "no condition": its AST is the literal `true`.
 *
 * Never throws, whatever it is given, and takes time linear in the text. At most 20 issues are reported, by offset
 * (UTF-16 code units). The AST is frozen, plain JSON: store it, and load it with `readAst`.
 */
export function parse(text: string, options?: ParseOptions): Parsed {
  if (typeof text !== "string") {
    return { ast: null, issues: [{ severity: "error", code: "not-text", message: "a condition is text" }] };
  }
  if (isBlank(text)) return { ast: blank, issues: [] };
  if (text.length > limits.sourceLength) {
    const message = `longer than ${limits.sourceLength} characters`;
    return failed(text, [
      { severity: "error", code: "too-long", message, offset: 0, cure: "split the condition" },
    ]);
  }
  try {
    return lateParseTokens().parseTokens(text, ownOption(options, "escapes") ?? "lenient");
  } catch {
    // Only if the caller left too little stack for the limits below.
    return failed(text, [{ severity: "error", code: "too-deep", message: "nested too deep", offset: 0 }]);
  }
}

const blank: Expr = checked({ kind: "literal", value: true, span: Object.freeze([0, 0] as const) });

function failed(text: string, problems: readonly SyntaxProblem[]): Parsed {
  return { ast: null, issues: toIssues(text, problems) };
}

/** The parser with what it is built on. The build replaces this by a version that runs the tokenParser on the first call. */
function lateParseTokens(): typeof tokenParser {
  return tokenParser;
}

/** Text with nothing but white space means "no condition", which always holds. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
