import { isPathMethod } from "../src/compile/methods.js";
import { RE2JS } from "re2js";
import type { Expr } from "@gatehouse-hooks/condition";
import type { PatternResult } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { compileGlob } from "../src/compile/glob.js";
import { compilePathGlob } from "../src/compile/paths/path-glob.js";
import { asksPath } from "./reference-paths.js";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/**
 * The reference interpreter: a tree-walker written from SPEC.md alone, with no regard to speed. It shares nothing with
 * the implementation but the types of the AST, and what a pattern weighs.
 */
export function interpret(ast: Expr, event: JsonValue): boolean | "over-budget" {
  const budget = { steps: 100_000 };
  try {
    return truth(evaluate(ast, { event, variables: [], budget }));
  } catch (error) {
    if (error instanceof OverBudget) return "over-budget";
    throw error;
  }
}

class OverBudget extends Error {}

/** SPEC "Values": missing is `undefined`. */
type Value = JsonValue | undefined;

interface Environment {
  readonly event: JsonValue;
  /** Innermost last. */
  readonly variables: readonly { readonly name: string; readonly value: Value }[];
  readonly budget: { steps: number };
}

function pay(environment: Environment, steps: number): void {
  environment.budget.steps -= steps;
  if (environment.budget.steps < 0) throw new OverBudget();
}

/** SPEC "Truth". */
function truth(value: Value): boolean {
  return !(value === undefined || value === null || value === false || value === 0 || value === "");
}

/** SPEC "Properties". */
function property(receiver: Value, key: string | number): Value {
  if (receiver === null || typeof receiver !== "object") return undefined;
  if (Array.isArray(receiver)) {
    if (key === "length") return receiver.length;
    return typeof key === "number" ? (receiver as readonly JsonValue[])[key] : undefined;
  }
  const members = receiver as { readonly [key: string]: JsonValue };
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

function evaluate(node: Expr, environment: Environment): Value {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "list":
      return node.items.map((item) => evaluate(item, environment) ?? null);
    case "name": {
      const variable = environment.variables.findLast(({ name }) => name === node.name);
      return variable === undefined ? property(environment.event, node.name) : variable.value;
    }
    case "member":
      return property(evaluate(node.object, environment), node.key);
    case "has":
      return evaluate(node.target, environment) !== undefined;
    case "truth":
      return truth(evaluate(node.operand, environment));
    case "not":
      return !truth(evaluate(node.operand, environment));
    case "and":
      return node.operands.every((operand) => truth(evaluate(operand, environment)));
    case "or":
      return node.operands.some((operand) => truth(evaluate(operand, environment)));
    case "any":
    case "all":
      return quantify(node, environment);
    case "call":
      return callMethod(node, environment);
    case "compare":
      return compare(node, environment);
  }
}

/** SPEC "Any and all". */
function quantify(node: Extract<Expr, { kind: "any" | "all" }>, environment: Environment): boolean {
  const list = evaluate(node.object, environment);
  if (!Array.isArray(list)) return false;
  const holds = (value: JsonValue): boolean => {
    pay(environment, 1);
    const variables = [...environment.variables, { name: node.variable, value }];
    return truth(evaluate(node.body, { ...environment, variables }));
  };
  return node.kind === "any" ? list.some(holds) : list.every(holds);
}

/** SPEC "Operators". */
function compare(node: Extract<Expr, { kind: "compare" }>, environment: Environment): boolean {
  const left = evaluate(node.left, environment);
  const inBody = environment.variables.length > 0;
  if (node.operator === "in" && node.right.kind === "list") {
    return node.right.items.some((item) => {
      const value = evaluate(item, environment);
      if (inBody) payForStrings(left, value, environment);
      return equal(left, value, environment);
    });
  }
  const right = evaluate(node.right, environment);
  if (inBody && node.operator !== "in") payForStrings(left, right, environment);
  switch (node.operator) {
    case "==":
      return equal(left, right, environment);
    case "!=":
      return !equal(left, right, environment);
    case "in":
      return (
        Array.isArray(right) &&
        (right as readonly JsonValue[]).some((element) => pair(left, element, environment))
      );
    default:
      return ordered(node.operator, left, right);
  }
}

