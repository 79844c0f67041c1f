import { Lexer } from "yaml";
import { findControl } from "../text/characters.js";
import type { Problem } from "../text/report.js";

/** The deepest nesting of collections that is parsed. */
const MAX_YAML_DEPTH: number = 32;

/** A problem of a YAML text, and where. */
export interface YamlProblem extends Problem {
  /** UTF-16 code units from the start of the text that was read. */
  readonly offset: number;
}

/** The tokens that are refused, by their first character. */
const REFUSED: ReadonlyMap<string, Problem> = new Map([
  [
    "!",
    {
      code: "yaml-tag",
      message: "an unquoted `!` begins a YAML tag, which is refused",
      cure: "put the whole value into single quotes",
    },
  ],
  [
    "&",
    {
      code: "yaml-alias",
      message: "an unquoted `&` begins a YAML anchor, which is refused",
      cure: "put the whole value into single quotes, or write it out in each place",
    },
  ],
  [
    "*",
    {
      code: "yaml-alias",
      message: "an unquoted `*` begins a YAML alias, which is refused",
      cure: 'put the value into quotes, for example `"*"`, or write it out in each place',
    },
  ],
  ["%", { code: "yaml-directive", message: "a YAML directive is refused", cure: "remove the line" }],
  ["?", { code: "yaml-key", message: "a complex YAML key is refused", cure: "write `key: value`" }],
]);

/** The lexer's own marks, which have no length in the text: document start, unexpected end of flow, scalar start. */
const DOCUMENT_START = "\u0002";
const FLOW_ERROR = "\u0018";
const SCALAR_START = "\u001f";

/**
 * Looks at the tokens of a YAML text before it is parsed: refuses tags, anchors, aliases, directives, complex keys,
 * control characters and deep nesting. Not recursive: deep nesting would abort the process inside the parser.
 *
 * @param tokens gets the tokens up to the problem, for the parser: making them is a fifth of its work
 * @returns the first problem, or `null` when the text may be parsed
 */
export function guardYaml(text: string, tokens: string[] = []): YamlProblem | null {
  return controlProblem(text) ?? tokenProblem(text, tokens);
}

function controlProblem(text: string): YamlProblem | null {
  const control = findControl(text);
  return control === null
    ? null
    : {
        code: "control-character",
        message: `the control character ${control.shown} is refused in YAML`,
        cure: "remove it, or write it as an escape in double quotes",
        offset: control.offset,
      };
}

function tokenProblem(text: string, tokens: string[]): YamlProblem | null {
  const nesting = nestingMeter();
  let offset = 0;
  let scalar = false;
  let valueBefore = false;
  for (const token of new Lexer().lex(text)) {
    tokens.push(token);
    if (token === DOCUMENT_START || token === FLOW_ERROR) continue;
    if (token === SCALAR_START) {
      scalar = true;
      continue;
    }
    const first = scalar ? "" : token.charAt(0);
    const refused = REFUSED.get(first);
    if (refused !== undefined) return { ...refused, offset };
    const depth = nesting(token, scalar);
    if (depth > MAX_YAML_DEPTH) return { ...TOO_DEEP, offset };
    // Thousands of such errors would take the parser seconds.
    if (depth < 0 || (valueBefore && (scalar || BEGINS_VALUE.has(first)))) return { ...UNEXPECTED, offset };
    if (first !== " ") valueBefore = scalar ? !token.endsWith("\n") : ENDS_VALUE.has(first);
    offset += token.length;
    scalar = false;
  }
  return null;
}

/** First characters of tokens. */
const BEGINS_VALUE: ReadonlySet<string> = new Set(['"', "'", "[", "{"]);
const ENDS_VALUE: ReadonlySet<string> = new Set(['"', "'", "]", "}"]);

const TOO_DEEP: Problem = {
  code: "too-deep",
  message: `the nesting is deeper than ${MAX_YAML_DEPTH} levels`,
  cure: "flatten it",
};
const UNEXPECTED: Problem = {
  code: "yaml-syntax",
  message: "text follows the end of a value",
  cure: "put the whole value into single quotes, or correct the brackets",
};

/** How a token changes the depth of brackets. */
const FLOW: ReadonlyMap<string, number> = new Map([
  ["[", 1],
  ["{", 1],
  ["]", -1],
  ["}", -1],
]);
const MARKS: ReadonlySet<string> = new Set(["-", ":"]);

/**
 * Counts, token by token, an upper bound of the nesting: flow brackets, marks on the line, open indentations.
 * Negative after a bracket that closes nothing.
 */
function nestingMeter(): (token: string, scalar: boolean) => number {
  const indents: number[] = [];
  let flow = 0;
  let marks = 0;
  let lineStart = true;
  return (token, scalar) => {
    if (lineStart && token !== "\n") {
      const indent = /^ +$/.test(token) ? token.length : 0;
      if (flow === 0) {
        while ((indents.at(-1) ?? -1) >= indent) indents.pop();
        indents.push(indent);
      }
      lineStart = false;
    }
    if (!scalar) {
      flow += FLOW.get(token) ?? 0;
      if (flow === 0 && MARKS.has(token)) marks++;
    }
    if (token.endsWith("\n")) {
      lineStart = true;
      marks = 0;
    }
    return flow < 0 ? -1 : flow + marks + indents.length;
  };
}
