import { quote } from "@gatehouse-hooks/json";
import { parseAction } from "./parse-action.js";
import { type ParsedTemplate, type TemplateNode, TemplateProblem } from "./template-ast.js";

/** Pieces of one template. */
const MAX_NODES = 10_000;
/** Conditions within each other. */
const MAX_DEPTH = 50;

/**
 * Reads a template as docker-agent's model hooks write them: plain text with actions in double braces. An action is a value
 * (`{{ .ToolName }}`, `{{ .ToolInput | toJSON }}`), a comment, or `if`, `else if`, `else`, `end`; a dash trims the blanks
 * next to it. Other statements of Go's templates are a problem, which names them.
 */
export function parseTemplate(template: string): ParsedTemplate {
  try {
    const pieces = split(template);
    const nodes = block({ pieces, at: 0 }, 0);
    return { ok: true, nodes };
  } catch (error) {
    if (error instanceof TemplateProblem) return { ok: false, problem: error.message };
    throw error;
  }
}

interface Piece {
  readonly kind: "text" | "action";
  readonly text: string;
}

interface Reader {
  readonly pieces: readonly Piece[];
  at: number;
}

const STATEMENT = /^(if|else|end|range|with|define|template|block|break|continue)(?:\s+([\s\S]*))?$/;

function block(reader: Reader, depth: number): readonly TemplateNode[] {
  if (depth > MAX_DEPTH) throw new TemplateProblem(`conditions nest deeper than ${MAX_DEPTH}`);
  const nodes: TemplateNode[] = [];
  for (; reader.at < reader.pieces.length; reader.at++) {
    const piece = reader.pieces[reader.at];
    if (piece === undefined) break;
    if (piece.kind === "text") {
      nodes.push({ kind: "text", text: piece.text });
      continue;
    }
    const [, statement, rest = ""] = STATEMENT.exec(piece.text) ?? [];
    if (statement === undefined) nodes.push({ kind: "value", expr: parseAction(piece.text) });
    else if (statement === "if") nodes.push(condition(reader, rest, depth));
    else if (statement !== "else" && statement !== "end") {
      throw new TemplateProblem(`\`${statement}\` is not supported in templates`);
    } else if (depth === 0) throw new TemplateProblem(`\`${statement}\` without \`if\``);
    else return nodes;
  }
  if (depth > 0) throw new TemplateProblem("an `if` is never closed: `{{ end }}` is missing");
  return nodes;
}

/** From after `if` to its `end`, where it leaves the reader. */
function condition(reader: Reader, test: string, depth: number): TemplateNode {
  reader.at++;
  const whenTrue = block(reader, depth + 1);
  const closing = reader.pieces[reader.at]?.text ?? "";
  if (closing === "end") return { kind: "if", test: parseAction(test), whenTrue, whenFalse: [] };
  const [, elseIf] = /^else\s+if\s+([\s\S]+)$/.exec(closing) ?? [];
  if (elseIf !== undefined) {
    // The `end` closes both.
    return {
      kind: "if",
      test: parseAction(test),
      whenTrue,
      whenFalse: [condition(reader, elseIf, depth + 1)],
    };
  }
  if (closing !== "else") throw new TemplateProblem(`cannot read the action ${quote(closing, 60)}`);
  reader.at++;
  const whenFalse = block(reader, depth + 1);
  if (reader.pieces[reader.at]?.text !== "end") throw new TemplateProblem("an `if` has more than one `else`");
  return { kind: "if", test: parseAction(test), whenTrue, whenFalse };
}

/** Plain text and actions in turn; comments are dropped, and blanks where a dash says so. */
function split(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trimNext = false;
  for (;;) {
    const open = template.indexOf("{{", at);
    const text = template.slice(at, open < 0 ? template.length : open);
    const close = open < 0 ? -1 : closeOf(template, open);
    const action = open < 0 ? "" : template.slice(open + 2, close);
    const trimsBefore = /^-\s/.test(action);
    const start = trimNext ? text.trimStart() : text;
    const shown = trimsBefore ? start.trimEnd() : start;
    if (shown !== "") pieces.push({ kind: "text", text: shown });
    if (open < 0) return pieces;
    trimNext = /\s-$/.test(action);
    const inner = action.slice(trimsBefore ? 1 : 0, trimNext ? -1 : undefined).trim();
    if (!(inner.startsWith("/*") && inner.endsWith("*/"))) pieces.push({ kind: "action", text: inner });
    if (pieces.length > MAX_NODES) throw new TemplateProblem(`a template has at most ${MAX_NODES} pieces`);
    at = close + 2;
  }
}

function closeOf(template: string, open: number): number {
  const close = endOfAction(template, open + 2);
  if (close >= 0) return close;
  throw new TemplateProblem(
    `cannot parse the prompt template: the action ${quote(template.slice(open), 40)} is never closed`,
  );
}

/** Where the closing braces of an action are, not counting those in string literals; -1 without any. */
function endOfAction(template: string, start: number): number {
  let inside: '"' | "`" | undefined;
  for (let at = start; at < template.length; at++) {
    const char = template[at];
    if (inside !== undefined) {
      if (char === "\\" && inside === '"') at++;
      else if (char === inside) inside = undefined;
    } else if (char === '"' || char === "`") inside = char;
    else if (char === "}" && template[at + 1] === "}") return at;
  }
  return -1;
}