function ordered(operator: "<" | "<=" | ">" | ">=", left: Value, right: Value): boolean {
  const sign =
    typeof left === "number" && typeof right === "number"
      ? Math.sign(left - right)
      : typeof left === "string" && typeof right === "string"
        ? stringOrder(left, right)
        : undefined;
  if (sign === undefined) return false;
  return { "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0 }[operator];
}

function stringOrder(left: string, right: string): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left.charCodeAt(i) - right.charCodeAt(i);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

function equal(left: Value, right: Value, environment: Environment): boolean {
  const a = left ?? null;
  const b = right ?? null;
  if (a === null || b === null) return a === b;
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return (a as readonly JsonValue[]).every((item, i) =>
      pair(item, (b as readonly JsonValue[])[i], environment),
    );
  }
  const members = Object.entries(a);
  const others = Object.entries(b);
  pay(environment, members.length + others.length);
  if (members.length !== others.length) return false;
  return members.every(([key, value]) => {
    const other = property(b, key);
    return other !== undefined && pair(value, other, environment);
  });
}

/** SPEC "Budget": an element or member and its counterpart. */
function pair(left: Value, right: Value, environment: Environment): boolean {
  pay(environment, 1);
  payForStrings(left, right, environment);
  return equal(left, right, environment);
}

function payForStrings(left: Value, right: Value, environment: Environment): void {
  if (typeof left !== "string" || typeof right !== "string" || left.length !== right.length) return;
  pay(environment, Math.floor(left.length / 1_024));
}

/** SPEC "Budget": the weight is the pattern's own, what it answers is not taken from it. */
function payForPattern(text: string, result: PatternResult, environment: Environment): void {
  if (!("pattern" in result)) throw new Error("an invalid pattern");
  pay(environment, Math.floor((text.length * result.pattern.size) / 4_096));
}

/** SPEC "Methods". */
function callMethod(node: Extract<Expr, { kind: "call" }>, environment: Environment): Value {
  const receiver = evaluate(node.object, environment);
  const argument = node.args[0] === undefined ? undefined : evaluate(node.args[0], environment);
  if (node.method === "size") {
    if (typeof receiver === "string" || Array.isArray(receiver)) return receiver.length;
    if (receiver === null || typeof receiver !== "object") return undefined;
    const keys = Object.entries(receiver).length;
    if (environment.variables.length > 0) pay(environment, keys);
    return keys;
  }
  if (isPathMethod(node.method)) {
    if (receiver === null || typeof receiver !== "object" || Array.isArray(receiver)) return false;
    const source = typeof argument === "string" ? argument : "";
    const { method } = node;
    const second = node.args[1] === undefined ? undefined : evaluate(node.args[1], environment);
    const globs: readonly [string, string?] = typeof second === "string" ? [source, second] : [source];
    return asksPath(method, receiver as JsonObject, globs, (text) => {
      const read = compilePathGlob(globs[0], globs[1]);
      if (!("glob" in read)) throw new Error("an invalid glob");
      pay(environment, Math.floor((text.length * read.glob.weightOf(method, text)) / 4_096));
    });
  }
  const converts = node.method === "lower" || node.method === "upper" || node.method === "trim";
  if (typeof receiver !== "string") return converts ? undefined : false;
  if (!converts && typeof argument !== "string") return false;
  const part = typeof argument === "string" ? argument : "";
  if (node.method === "matches") {
    payForPattern(receiver, re2(part), environment);
    return RE2JS.compile(part).matcher(receiver).find();
  }
  if (node.method === "glob") {
    payForPattern(receiver, compileGlob(part), environment);
    return globMatches(readGlob(part), [...receiver]);
  }
  if (environment.variables.length > 0) pay(environment, Math.floor(receiver.length / 1_024));
  switch (node.method) {
    case "includes":
      return receiver.split(part).length > 1 || part === "";
    case "startsWith":
      return receiver.slice(0, part.length) === part;
    case "endsWith":
      return part.length <= receiver.length && receiver.slice(receiver.length - part.length) === part;
    case "lower":
      return receiver.toLowerCase();
    case "upper":
      return receiver.toUpperCase();
    case "trim":
      return receiver.replace(/^\s+/, "").replace(/\s+$/, "");
  }
}

