import { NO_ORIGINS, hole, literalOf } from "./field.js";
import { valuesOf } from "./expand-parameter.js";
import { LIMITS } from "./limits.js";
import { runSubscript } from "./hidden-code.js";
import type { Frame, Machine } from "./machine.js";
import type { State } from "./state.js";
import { isArrayValue } from "./values.js";
import type { Arithmetic } from "./syntax.js";

/** The value of an expression, with what it assigns; `null` when it is not known. */
export function evaluateArithmetic(
  machine: Machine,
  expression: Arithmetic,
  state: State,
  frame: Frame,
): number | null {
  machine.work.node();
  switch (expression.kind) {
    case "word":
      return wordValue(machine, expression, state, frame);
    case "choice":
      return choiceValue(machine, expression, state, frame);
    case "unary":
      return unaryValue(machine, expression, state, frame);
    case "binary":
      return /^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator)
        ? assignedValue(machine, expression, state, frame)
        : binaryValue(machine, expression, state, frame);
  }
}

type Of<Kind> = Extract<Arithmetic, { kind: Kind }>;

function choiceValue(machine: Machine, choice: Of<"choice">, state: State, frame: Frame): number | null {
  const test = evaluateArithmetic(machine, choice.test, state, frame);
  const yes = test === 0 ? null : evaluateArithmetic(machine, choice.yes, state, frame);
  const no = test !== null && test !== 0 ? null : evaluateArithmetic(machine, choice.no, state, frame);
  if (test === null) forgetAssigned(choice, state);
  return test === null ? null : test === 0 ? no : yes;
}

function unaryValue(
  machine: Machine,
  { operator, operand, prefix }: Of<"unary">,
  state: State,
  frame: Frame,
): number | null {
  const value = evaluateArithmetic(machine, operand, state, frame);
  if (operator === "++" || operator === "--") {
    const after = value === null ? null : value + (operator === "++" ? 1 : -1);
    assignNumber(operand, after, state);
    return prefix ? after : value;
  }
  if (value === null) return null;
  if (operator === "-") return safe(-value);
  if (operator === "!") return value === 0 ? 1 : 0;
  return operator === "~" ? ~value : value;
}

/** `x=1`, `x+=1`. */
function assignedValue(
  machine: Machine,
  { operator, left: to, right: by }: Of<"binary">,
  state: State,
  frame: Frame,
): number | null {
  const right = evaluateArithmetic(machine, by, state, frame);
  const left = operator === "=" ? 0 : evaluateArithmetic(machine, to, state, frame);
  const isKnown = right !== null && left !== null;
  const value = isKnown && operator !== "=" ? compute(operator.slice(0, -1), left, right) : right;
  const assigned = isKnown ? value : null;
  assignNumber(to, assigned, state);
  return assigned;
}

function binaryValue(machine: Machine, expression: Of<"binary">, state: State, frame: Frame): number | null {
  const { operator } = expression;
  const left = evaluateArithmetic(machine, expression.left, state, frame);
  if (operator === "&&" && left === 0) return 0;
  if (operator === "||" && left !== null && left !== 0) return 1;
  const right = evaluateArithmetic(machine, expression.right, state, frame);
  if (left === null && (operator === "&&" || operator === "||")) forgetAssigned(expression.right, state);
  if (right === 0 && (operator === "/" || operator === "%")) failed(machine, `${operator} 0`, frame);
  return left === null || right === null ? null : compute(operator, left, right);
}

/** The value of a string where an expression is meant; `null` when it is not known. */
export function evaluateText(machine: Machine, text: string, state: State, frame: Frame): number | null {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed) && !/^-?0\d/.test(trimmed)) return Number(trimmed);
  if (frame.depth >= LIMITS.depth) return null;
  const command = machine.parse(`((${text}))`).list[0]?.command;
  if (command?.kind !== "compute" || command.expression === null) return null;
  return evaluateArithmetic(machine, command.expression, state, { ...frame, at: -1, depth: frame.depth + 1 });
}

/** Beyond 32 bits the shell has 64 and we have 53: what could differ is not known. */
function safe(value: number): number | null {
  return Number.isSafeInteger(value) ? value + 0 : null;
}

const truth = (holds: boolean): number => (holds ? 1 : 0);

/** Of numbers in which a bit cannot be a sign, or be lost. */
const bits =
  (of: (left: number, right: number) => number | null) =>
  (left: number, right: number): number | null =>
    left < 0 || right < 0 || left > 0x3fffffff || right > 0x3fffffff ? null : of(left, right);

const OPERATORS: ReadonlyMap<string, (left: number, right: number) => number | null> = new Map<
  string,
  (left: number, right: number) => number | null
>([
  ["+", (left, right) => safe(left + right)],
  ["-", (left, right) => safe(left - right)],
  ["*", (left, right) => safe(left * right)],
  ["/", (left, right) => (right === 0 ? null : safe(Math.trunc(left / right)))],
  ["%", (left, right) => (right === 0 ? null : safe(left % right))],
  ["**", (left, right) => (right < 0 ? null : safe(left ** right))],
  ["<", (left, right) => truth(left < right)],
  [">", (left, right) => truth(left > right)],
  ["<=", (left, right) => truth(left <= right)],
  [">=", (left, right) => truth(left >= right)],
  ["==", (left, right) => truth(left === right)],
  ["!=", (left, right) => truth(left !== right)],
  ["&&", (left, right) => truth(left !== 0 && right !== 0)],
  ["||", (left, right) => truth(left !== 0 || right !== 0)],
  [",", (_, right) => right],
  ["&", bits((left, right) => left & right)],
  ["|", bits((left, right) => left | right)],
  ["^", bits((left, right) => left ^ right)],
  ["<<", bits((left, right) => (right > 20 ? null : safe(left * 2 ** right)))],
  [">>", bits((left, right) => (right > 20 ? null : left >> right))],
]);

