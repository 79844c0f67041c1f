import type { Expr } from "../../ast.js";
import type { PathTest } from "./atom.js";
import { amongTest, pathAtomOf } from "./path-test.js";
import type { PathAtom } from "./path-test.js";
import { fails, holds, textTest } from "./text-test.js";
import type { TextTest } from "./text-test.js";

/** Neighbours in `&&` or `||` that test one path, as one test: the path is read once. */
export interface Joined extends PathAtom {
  readonly kind: "joined";
}

/** What was found out about the nodes of one condition, each once: so the time stays linear. */
export class Atoms {
  readonly #atoms = new Map<Expr, PathAtom | undefined>();
  readonly #textPaths = new Map<Expr, string | undefined>();

  of(node: Expr): PathAtom | undefined {
    if (!this.#atoms.has(node)) this.#atoms.set(node, pathAtomOf(node));
    return this.#atoms.get(node);
  }

  /** The path of a tree of `&&`, `||` and `!` in which every leaf tests the text there; nothing for other trees. */
  textPathOf(node: Expr): string | undefined {
    if (!this.#textPaths.has(node)) this.#textPaths.set(node, this.#findTextPath(node));
    return this.#textPaths.get(node);
  }

  #findTextPath(node: Expr): string | undefined {
    switch (node.kind) {
      case "not":
      case "truth":
        return this.textPathOf(node.operand);
      case "and":
      case "or": {
        const paths = new Set(node.operands.map((operand) => this.textPathOf(operand)));
        return paths.size === 1 ? [...paths][0] : undefined;
      }
      default: {
        const atom = this.of(node);
        return atom !== undefined && isTextTest(atom.test) ? atom.key : undefined;
      }
    }
  }
}

type Leaf =
  | { readonly kind: "equals"; readonly constant: string }
  | { readonly kind: "includes" | "startsWith" | "endsWith"; readonly part: string };

/** Does the test hold for strings only? */
function isTextTest(test: PathTest): test is Leaf {
  if (test.kind === "equals") return typeof test.constant === "string";
  return test.kind === "includes" || test.kind === "startsWith" || test.kind === "endsWith";
}

/** The operands in their order, with neighbours joined where they can be. */
export function join(node: Extract<Expr, { kind: "and" | "or" }>, atoms: Atoms): readonly (Expr | Joined)[] {
  const parts: (Expr | Joined)[] = [];
  const { operands } = node;
  for (let at = 0; at < operands.length;) {
    const run = choiceAt(node, at, atoms) ?? textAt(node, at, atoms);
    const operand = operands[at];
    if (run !== undefined) parts.push(run.joined);
    else if (operand !== undefined) parts.push(operand);
    at += run?.length ?? 1;
  }
  return parts;
}

interface Run {
  readonly joined: Joined;
  readonly length: number;
}

/** `a == 1 || a == 2`, `a != 1 && a != 2`. */
function choiceAt(node: Extract<Expr, { kind: "and" | "or" }>, at: number, atoms: Atoms): Run | undefined {
  const constants: (null | boolean | number | string)[] = [];
  let first: PathAtom | undefined;
  for (let i = at; i < node.operands.length; i++) {
    const atom = atoms.of(node.operands[i] as Expr);
    if (atom === undefined || atom.negated !== (node.kind === "and")) break;
    const constant = constantOf(atom.test);
    if (constant === undefined) break;
    first ??= atom;
    if (first.key !== atom.key) break;
    constants.push(constant);
  }
  if (first === undefined || constants.length < 2) return undefined;
  const { path, key } = first;
  const joined: Joined = {
    kind: "joined",
    path,
    key,
    test: amongTest(constants),
    negated: node.kind === "and",
  };
  return { joined, length: constants.length };
}

function constantOf(test: PathTest): null | boolean | number | string | undefined {
  return test.kind === "equals" && typeof test.constant !== "object" ? test.constant : undefined;
}

/** Several tests of one text. */
function textAt(node: Extract<Expr, { kind: "and" | "or" }>, at: number, atoms: Atoms): Run | undefined {
  const key = atoms.textPathOf(node.operands[at] as Expr);
  if (key === undefined) return undefined;
  let end = at + 1;
  while (end < node.operands.length && atoms.textPathOf(node.operands[end] as Expr) === key) end++;
  const length = end - at;
  if (length < 2) return undefined;
  const operands = node.operands.slice(at, end);
  const whole: Expr = { kind: node.kind, operands, span: node.span };
  const path = JSON.parse(key) as PathAtom["path"];
  const test: PathTest = {
    kind: "text",
    test: link(whole, atoms, holds, fails),
    otherwise: withoutText(whole, atoms),
  };
  return { joined: { kind: "joined", path, key, test, negated: false }, length };
}

function link(node: Expr, atoms: Atoms, yes: TextTest, no: TextTest): TextTest {
  switch (node.kind) {
    case "not":
      return link(node.operand, atoms, no, yes);
    case "truth":
      return link(node.operand, atoms, yes, no);
    case "and":
      return node.operands.reduceRight((next, operand) => link(operand, atoms, next, no), yes);
    case "or":
      return node.operands.reduceRight((next, operand) => link(operand, atoms, yes, next), no);
    default: {
      const { test, negated } = leafOf(node, atoms);
      const part = test.kind === "equals" ? test.constant : test.part;
      return textTest(test.kind, part, negated ? no : yes, negated ? yes : no);
    }
  }
}

/** The truth of the tree for what is no string: every test in it fails. */
function withoutText(node: Expr, atoms: Atoms): boolean {
  switch (node.kind) {
    case "not":
      return !withoutText(node.operand, atoms);
    case "truth":
      return withoutText(node.operand, atoms);
    case "and":
      return node.operands.every((operand) => withoutText(operand, atoms));
    case "or":
      return node.operands.some((operand) => withoutText(operand, atoms));
    default:
      return leafOf(node, atoms).negated;
  }
}

/** INVARIANT: the leaves of a tree with a text path test text. */
function leafOf(node: Expr, atoms: Atoms): { readonly test: Leaf; readonly negated: boolean } {
  const atom = atoms.of(node);
  if (atom === undefined || !isTextTest(atom.test)) throw new TypeError("not a test of text");
  return { test: atom.test, negated: atom.negated };
}
