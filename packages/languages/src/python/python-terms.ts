import type { CodeArgument, Parameter, CodeTarget, CodeTerm } from "../code.js";
import { formatString, pythonString } from "./python-strings.js";
import type { PythonNode } from "./python-tree.js";

type Nodes = readonly PythonNode[];

/** Nothing: `None`. */
export const NO_TERM: CodeTerm = { kind: "plain", flag: null };

const BRACKETS: ReadonlySet<string> = new Set(["(", ")", "[", "]", "{", "}"]);

/** An expression. */
export function pythonTerm(node: PythonNode): CodeTerm {
  const read = READERS[node.name];
  return read === undefined ? { kind: "opaque", text: node.name } : read(node, inside(node));
}

const READERS: Readonly<Record<string, (node: PythonNode, children: Nodes) => CodeTerm>> = {
  String: ({ text }) => ({ kind: "text", text: pythonString(text) }),
  FormatString: (node) => formatString(node, pythonTerm),
  ContinuedString: (_, children) => ({ kind: "join", parts: children.map(pythonTerm) }),
  Number: ({ text }) => numberOf(text),
  Boolean: ({ text }) => ({ kind: "plain", flag: text === "True" }),
  None: () => NO_TERM,
  Ellipsis: () => NO_TERM,
  VariableName: ({ text }) => ({ kind: "name", name: text }),
  MemberExpression: ({ children }) => memberOf(children),
  CallExpression: ({ children }) => callOf(children),
  BinaryExpression: ({ text, from }, children) => binaryOf(text, from, children),
  UnaryExpression: (_, children) => unaryOf(children),
  ConditionalExpression: (_, [then, , test, , otherwise]) => ({
    kind: "either",
    tested: termsOf([test]),
    parts: termsOf([then, otherwise]),
  }),
  LambdaExpression: ({ children }) => lambdaOf(children),
  ParenthesizedExpression: (_, children) => tupleOf(children),
  TupleExpression: (_, children) => listOf(children),
  ArrayExpression: (_, children) => listOf(children),
  SetExpression: (_, children) => listOf(children),
  DictionaryExpression: (_, children) => recordOf(children),
  ArrayComprehensionExpression: (_, children) => comprehension(children),
  SetComprehensionExpression: (_, children) => comprehension(children),
  DictionaryComprehensionExpression: (_, children) => comprehension(children),
  ComprehensionExpression: (_, children) => comprehension(children),
  NamedExpression: (_, [name, , value]) => ({
    kind: "set",
    target: { kind: "name", name: name?.text ?? "" },
    value: value === undefined ? NO_TERM : pythonTerm(value),
  }),
  AwaitExpression: (_, children) => tupleOf(children.slice(1)),
  YieldExpression: (_, children) => ({ kind: "mix", parts: termsOf(children.filter(isExpression)) }),
};

const KEYWORDS = /^(?:yield|from|await|async|return|raise|assert|del|,|\*\*?|print)$/;

function isExpression({ name }: PythonNode): boolean {
  return !KEYWORDS.test(name);
}

function termsOf(nodes: readonly (PythonNode | undefined)[]): CodeTerm[] {
  return nodes.flatMap((one) => (one === undefined ? [] : [pythonTerm(one)]));
}

function inside(node: PythonNode): Nodes {
  return BRACKETS.has(node.children[0]?.name ?? "") ? node.children.slice(1, -1) : node.children;
}

function numberOf(text: string): CodeTerm {
  const value = Number(text.replaceAll("_", ""));
  return Number.isNaN(value) ? NO_TERM : { kind: "number", value };
}

/** Nodes between commas. */
export function groupsOfText(nodes: Nodes, mark = ","): Nodes[] {
  const groups: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === mark) groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups.filter((group) => group.length > 0);
}

/** One expression, or several with commas between: a tuple. */
export function tupleOf(nodes: Nodes): CodeTerm {
  const groups = groupsOfText(nodes);
  if (groups.length === 1 && !nodes.some(({ name }) => name === ",")) return itemOf(groups[0] ?? []);
  return { kind: "list", items: groups.map(itemOf) };
}

function itemOf(group: Nodes): CodeTerm {
  const [first, second] = group;
  if (first === undefined) return NO_TERM;
  if (first.name.startsWith("*"))
    return { kind: "spread", of: second === undefined ? NO_TERM : pythonTerm(second) };
  if (group.some(({ name }) => name === "for")) return comprehension(group);
  return pythonTerm(first);
}

function listOf(nodes: Nodes): CodeTerm {
  return { kind: "list", items: groupsOfText(nodes).map(itemOf) };
}

function recordOf(nodes: Nodes): CodeTerm {
  const entries = groupsOfText(nodes).map((group): readonly [CodeTerm | null, CodeTerm] => {
    const [key, mark, value] = group;
    if (key === undefined || mark === undefined) return [null, NO_TERM];
    if (key.name === "**") return [null, pythonTerm(mark)];
    return [pythonTerm(key), value === undefined ? NO_TERM : pythonTerm(value)];
  });
  return { kind: "record", entries };
}

function memberOf([of, mark, ...rest]: Nodes): CodeTerm {
  if (of === undefined) return NO_TERM;
  if (mark?.name !== "[") return { kind: "member", of: pythonTerm(of), name: rest[0]?.text ?? "" };
  const index = rest.slice(0, -1);
  const isSlice = index.some(({ name }) => name === ":");
  return {
    kind: "index",
    of: pythonTerm(of),
    index: isSlice
      ? { kind: "mix", parts: termsOf(index.filter(({ name }) => name !== ":" && name !== ",")) }
      : tupleOf(index),
  };
}

function callOf([callee, list]: Nodes): CodeTerm {
  return {
    kind: "call",
    callee: callee === undefined ? NO_TERM : pythonTerm(callee),
    args: argumentsOf(list),
  };
}

