import type { Expr } from "../../ast.js";
import { MapOf, mapGet, mapHas, mapSet, existing } from "@gatehouse-hooks/json/intrinsics";
import { every, foldRight, newList, part as partOf, some } from "@gatehouse-hooks/json/intrinsics";
import type { PathTest } from "./atom.js";
import { amongTest, pathAtomOf } from "./path-test.js";
import type { PathAtom } from "./path-test.js";
import { fails, holds, textTest } from "./text-test.js";
import type { TextTest } from "./text-test.js";

/** Neighbours in `&&` or `||` that test one path, as one test: the path is read once. */
export interface Joined extends PathAtom {
  readonly kind: "joined";
}

type TextPath = Pick<PathAtom, "path" | "key">;

/** What was found out about the nodes of one condition, each once: so the time stays linear. */
export class Atoms {
  readonly #atoms = new MapOf<Expr, PathAtom | undefined>();
  readonly #textPaths = new MapOf<Expr, TextPath | undefined>();

  of(node: Expr): PathAtom | undefined {
    if (!mapHas(this.#atoms, node)) mapSet(this.#atoms, node, pathAtomOf(node));
    return mapGet(this.#atoms, node);
  }

  /** The path of a tree of `&&`, `||` and `!` in which every leaf tests the text there; nothing for other trees. */
  textPathOf(node: Expr): TextPath | undefined {
    if (!mapHas(this.#textPaths, node)) mapSet(this.#textPaths, node, this.#findTextPath(node));
    return mapGet(this.#textPaths, node);
  }

  #findTextPath(node: Expr): TextPath | undefined {
    switch (node.kind) {
      case "not":
      case "truth":
        return this.textPathOf(node.operand);
      case "and":
      case "or": {
        // INVARIANT: `and` and `or` have operands.
        const first = this.textPathOf(existing(node.operands[0]));
        const same = every(node.operands, (operand) => this.textPathOf(operand)?.key === first?.key);
        return same ? first : undefined;
      }
      default: {
        const atom = this.of(node);
        return atom !== undefined && isTextTest(atom.test) ? atom : undefined;
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
  const parts = newList<Expr | Joined>();
  const { operands } = node;
  for (let at = 0; at < operands.length;) {
    const run = choiceAt(node, at, atoms) ?? textAt(node, at, atoms);
    const operand = operands[at];
    if (run !== undefined) parts[parts.length] = run.joined;
    else if (operand !== undefined) parts[parts.length] = operand;
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
  const constants = newList<null | boolean | number | string>();
  let first: PathAtom | undefined;
  for (let i = at; i < node.operands.length; i++) {
    const atom = atoms.of(existing(node.operands[i]));
    if (atom === undefined || atom.negated !== (node.kind === "and")) break;
    const constant = constantOf(atom.test);
    if (constant === undefined) break;
    first ??= atom;
    if (first.key !== atom.key) break;
    constants[constants.length] = constant;
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
  const text = atoms.textPathOf(existing(node.operands[at]));
  if (text === undefined) return undefined;
  const { path, key } = text;
  let end = at + 1;
  while (end < node.operands.length && atoms.textPathOf(existing(node.operands[end]))?.key === key) end++;
  const length = end - at;
  if (length < 2) return undefined;
  const operands = partOf(node.operands, at, end);
  const whole: Expr = { kind: node.kind, operands, span: node.span };
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
      return foldRight(node.operands, yes, (next, operand) => link(operand, atoms, next, no));
    case "or":
      return foldRight(node.operands, no, (next, operand) => link(operand, atoms, yes, next));
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
      return every(node.operands, (operand) => withoutText(operand, atoms));
    case "or":
      return some(node.operands, (operand) => withoutText(operand, atoms));
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
