import type { Expr } from "@gatehouse-hooks/condition";
import { globbed } from "./glob.js";
import { folded, searched } from "./regex.js";
import { and, decimal, inOrder, integer, not, or, text } from "./terms.js";

type Compare = Extract<Expr, { readonly kind: "compare" }>;
type Call = Extract<Expr, { readonly kind: "call" }>;
type Scalar = null | boolean | number | string;

/** What kind of value a path has, as a number. */
const KIND = { missing: 0, null: 1, true: 2, false: 3, number: 4, string: 5, list: 6, object: 7 } as const;

/**
 * The script that asks whether there is an event for which some conditions hold and others are false.
 *
 * A path is a kind, and a string, a number, a size and an identity beside it. It throws at what it cannot say exactly.
 */
export function smtLib(hold: readonly Expr[], fail: readonly Expr[]): string {
  const script = new Script();
  const asserted = [
    ...hold.map((node) => script.truth(node)),
    ...fail.map((node) => not(script.truth(node))),
  ];
  return [...script.declared(), ...asserted.map((one) => `(assert ${one})`), "(check-sat)"].join("\n");
}

class Script {
  /** The paths of the conditions, by their text. */
  readonly #paths = new Map<string, readonly string[]>();

  declared(): readonly string[] {
    const paths = [...this.#paths];
    const sorts = { k: "Int", s: "String", n: "Real", z: "Int", i: "Int" };
    return [
      ...paths.flatMap(([name]) =>
        Object.entries(sorts).map(([part, sort]) => `(declare-const ${part}_${name} ${sort})`),
      ),
      ...paths.map(([name]) => `(assert (and (<= 0 k_${name} 7) (>= z_${name} 0)))`),
      ...paths.flatMap(([name, keys]) => this.#inside(name, keys)),
    ];
  }

  /** What is inside of a value is there only if that is an object, and counts. */
  #inside(name: string, keys: readonly string[]): readonly string[] {
    const children = [...this.#paths].flatMap(([child, all]) =>
      all.length === keys.length + 1 && keys.every((key, i) => all[i] === key) ? [child] : [],
    );
    if (children.length === 0) return [];
    const present = children.map((child) => `(ite (= k_${child} 0) 0 1)`);
    return [
      ...children.map((child) => `(assert (or (= k_${child} 0) (= k_${name} ${KIND.object})))`),
      `(assert (=> (= k_${name} ${KIND.object}) (>= z_${name} (+ 0 ${present.join(" ")}))))`,
    ];
  }

  truth(node: Expr): string {
    switch (node.kind) {
      case "literal":
        return node.value ? "true" : "false";
      case "and":
        return and(node.operands.map((one) => this.truth(one)));
      case "or":
        return or(node.operands.map((one) => this.truth(one)));
      case "not":
        return not(this.truth(node.operand));
      case "truth":
        return this.truth(node.operand);
      case "has":
        return not(is(this.#name(node.target), "missing"));
      case "compare":
        return this.#compare(node);
      case "call":
        return this.#call(node);
      default: {
        const name = this.#name(node);
        return or([
          ...[is(name, "true"), is(name, "list"), is(name, "object")],
          and([is(name, "number"), not(`(= n_${name} 0.0)`)]),
          and([is(name, "string"), not(`(= s_${name} "")`)]),
        ]);
      }
    }
  }

  #compare({ operator, left, right }: Compare): string {
    if (operator === "!=")
      return not(this.#compare({ kind: "compare", operator: "==", left, right, span: left.span }));
    if (operator === "in") {
      if (right.kind !== "list") throw unknown(right);
      return or(right.items.map((item) => this.#equal(left, constantOf(item))));
    }
    if (right.kind !== "literal") {
      if (operator === "==") return same(this.#name(left), this.#name(right));
      throw unknown(right);
    }
    return operator === "==" ? this.#equal(left, right.value) : this.#ordered(left, operator, right.value);
  }

  #equal(left: Expr, value: Scalar): string {
    if (left.kind === "call" && left.method === "size")
      return typeof value === "number" ? this.#size(left, "=", value) : not(this.#hasSize(left));
    if (left.kind === "call" && left.method === "lower") return this.#lower(left, "==", value);
    const name = this.#name(left);
    if (value === null) return or([is(name, "missing"), is(name, "null")]);
    if (typeof value === "boolean") return is(name, value ? "true" : "false");
    return typeof value === "number"
      ? and([is(name, "number"), `(= n_${name} ${decimal(value)})`])
      : and([is(name, "string"), `(= s_${name} ${text(value)})`]);
  }

  #ordered(left: Expr, operator: "<" | "<=" | ">" | ">=", value: Scalar): string {
    if (left.kind === "call" && left.method === "size" && typeof value === "number")
      return this.#size(left, operator, value);
    const name = this.#name(left);
    if (typeof value === "number")
      return and([is(name, "number"), `(${operator} n_${name} ${decimal(value)})`]);
    if (typeof value !== "string") return "false";
    const [one, other] = operator.startsWith("<") ? [`s_${name}`, text(value)] : [text(value), `s_${name}`];
    return and([is(name, "string"), `(str.${operator.endsWith("=") ? "<=" : "<"} ${one} ${other})`]);
  }

  #hasSize({ object }: Call): string {
    const name = this.#name(object);
    return or([is(name, "string"), is(name, "list"), is(name, "object")]);
  }

  #size({ object }: Call, operator: string, value: number): string {
    const name = this.#name(object);
    if (!Number.isInteger(value)) throw new Error("sizes are compared with whole numbers");
    const compared = (size: string): string => `(${operator} ${size} ${integer(value)})`;
    return or([
      and([is(name, "string"), compared(`(str.len s_${name})`)]),
      and([or([is(name, "list"), is(name, "object")]), compared(`z_${name}`)]),
    ]);
  }

  #call(node: Call): string {
    const { method, object, args } = node;
    if (method === "size") return this.#size(node, ">", 0);
    const argument = constantOf(args[0]);
    if (typeof argument !== "string") return "false";
    if (object.kind === "call" && object.method === "lower") return this.#lower(object, method, argument);
    const name = this.#name(object);
    return and([is(name, "string"), called(method, `s_${name}`, argument)]);
  }

  /** ASCII literals only; a literal with a capital letter is met by no string in lower case. */
  #lower({ object }: Call, method: Call["method"] | "==", value: Scalar): string {
    if (typeof value !== "string" || /[^ -~]|i/.test(value)) throw new Error("not in the subset");
    if (value !== value.toLowerCase()) return "false";
    const letters = inOrder(Array.from(value, lowered));
    const name = this.#name(object);
    const around: Record<string, readonly string[]> = {
      "==": [letters],
      includes: ["re.all", letters, "re.all"],
      startsWith: [letters, "re.all"],
      endsWith: ["re.all", letters],
    };
    const parts = around[method];
    if (parts === undefined) throw new Error("not in the subset");
    return and([is(name, "string"), `(str.in_re s_${name} ${inOrder(parts)})`]);
  }