/** What is between the brackets of a call. */
export function argumentsOf(list: PythonNode | undefined): readonly CodeArgument[] {
  if (list === undefined) return [];
  return groupsOfText(inside(list)).map((group): CodeArgument => {
    const [first, second, third] = group;
    if (first?.name === "**" && second !== undefined)
      return { name: "**", value: pythonTerm(second), spread: true };
    if (first?.name === "*" && second !== undefined)
      return { name: null, value: pythonTerm(second), spread: true };
    if (second?.name === "AssignOp" && third !== undefined)
      return { name: first?.text ?? null, value: pythonTerm(third), spread: false };
    return { name: null, value: itemOf(group), spread: false };
  });
}

const COMPARED = /^(?:[<>=!]=?|==|is(?:\s+not)?|in|not\s+in)$/;

function binaryOf(text: string, from: number, children: Nodes): CodeTerm {
  const [first] = children;
  const last = children.at(-1);
  if (first === undefined || last === undefined || first === last) return NO_TERM;
  const operator = text.slice(first.to - from, last.from - from).trim();
  const [left, right] = [pythonTerm(first), pythonTerm(last)];
  if (operator === "or") return { kind: "either", tested: [], parts: [left, right] };
  if (operator === "and") return { kind: "either", tested: [left], parts: [left, right] };
  if (COMPARED.test(operator)) return { kind: "either", tested: [left, right], parts: [NO_TERM] };
  return { kind: "operation", operator, left, right };
}

function unaryOf([operator, operand]: Nodes): CodeTerm {
  if (operand === undefined) return NO_TERM;
  const value = pythonTerm(operand);
  if (operator?.text === "not") return { kind: "either", tested: [value], parts: [NO_TERM] };
  if (operator?.text === "-" && value.kind === "number") return { kind: "number", value: -value.value };
  return { kind: "mix", parts: [value] };
}

function lambdaOf(children: Nodes): CodeTerm {
  const colon = children.findIndex(({ name }) => name === ":");
  const parameters = children.find(({ name }) => name === "ParamList");
  const value = children[colon + 1];
  return {
    kind: "function",
    code: {
      name: "lambda",
      parameters: parametersOf(parameters),
      body: value === undefined ? [] : [{ kind: "give", value: pythonTerm(value), goesOn: false }],
    },
  };
}

/** The parameters of a function. */
export function parametersOf(list: PythonNode | undefined): readonly Parameter[] {
  if (list === undefined) return [];
  const all = BRACKETS.has(list.children[0]?.name ?? "") ? list.children.slice(1, -1) : list.children;
  return groupsOfText(all).flatMap((group): Parameter[] => {
    const name = group.find((one) => one.name === "VariableName")?.text;
    if (name === undefined) return [];
    const mark = group[0]?.name;
    const value = group[group.findIndex((one) => one.name === "AssignOp") + 1];
    const hasValue = group.some((one) => one.name === "AssignOp") && value !== undefined;
    return [
      {
        name,
        target: { kind: "name", name },
        fallback: hasValue ? pythonTerm(value) : null,
        rest: mark === "*" ? "items" : mark === "**" ? "named" : null,
      },
    ];
  });
}

/** `item for x in y if z for …`. */
function comprehension(nodes: Nodes): CodeTerm {
  const start = nodes.findIndex(({ name }) => name === "for" || name === "async");
  const colon = nodes.findIndex(({ name }) => name === ":");
  const value = nodes[colon === -1 || colon > start ? 0 : colon + 1];
  const key = colon === -1 || colon > start ? undefined : nodes[0];
  const item: CodeTerm = { kind: "either", tested: termsOf([key]), parts: termsOf([value]) };
  return clausesOf(nodes.slice(start), item);
}

function clausesOf(nodes: Nodes, item: CodeTerm): CodeTerm {
  const at = nodes.findLastIndex(({ name }) => name === "for");
  if (at === -1) return item;
  const within = nodes.findIndex(({ name }, i) => i > at && name === "in");
  const tests = nodes.slice(within + 2).filter(({ name }) => name !== "if" && name !== "async");
  const over = nodes[within + 1];
  const each: CodeTerm = {
    kind: "each",
    target: targetOf(nodes.slice(at + 1, within)),
    over: over === undefined ? NO_TERM : pythonTerm(over),
    item: tests.length === 0 ? item : { kind: "either", tested: termsOf(tests), parts: [item] },
  };
  const outer = nodes.slice(0, at);
  return outer.some(({ name }) => name === "for") ? clausesOf(outer, { kind: "spread", of: each }) : each;
}

/** What is assigned to: a name, parts of a list, a member. */
export function targetOf(nodes: Nodes): CodeTarget {
  const groups = groupsOfText(nodes.filter(({ name }) => !BRACKETS.has(name)));
  const targets = groups.map(([first, second]): CodeTarget => {
    if (first === undefined) return { kind: "parts", parts: [] };
    if (first.name === "*" && second !== undefined) return { kind: "rest", of: targetOf([second]) };
    return singleTarget(first);
  });
  const [only] = targets;
  return targets.length === 1 && only !== undefined && !nodes.some(({ name }) => name === ",")
    ? only
    : { kind: "parts", parts: targets };
}

function singleTarget(node: PythonNode): CodeTarget {
  if (node.name === "VariableName") return { kind: "name", name: node.text };
  const value = pythonTerm(node);
  if (value.kind === "member") return { kind: "member", of: value.of, name: value.name };
  if (value.kind === "index") return { kind: "index", of: value.of, index: value.index };
  return /^(?:Tuple|Array|Parenthesized)Expression$/.test(node.name)
    ? targetOf(inside(node))
    : { kind: "parts", parts: [] };
}