function compute(operator: string, left: number, right: number): number | null {
  return OPERATORS.get(operator)?.(left, right) ?? null;
}

function wordValue(
  machine: Machine,
  word: Extract<Arithmetic, { kind: "word" }>,
  state: State,
  frame: Frame,
): number | null {
  let text: string | null = word.text.trim();
  if (word.parts.length > 0 || text.startsWith("$") || text.startsWith('"')) {
    const values =
      word.parts.length > 0
        ? machine.stringOfParts(word.parts, state, frame)
        : parsedValues(machine, text, state, frame);
    text = values?.length === 1 && values[0] !== undefined ? (literalOf(values[0])?.trim() ?? null) : null;
  }
  return text === null ? null : numberValue(machine, text, state, frame, 0);
}

function parsedValues(
  machine: Machine,
  text: string,
  state: State,
  frame: Frame,
): ReturnType<Machine["string"]> | null {
  const command = machine.parse(`: ${text}`).list[0]?.command;
  const word = command?.kind === "simple" ? command.words[1] : undefined;
  return word === undefined || !("literal" in word)
    ? null
    : machine.string(word, state, { ...frame, at: -1 });
}

/** A number, or the value of the variable with that name, which may name another. */
function numberValue(
  machine: Machine,
  text: string,
  state: State,
  frame: Frame,
  depth: number,
): number | null {
  if (text === "") return 0;
  if (/^[+-]?\d+$/.test(text)) {
    const value = /^[+-]?0\d/.test(text) ? octal(text) : safe(Number(text));
    if (value === null) failed(machine, text, frame);
    return value;
  }
  if (/^0x[0-9a-f]+$/i.test(text)) return safe(Number(text));
  if (!/^[A-Za-z_]\w*$/.test(text) || depth > 8) {
    runSubscript(machine, text, state, frame);
    return depth > 8 ? null : expressionValue(machine, text, state, frame);
  }
  return variableValue(machine, text, state, frame, depth);
}

function variableValue(
  machine: Machine,
  name: string,
  state: State,
  frame: Frame,
  depth: number,
): number | null {
  const values = valuesOf(machine, name, state);
  const [given] = values;
  if (values.length > 1 && values.some((one) => one !== null && isArrayValue(one)))
    machine.reader.unknown("dynamic-code", name, frame.span);
  // The name of an array is its first element.
  const value =
    given !== undefined && given !== null && isArrayValue(given) ? (given.entries.get("0") ?? null) : given;
  if (values.length !== 1 || value === undefined) return null;
  if (value === null) return 0;
  const known = literalOf(value);
  return known === null ? null : numberValue(machine, known.trim(), state, frame, depth + 1);
}

/** A value that is an expression itself. Of one that is not the shell gives up the command. */
function expressionValue(machine: Machine, text: string, state: State, frame: Frame): number | null {
  const command = EXPRESSION.test(text) ? machine.parse(`((${text}))`).list[0]?.command : undefined;
  const expression = command?.kind === "compute" ? command.expression : null;
  if (expression === null || expression.kind === "word" || frame.depth >= LIMITS.depth) {
    if (!/^[A-Za-z_]\w*\[/.test(text)) failed(machine, text, frame);
    return null;
  }
  return evaluateArithmetic(machine, expression, state, { ...frame, at: -1, depth: frame.depth + 1 });
}

/** What numbers, names and operators are written with. */
const EXPRESSION = /^[\w\s+\-*/%<>=!&|^~?:(),[\]#@]*[\w)\]+-]\s*$/;

function failed(machine: Machine, text: string, frame: Frame): void {
  machine.reader.unknown("environment", text.slice(0, 200), frame.span);
}

function octal(text: string): number | null {
  return /^[+-]?[0-7]+$/.test(text) ? safe(Number.parseInt(text, 8)) : null;
}

function assignNumber(target: Arithmetic, value: number | null, state: State): void {
  if (target.kind !== "word") return;
  const name = target.text.replace(/\[.*$/s, "");
  if (!/^[A-Za-z_]\w*$/.test(name)) return;
  const isArrayNow =
    state.variables.get(name)?.values.some((one) => one !== null && isArrayValue(one)) === true;
  const plain = name === target.text && !isArrayNow;
  const known = value === null || !plain ? hole(NO_ORIGINS, plain ? "number" : "any") : String(value);
  state.setValue(name, [known]);
}

/** Whether it was assigned is not known: the variables could have either value. */
function forgetAssigned(expression: Arithmetic, state: State): void {
  switch (expression.kind) {
    case "word":
      return;
    case "choice":
      for (const one of [expression.test, expression.yes, expression.no]) forgetAssigned(one, state);
      return;
    case "unary":
      if (expression.operator === "++" || expression.operator === "--")
        assignNumber(expression.operand, null, state);
      forgetAssigned(expression.operand, state);
      return;
    case "binary":
      if (expression.operator.endsWith("=") && !/^[=!<>]=$/.test(expression.operator))
        assignNumber(expression.left, null, state);
      forgetAssigned(expression.left, state);
      forgetAssigned(expression.right, state);
  }
}
