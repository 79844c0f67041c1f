import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { compile, type Predicate, readAst } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import type { PolicyDefinition, Condition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";

/** A test inside of `any` or `all`, asked about every element. */
export interface InnerAtom extends Pick<ConditionAtom, "part" | "text"> {
  /** It holds for an element. */
  readonly holds: Predicate;
  /** It is false for an element. */
  readonly fails: Predicate;
  /** Whether the policy applies depends on it. */
  readonly decides: (event: JsonObject) => boolean;
}

type Quantifier = Extract<Expr, { readonly kind: "any" | "all" }>;

/** Inner tests of one policy that are looked at. */
const MOST_INNER = 100;

/** The tests that `&&`, `||` and `!` join in the bodies of `any` and `all`; none of a body that is one test. */
export function innerAtoms({
  matcher,
  condition,
}: Pick<PolicyDefinition, "matcher" | "condition">): readonly InnerAtom[] {
  const parts = [
    { part: "matcher", source: matcher, other: condition },
    { part: "condition", source: condition, other: matcher },
  ] as const;
  const found = parts.flatMap(({ part, source, other }) => {
    if (source?.ast == null) return [];
    const { ast } = source;
    const rest = other?.ast == null ? undefined : compile(other.ast);
    return placesIn(ast, []).flatMap(({ node, within }): readonly InnerAtom[] => {
      const holds = predicateOf(existing(node, within));
      const fails = predicateOf(existing({ kind: "not", operand: node, span: node.span }, within));
      const whenTrue = predicateOf(replaced(ast, node, true));
      const whenFalse = predicateOf(replaced(ast, node, false));
      if (holds === null || fails === null || whenTrue === null || whenFalse === null) return [];
      const decides = (event: JsonObject): boolean =>
        (rest === undefined || rest(event) === true) && whenTrue(event) !== whenFalse(event);
      return [{ part, text: textOfNode(source, node), holds, fails, decides }];
    });
  });
  return found.slice(0, MOST_INNER);
}

/** A test, and what it is inside of, from outside to inside. */
interface Place {
  readonly node: Expr;
  readonly within: readonly Quantifier[];
}

function placesIn(node: Expr, within: readonly Quantifier[]): readonly Place[] {
  switch (node.kind) {
    case "truth":
    case "not":
      return placesIn(node.operand, within);
    case "and":
    case "or":
      return node.operands.flatMap((operand) => placesIn(operand, within));
    case "any":
    case "all": {
      const inner = placesIn(node.body, [...within, node]);
      const own: readonly Place[] = within.length === 0 ? [] : [{ node, within }];
      return inner.length === 1 && inner[0]?.node === node.body ? own : [...own, ...inner];
    }
    default:
      return within.length === 0 ? [] : [{ node, within }];
  }
}

/** What was put together of parts of a condition is checked as one; `null` for what is too large. */
function predicateOf(node: Expr): Predicate | null {
  const { ast } = readAst(node, { patterns: re2 });
  return ast === null ? null : compile(ast);
}

/** There are elements for which it holds. */
function existing(node: Expr, within: readonly Quantifier[]): Expr {
  return within.reduceRight<Expr>((body, one) => ({ ...one, kind: "any", body }), node);
}

/** The condition with a constant in the place of a test. */
function replaced(node: Expr, place: Expr, value: boolean): Expr {
  if (node === place) return { kind: "literal", value, span: node.span };
  switch (node.kind) {
    case "truth": {
      const operand = replaced(node.operand, place, value);
      // What is already boolean is not wrapped.
      return operand === node.operand ? node : operand;
    }
    case "not":
      return { ...node, operand: replaced(node.operand, place, value) };
    case "and":
    case "or":
      return { ...node, operands: node.operands.map((operand) => replaced(operand, place, value)) };
    case "any":
    case "all":
      return { ...node, body: replaced(node.body, place, value) };
    default:
      return node;
  }
}

/** A test that `&&`, `||` and `!` of a policy's matcher and condition join. */
export interface ConditionAtom {
  /** The part of the policy that holds it. */
  readonly part: "matcher" | "condition";
  /** What the author wrote. */
  readonly text: string;
  readonly node: Expr;
}

/** What the author wrote; the whole condition where a stored AST does not know its place in it. */
export function textOfNode({ text }: Condition, { span: [start, end] }: Expr): string {
  const own = end <= text.length ? text.slice(start, end).trim() : "";
  return own === "" ? text.trim() : own;
}