  /** The name of a path; its parents are declared, too. */
  #name(node: Expr): string {
    const keys = keysOf(node);
    keys.forEach((_, i) => this.#paths.set(keys.slice(0, i + 1).join("_"), keys.slice(0, i + 1)));
    return keys.join("_");
  }
}

/** What is a letter in lower case: the long s is one of its own. */
function lowered(one: string): string {
  return one === "s" ? '(re.union (str.to_re "s") (str.to_re "S"))' : folded(one);
}

function called(method: Call["method"], value: string, argument: string): string {
  switch (method) {
    case "includes":
      return `(str.contains ${value} ${text(argument)})`;
    case "startsWith":
      return `(str.prefixof ${text(argument)} ${value})`;
    case "endsWith":
      return `(str.suffixof ${text(argument)} ${value})`;
    case "matches":
      return `(str.in_re ${value} ${searched(argument)})`;
    case "glob":
      return `(str.in_re ${value} ${globbed(argument)})`;
    default:
      throw new Error(`not in the subset: ${method}`);
  }
}

function is(name: string, kind: keyof typeof KIND): string {
  return `(= k_${name} ${KIND[kind]})`;
}

/** Two values are equal: lists and objects when they are the same one. */
function same(left: string, right: string): string {
  const alike = (part: string): string => `(= ${part}_${left} ${part}_${right})`;
  const [nothing, other] = [left, right].map((name) => or([is(name, "missing"), is(name, "null")]));
  return or([
    and([nothing ?? "", other ?? ""]),
    and([
      ...[`(> k_${left} 1)`, alike("k")],
      ...[`(=> ${is(left, "number")} ${alike("n")})`, `(=> ${is(left, "string")} ${alike("s")})`],
      `(=> (>= k_${left} 6) (and ${alike("i")} ${alike("z")}))`,
    ]),
  ]);
}

function keysOf(node: Expr): readonly string[] {
  if (node.kind === "name") return [node.name];
  if (node.kind === "member" && typeof node.key === "string") return [...keysOf(node.object), node.key];
  throw unknown(node);
}

function constantOf(node: Expr | undefined): Scalar {
  if (node?.kind !== "literal") throw unknown(node);
  return node.value;
}

function unknown(node: Expr | undefined): Error {
  return new Error(`not in the subset: ${node?.kind ?? "nothing"}`);
}
