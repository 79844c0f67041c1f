import type {
  AnyNode,
  ArrowFunctionExpression,
  Expression,
  Function as FunctionNode,
  Pattern,
  SpreadElement,
  Super,
  TemplateLiteral,
} from "acorn";
import type { Code, CodeArgument, CodeTarget, CodeTerm, Parameter } from "../code.js";

/** What a value that does nothing is read as. */
const PLAIN: CodeTerm = { kind: "plain", flag: null };

/** Reads a block of statements, within a function. */
type ReadBody = (body: FunctionNode["body"]) => readonly Code[];

/** Expressions, with a reader of what is in functions. */
export class JavaScriptTerms {
  readonly #body: ReadBody;

  constructor(body: ReadBody) {
    this.#body = body;
  }

  /** An expression. */
  term(node: AnyNode): CodeTerm {
    switch (node.type) {
      case "Literal":
        return literal(node.value);
      case "Identifier":
        return node.name === "undefined" ? PLAIN : { kind: "name", name: node.name };
      case "ThisExpression":
        return { kind: "name", name: "this" };
      case "TemplateLiteral":
        return this.#template(node);
      case "ParenthesizedExpression":
      case "ChainExpression":
        return this.term(node.expression);
      case "AwaitExpression":
        return this.term(node.argument);
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return this.function(node, "function");
      default:
        return this.#compound(node);
    }
  }

  #compound(node: AnyNode): CodeTerm {
    switch (node.type) {
      case "TaggedTemplateExpression":
        return this.#called(this.term(node.tag), [
          { name: null, value: this.#template(node.quasi), spread: false },
        ]);
      case "CallExpression":
      case "NewExpression":
        return this.#called(this.#callee(node.callee), this.#given(node.arguments));
      case "ImportExpression":
        return this.#called({ kind: "name", name: "import" }, this.#given([node.source]));
      case "MemberExpression":
        return this.#member(node.object, node.property, node.computed);
      case "ArrayExpression":
        return { kind: "list", items: node.elements.map((one) => (one === null ? PLAIN : this.#item(one))) };
      case "ObjectExpression":
        return this.#record(node.properties);
      default:
        return this.#operation(node);
    }
  }

  #operation(node: AnyNode): CodeTerm {
    switch (node.type) {
      case "BinaryExpression":
        return this.#binary(node.operator, this.term(node.left), this.term(node.right));
      case "LogicalExpression": {
        const [left, right] = [this.term(node.left), this.term(node.right)];
        return { kind: "either", tested: [], parts: [left, right] };
      }
      case "ConditionalExpression":
        return {
          kind: "either",
          tested: [this.term(node.test)],
          parts: [this.term(node.consequent), this.term(node.alternate)],
        };
      case "SequenceExpression": {
        const all = node.expressions.map((one) => this.term(one));
        return { kind: "either", tested: all.slice(0, -1), parts: all.slice(-1) };
      }
      case "UnaryExpression": {
        const value = this.term(node.argument);
        if (node.operator === "-" && value.kind === "number") return { kind: "number", value: -value.value };
        return { kind: "either", tested: [value], parts: [PLAIN] };
      }
      case "UpdateExpression":
        return {
          kind: "set",
          target: this.target(node.argument),
          value: { kind: "mix", parts: [this.term(node.argument)] },
        };
      case "AssignmentExpression":
        return this.#assigned(node.operator, node.left, this.term(node.right));
      case "YieldExpression":
        return { kind: "mix", parts: node.argument ? [this.term(node.argument)] : [] };
      case "MetaProperty":
        return { kind: "mix", parts: [] };
      default:
        return { kind: "opaque", text: node.type };
    }
  }

