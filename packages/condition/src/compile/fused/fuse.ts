import type { Expr, Predicate } from "../../ast.js";
import { compileTruth } from "../closures.js";
import type { Scope } from "../scope.js";
import type { Next } from "./atom.js";
import { copyOfPath } from "./copy-of-path.js";
import { pathAtomOf } from "./path-test.js";
import { joinText } from "./join-text.js";
import type { Joined } from "./join-text.js";

/**
 * Closures for sealed events in continuation form: each atom knows what follows when it holds and when it does not,
 * so `&&`, `||` and `!` cost nothing. It is built from the end: answers where the evaluation starts.
 *
 * The atom at the start gives events that are not sealed to `general`; see `MakeAtom`.
 */
export function fuse(ast: Expr, scope: Scope, general: Predicate): Next {
  return build(ast, { yes: true, no: false, general, scope });
}

interface Place {
  readonly yes: Next;
  readonly no: Next;
  /** `null` everywhere but at the start. */
  readonly general: Predicate | null;
  readonly scope: Scope;
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
    case "or":
      return buildLogic(node.kind, joinText(node), place);
    default:
      return buildAtom(node, place);
  }
}

function buildLogic(kind: "and" | "or", parts: readonly (Expr | Joined)[], place: Place): Next {
  return parts.reduceRight<Next>(
    (next, part, i) => {
      const ways = kind === "and" ? { yes: next, no: place.no } : { yes: place.yes, no: next };
      const here = { ...place, ...ways, general: i === 0 ? place.general : null };
      if (part.kind !== "joined") return build(part, here);
      return copyOfPath(part.path)(part.test, here.yes, here.no, here.general);
    },
    kind === "and" ? place.yes : place.no,
  );
}

function buildAtom(node: Expr, { yes, no, general, scope }: Place): Next {
  const atom = pathAtomOf(node);
  if (atom !== undefined)
    return copyOfPath(atom.path)(atom.test, atom.negated ? no : yes, atom.negated ? yes : no, general);
  const evaluate = compileTruth(node, []);
  return (event) => {
    const next = evaluate(event, scope) ? yes : no;
    return next === true || (next !== false && next(event));
  };
}
