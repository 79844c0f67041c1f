import { parseJson } from "@gatehouse-hooks/json";
import { quoteUntrusted } from "../quote-untrusted.js";
import { actionWords, type Word } from "./action-words.js";
import { type TemplateExpr, type TemplateFunction, TemplateProblem } from "./template-ast.js";

const ARITY: Readonly<Record<TemplateFunction, number>> = { toJSON: 1, truncate: 2 };
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["nil", null],
]);
/** Parentheses within each other. */
const MAX_DEPTH = 20;

/**
 * Reads the pipeline of an action: what stands before a bar is the last argument of what stands after it.
 *
 * @throws TemplateProblem
 */
export function parseAction(text: string): TemplateExpr {
  const words = actionWords(text);
  const reader = { words, at: 0, text };
  const expr = pipeline(reader, 0);
  if (reader.at < words.length) throw unexpected(reader);
  return expr;
}

interface Reader {
  readonly words: readonly Word[];
  readonly text: string;
  at: number;
}

function pipeline(reader: Reader, depth: number): TemplateExpr {
  let value = command(reader, depth, undefined);
  while (reader.words[reader.at]?.text === "|") {
    reader.at++;
    value = command(reader, depth, value);
  }
  return value;
}

/** A function with its arguments, or one operand. */
function command(reader: Reader, depth: number, piped: TemplateExpr | undefined): TemplateExpr {
  const word = reader.words[reader.at];
  if (word?.kind !== "name" || CONSTANTS.has(word.text)) {
    if (piped !== undefined)
      throw new TemplateProblem(`expected a function after \`|\` in ${quoteUntrusted(reader.text, 60)}`);
    return operand(reader, depth);
  }
  reader.at++;
  const name = word.text;
  if (!isFunction(name)) {
    throw new TemplateProblem(
      `there is no function ${quoteUntrusted(name, 40)}: expected toJSON or truncate`,
    );
  }
  const args: TemplateExpr[] = [];
  while (startsOperand(reader.words[reader.at])) args.push(operand(reader, depth));
  if (piped !== undefined) args.push(piped);
  if (args.length !== ARITY[name]) {
    throw new TemplateProblem(`expected \`${name}\` to have ${ARITY[name]} arguments, got ${args.length}`);
  }
  return { kind: "call", name, args };
}

function operand(reader: Reader, depth: number): TemplateExpr {
  const word = reader.words[reader.at++];
  if (word === undefined)
    throw new TemplateProblem(`a value is missing in the action ${quoteUntrusted(reader.text, 60)}`);
  if (word.kind === "field")
    return { kind: "field", path: word.text.split(".").filter((name) => name !== "") };
  if (word.kind === "number") return { kind: "literal", value: Number(word.text) };
  if (word.kind === "string") return { kind: "literal", value: textOf(word.text) };
  const constant = CONSTANTS.get(word.text);
  if (constant !== undefined) return { kind: "literal", value: constant };
  if (word.text === "(" && depth < MAX_DEPTH) {
    const inner = pipeline(reader, depth + 1);
    if (reader.words[reader.at++]?.text === ")") return inner;
  }
  reader.at--;
  throw unexpected(reader);
}

function startsOperand(word: Word | undefined): boolean {
  if (word === undefined) return false;
  return word.kind === "sign" ? word.text === "(" : word.kind !== "name" || CONSTANTS.has(word.text);
}

function textOf(literal: string): string {
  if (literal.startsWith("`")) return literal.slice(1, -1);
  const { value } = parseJson(literal);
  if (typeof value !== "string")
    throw new TemplateProblem(`cannot read the text ${quoteUntrusted(literal, 60)}`);
  return value;
}

function isFunction(name: string): name is TemplateFunction {
  return Object.hasOwn(ARITY, name);
}

function unexpected(reader: Reader): TemplateProblem {
  const word = reader.words[reader.at];
  const what = word === undefined ? "the end" : quoteUntrusted(word.text, 40);
  return new TemplateProblem(`did not expect ${what} in the action ${quoteUntrusted(reader.text, 60)}`);
}
