import type { Expr } from "../../ast.js";
import { existing, foldRight, mapList } from "@gatehouse-hooks/json/intrinsics";
import { patternOf } from "../checked.js";
import { compileTruth, testPattern } from "../closures.js";
import type { Scope } from "../scope.js";
import type { MakeAtom, Next } from "./atom.js";
import { anyPath, copies, type Copy } from "./copies.table.js";
import { Atoms, join } from "./join.js";
import { plainPath } from "./path-test.js";
import type { PathAtom } from "./path-test.js";
import { intern } from "./value-at-path.js";

/**
 * Closures for sealed events in continuation form: each atom knows what follows when it holds and when it does not,
 * so `&&`, `||` and `!` cost nothing. They are built from the end.
 */
export function fuse(ast: Expr, scope: Scope): Next {
  return build(ast, { yes: true, no: false, scope, atoms: new Atoms() });
}

interface Place {
  readonly yes: Next;
  readonly no: Next;
  readonly scope: Scope;
  readonly atoms: Atoms;
}

function build(node: Expr, place: Place): Next {
  switch (node.kind) {
    case "literal":
      return node.value ? place.yes : place.no;
    case "not":
      return build(node.operand, { ...place, yes: place.no, no: place.yes });
    case "truth":
      return build(node.operand, place);
    case "and":
      return foldRight(join(node, place.atoms), place.yes, (next, part) =>
        buildPart(part, { ...place, yes: next }),
      );
    case "or":
      return foldRight(join(node, place.atoms), place.no, (next, part) =>
        buildPart(part, { ...place, no: next }),
      );
    default: {
      const atom = place.atoms.of(node);
      return atom === undefined ? buildOther(node, place) : buildAtom(atom, place);
    }
  }
}

function buildPart(part: Expr | (PathAtom & { readonly kind: "joined" }), place: Place): Next {
  return part.kind === "joined" ? buildAtom(part, place) : build(part, place);
}

function buildAtom(atom: PathAtom, { yes, no }: Place): Next {
  const holds = atom.negated ? no : yes;
  const fails = atom.negated ? yes : no;
  return copyOfPath(atom.path)(atom.test, holds, fails);
}

function buildOther(node: Expr, { yes, no, scope }: Place): Next {
  const pattern = node.kind === "call" ? patternOf(node) : null;
  const path = node.kind === "call" && pattern !== null ? plainPath(node.object) : undefined;
  if (pattern !== null && path !== undefined)
    return copyOfPath(path)({ kind: "test", test: (text) => testPattern(pattern, text, scope) }, yes, no);
  const evaluate = compileTruth(node, []);
  return (event) => {
    const next = evaluate(event, scope) ? yes : no;
    return next === true || (next !== false && next(event));
  };
}

/** The maker of atoms for a path. It only decides how fast an atom is: every copy that fits gives the same answers. */
function copyOfPath(path: readonly (string | number)[]): MakeAtom {
  const keys = mapList(path, (name) => (typeof name === "string" ? intern(name) : name));
  for (let i = 0; i < copies.length; i++) {
    const copy = existing(copies[i]);
    if (fits(copy, keys)) return copy.atoms(keys);
  }
  return anyPath(keys);
}

function fits(copy: Copy, path: readonly (string | number)[]): boolean {
  if (copy.path.length !== path.length) return false;
  for (let i = 0; i < path.length; i++) {
    const name = copy.path[i];
    if (name !== null && name !== path[i]) return false;
  }
  return true;
}
