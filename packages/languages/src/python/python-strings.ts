import type { CodeTerm } from "../code.js";
import type { PythonNode } from "./python-tree.js";

const NAMED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;

/** Prefix, quotes, and what is between them. */
interface Literal {
  readonly raw: boolean;
  readonly start: number;
  readonly end: number;
}

function literalOf(text: string): Literal {
  const prefix = /^[A-Za-z]*/.exec(text)?.[0] ?? "";
  const quote = text[prefix.length] ?? "";
  const marks = text.startsWith(quote.repeat(3), prefix.length) ? 3 : 1;
  return { raw: /r/i.test(prefix), start: prefix.length + marks, end: text.length - marks };
}

function decoded(text: string, raw: boolean): string {
  if (raw || !text.includes("\\")) return text;
  return text.replace(
    ESCAPE,
    (whole, two?: string, four?: string, eight?: string, octal?: string, one?: string) => {
      const hex = two ?? four ?? eight;
      if (hex !== undefined) return pointOf(Number.parseInt(hex, 16));
      if (octal !== undefined) return pointOf(Number.parseInt(octal, 8));
      return NAMED[one ?? ""] ?? whole;
    },
  );
}

function pointOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** The value of a string without replacements. */
export function pythonString(text: string): string {
  const { raw, start, end } = literalOf(text);
  return decoded(text.slice(start, end), raw);
}

/** A format string: its text, and what is put into it. */
export function formatString(node: PythonNode, read: (inner: PythonNode) => CodeTerm): CodeTerm {
  const { raw, start, end } = literalOf(node.text);
  const parts: CodeTerm[] = [];
  let at = start;
  const addText = (to: number): void => {
    const text = decoded(node.text.slice(at, to), raw).replace(/\{\{|\}\}/g, (two) => two.slice(1));
    if (text !== "") parts.push({ kind: "text", text });
  };
  for (const child of node.children) {
    if (child.name !== "FormatReplacement") continue;
    addText(child.from - node.from);
    at = child.to - node.from;
    const inner = child.children.filter(({ name }) => name !== "{" && name !== "}");
    const value = inner[0];
    if (value === undefined) continue;
    const isChanged = inner
      .slice(1)
      .some(({ name }) => /^Format(?:Spec|Conversion)$|^FormatSelfDoc$/.test(name));
    parts.push(isChanged ? { kind: "mix", parts: [read(value)] } : read(value));
  }
  addText(end);
  return { kind: "join", parts };
}