  #template({ quasis, expressions }: TemplateLiteral): CodeTerm {
    const parts = quasis.flatMap(({ value }, i): CodeTerm[] => {
      const next = expressions[i];
      const text: CodeTerm = { kind: "text", text: value.cooked ?? value.raw };
      return next === undefined ? [text] : [text, this.term(next)];
    });
    return { kind: "join", parts };
  }

  #called(callee: CodeTerm, args: readonly CodeArgument[]): CodeTerm {
    return { kind: "call", callee, args };
  }

  /** `super(…)` runs the constructor of the class that is extended. */
  #callee(node: Expression | Super): CodeTerm {
    if (node.type !== "Super") return this.term(node);
    return { kind: "member", of: this.#above(), name: "__init__" };
  }

  #above(): CodeTerm {
    return this.#called({ kind: "name", name: "super" }, []);
  }

  #given(nodes: readonly (Expression | SpreadElement)[]): readonly CodeArgument[] {
    return nodes.map((one) => ({
      name: null,
      value: this.term(one.type === "SpreadElement" ? one.argument : one),
      spread: one.type === "SpreadElement",
    }));
  }

  #item(node: Expression | SpreadElement): CodeTerm {
    return node.type === "SpreadElement" ? { kind: "spread", of: this.term(node.argument) } : this.term(node);
  }

  #member(object: Expression | Super, property: AnyNode, computed: boolean): CodeTerm {
    const of = object.type === "Super" ? this.#above() : this.term(object);
    if (computed) return { kind: "index", of, index: this.term(property) };
    return { kind: "member", of, name: termName(property) };
  }

  #record(properties: readonly AnyNode[]): CodeTerm {
    const entries = properties.map((one): readonly [CodeTerm | null, CodeTerm] => {
      if (one.type === "SpreadElement") return [null, this.term(one.argument)];
      // What is computed when it is asked for may do anything then.
      if (one.type !== "Property" || one.kind !== "init") return [null, { kind: "opaque", text: one.type }];
      const key: CodeTerm = one.computed ? this.term(one.key) : { kind: "text", text: termName(one.key) };
      return [key, this.term(one.value)];
    });
    return { kind: "record", entries };
  }

  #binary(operator: string, left: CodeTerm, right: CodeTerm): CodeTerm {
    if (operator === "+") return { kind: "operation", operator, left, right };
    if (/^(?:[-*/%]|\*\*|<<|>>>?|[&|^])$/.test(operator)) return { kind: "mix", parts: [left, right] };
    return { kind: "either", tested: [left, right], parts: [PLAIN] };
  }

  #assigned(operator: string, left: Pattern, right: CodeTerm): CodeTerm {
    const target = this.target(left);
    if (operator === "=") return { kind: "set", target, value: right };
    const before = this.term(left);
    const value: CodeTerm = /^(?:\|\||&&|\?\?)=$/.test(operator)
      ? { kind: "either", tested: [], parts: [before, right] }
      : this.#binary(operator.slice(0, -1), before, right);
    return { kind: "set", target, value };
  }

  /** A function; `this` is what it is called on, but in those with an arrow. */
  function(node: FunctionNode | ArrowFunctionExpression, name: string): CodeTerm {
    const { body, params } = node;
    const code: readonly Code[] =
      body.type === "BlockStatement"
        ? this.#body(body)
        : [{ kind: "give", value: this.term(body), goesOn: false }];
    return {
      kind: "function",
      code: {
        name: node.id?.name ?? name,
        parameters: params.map((one, i) => this.#parameter(one, i)),
        body: code,
        receiver: node.type === "ArrowFunctionExpression" ? "none" : "this",
      },
    };
  }

  #parameter(node: Pattern, at: number): Parameter {
    if (node.type === "RestElement")
      return {
        name: termName(node.argument),
        target: this.target(node.argument),
        fallback: null,
        rest: "items",
      };
    if (node.type === "AssignmentPattern")
      return { name: ` ${at}`, target: this.target(node.left), fallback: this.term(node.right), rest: null };
    return { name: ` ${at}`, target: this.target(node), fallback: null, rest: null };
  }

  /** What is assigned to. */
  target(node: AnyNode): CodeTarget {
    switch (node.type) {
      case "Identifier":
        return { kind: "name", name: node.name };
      case "MemberExpression": {
        const of = this.#member(node.object, node.property, node.computed);
        if (of.kind === "member") return { kind: "member", of: of.of, name: of.name };
        return of.kind === "index"
          ? { kind: "index", of: of.of, index: of.index }
          : { kind: "parts", parts: [] };
      }
      case "ArrayPattern":
        return {
          kind: "parts",
          parts: node.elements.map((one) => (one === null ? { kind: "parts", parts: [] } : this.target(one))),
        };
      case "ObjectPattern":
        return {
          kind: "parts",
          parts: node.properties.map((one) => this.target(one.type === "Property" ? one.value : one)),
          keys: node.properties.map((one) =>
            one.type === "Property" && !one.computed ? termName(one.key) : null,
          ),
        };
      case "RestElement":
        return { kind: "rest", of: this.target(node.argument) };
      case "AssignmentPattern":
        return { kind: "fallback", of: this.target(node.left), value: this.term(node.right) };
      default:
        return { kind: "parts", parts: [] };
    }
  }
}

function literal(value: unknown): CodeTerm {
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "number") return { kind: "number", value };
  return typeof value === "boolean" ? { kind: "plain", flag: value } : PLAIN;
}

/** A name, or the text of a key. */
export function termName(node: AnyNode): string {
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}