/** SPEC "Globs": a glob as a list of parts; braces are a part with a glob for each alternative. */
type Glob = readonly (
  | "*"
  | "**"
  | "**/"
  | ((character: string) => boolean)
  | { readonly either: readonly Glob[] }
)[];

const outsideSlash = (character: string): boolean => character !== "/";

function readGlob(text: string): Glob {
  const characters = [...text];
  let at = 0;
  const sequence = (nested: boolean): Glob => {
    const found: Glob[number][] = [];
    while (at < characters.length && !(nested && (characters[at] === "," || characters[at] === "}")))
      found.push(part());
    return found;
  };
  const part = (): Glob[number] => {
    const previous = characters[at - 1];
    const character = characters[at++] ?? "";
    if (character === "*") {
      let stars = 1;
      while (characters[at] === "*") {
        at++;
        stars++;
      }
      if (stars === 1) return "*";
      if ((previous === undefined || previous === "/") && characters[at] === "/") {
        at++;
        return "**/";
      }
      return "**";
    }
    if (character === "?") return outsideSlash;
    if (character === "[") return characterClass();
    if (character === "{") {
      const options: Glob[] = [];
      do options.push(sequence(true));
      while (characters[at++] === ",");
      return { either: options };
    }
    const literal = character === "\\" ? (characters[at++] ?? "") : character;
    return (other) => other === literal;
  };
  const characterClass = (): ((character: string) => boolean) => {
    const negated = characters[at] === "!" || characters[at] === "^";
    if (negated) at++;
    const tests: ((code: number) => boolean)[] = [];
    const next = (): number => {
      if (characters[at] === "\\") at++;
      return (characters[at++] ?? "").codePointAt(0) ?? 0;
    };
    do {
      const low = next();
      const range = characters[at] === "-" && characters[at + 1] !== "]";
      if (range) at++;
      const high = range ? next() : low;
      tests.push((code) => low <= code && code <= high);
    } while (characters[at] !== "]");
    at++;
    return (character) => {
      const code = character.codePointAt(0) ?? 0;
      return character !== "/" && tests.some((test) => test(code)) !== negated;
    };
  };
  return sequence(false);
}

function globMatches(glob: Glob, text: readonly string[]): boolean {
  const start = [...text, ""].map((_, at) => at === 0);
  return endsOf(glob, text, start).at(-1) === true;
}

/** Part by part: the places in the text where the parts so far can end, from those where the glob can start. */
function endsOf(glob: Glob, text: readonly string[], starts: readonly boolean[]): readonly boolean[] {
  let ends = starts;
  for (const part of glob) {
    if (typeof part === "object") {
      const each = part.either.map((option) => endsOf(option, text, ends));
      ends = starts.map((_, at) => each.some((found) => found[at] === true));
      continue;
    }
    let earlier = false;
    const next: boolean[] = [];
    ends.forEach((end, at) => {
      const before = text[at - 1];
      if (part === "*") next.push(end || (before !== undefined && before !== "/" && next[at - 1] === true));
      else if (part === "**") next.push(end || next[at - 1] === true);
      else if (part === "**/") next.push(end || (before === "/" && earlier));
      else next.push(before !== undefined && ends[at - 1] === true && part(before));
      earlier ||= end;
    });
    ends = next;
  }
  return ends;
}
