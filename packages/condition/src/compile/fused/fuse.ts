import type { Expr, Predicate } from "../../ast.js";
import { foldRight } from "@gatehouse-hooks/json/intrinsics";
import { compileTruth } from "../closures.js";
import type { Scope } from "../scope.js";
import { mayStart } from "./atom.js";
import type { Next } from "./atom.js";
import { copyOfPath } from "./copy-of-path.js";
import { Atoms, join } from "./join.js";
import type { PathAtom } from "./path-test.js";

/** Where an evaluation of a sealed event starts. */
export interface Fused {
  readonly start: Next;
  /** The start takes every event: it gives those that are not sealed to `general`. */
  readonly takesAll: boolean;
}

/**
 * Closures for sealed events in continuation form: each atom knows what follows when it holds and when it does not,
 * so `&&`, `||` and `!` cost nothing. They are built from the end.
 *
 * @param general takes the events that are not sealed, where such may come
 */
export function fuse(ast: Expr, scope: Scope, general: Predicate | null): Fused {
  let takesAll = false;
  const attach =
    general === null
      ? null
      : (): Predicate => {
          takesAll = true;
          return general;
        };
  const start = build(ast, { yes: true, no: false, general: attach, scope, atoms: new Atoms() });
  return { start, takesAll };
}

interface Place {
  readonly yes: Next;
  readonly no: Next;
  /** `null` everywhere but at the start. An atom of a path that takes it is the first thing that is evaluated. */
  readonly general: (() => Predicate) | null;
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
      return foldRight(join(node, place.atoms), place.yes, (next, part, i) =>
        buildPart(part, { ...place, yes: next, general: i === 0 ? place.general : null }),
      );
    case "or":
      return foldRight(join(node, place.atoms), place.no, (next, part, i) =>
        buildPart(part, { ...place, no: next, general: i === 0 ? place.general : null }),
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

function buildAtom(atom: PathAtom, { yes, no, general }: Place): Next {
  const holds = atom.negated ? no : yes;
  const fails = atom.negated ? yes : no;
  const start = general !== null && mayStart(atom.test) ? general() : null;
  return copyOfPath(atom.path)(atom.test, holds, fails, start);
}

function buildOther(node: Expr, { yes, no, scope }: Place): Next {
  const evaluate = compileTruth(node, []);
  return (event) => {
    const next = evaluate(event, scope) ? yes : no;
    return next === true || (next !== false && next(event));
  };
}
