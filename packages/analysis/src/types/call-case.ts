import { type Expr, patternOf } from "@gatehouse-hooks/condition/analysis";
import type { EventKind } from "@gatehouse-hooks/engine";
import type { ToolTypes } from "./tool-types.js";

/** The events of one kind with one tool; without its name: with any tool that has no case of its own. */
export interface CallCase {
  readonly kind: EventKind;
  readonly tool: string | undefined;
}

/** The fields that name tools, for events whose kind does not tell. */
const TOOL_FIELDS: readonly string[] = ["toolName", "tool_name"];

/** Reads what conditions say of the kind and the tool of an event alone. */
export class CaseTruth {
  readonly #case: CallCase;
  readonly #complete: readonly string[];
  readonly #known = new Map<Expr, boolean | undefined>();

  constructor(one: CallCase, { complete = [] }: ToolTypes) {
    this.#case = one;
    this.#complete = complete;
  }

  /** What the condition comes to; `undefined`: the rest of the event decides. */
  of(node: Expr): boolean | undefined {
    if (!this.#known.has(node)) this.#known.set(node, this.#read(node));
    return this.#known.get(node);
  }

  #read(node: Expr): boolean | undefined {
    switch (node.kind) {
      case "not": {
        const inner = this.of(node.operand);
        return inner === undefined ? undefined : !inner;
      }
      case "and":
      case "or": {
        const deciding = node.kind === "or";
        const each = Array.from(node.operands, (operand) => this.of(operand));
        if (each.includes(deciding)) return deciding;
        return each.includes(undefined) ? undefined : !deciding;
      }
      case "compare":
      case "call":
        return this.#tested(node);
      default:
        return undefined;
    }
  }

  #tested(node: NameTest): boolean | undefined {
    const { kind, tool } = this.#case;
    const asked = askedOf(node);
    if (asked === undefined) return undefined;
    const { name, constants } = asked;
    if (name === "event") return passes(node, constants, kind.name);
    if (!isToolField(name, kind)) return undefined;
    if (tool !== undefined) return passes(node, constants, tool);
    // Any tool but those that conditions name.
    if (node.kind === "compare") return passes(node, constants, undefined);
    const starts = node.method === "glob" || node.method === "startsWith";
    const [constant = ""] = constants;
    return starts && this.#complete.some((start) => literalStart(constant).startsWith(start))
      ? false
      : undefined;
  }
}

type NameTest = Extract<Expr, { readonly kind: "compare" | "call" }>;

/** A test of a string with constants. @param text `undefined`: none of the constants */
function passes(node: NameTest, constants: readonly string[], text: string | undefined): boolean | undefined {
  const [constant = ""] = constants;
  if (node.kind === "compare") {
    if (node.operator === "!=") return constant !== text;
    return node.operator === "==" || node.operator === "in"
      ? text !== undefined && constants.includes(text)
      : undefined;
  }
  if (text === undefined) return undefined;
  switch (node.method) {
    case "includes":
    case "startsWith":
    case "endsWith":
      return text[node.method](constant);
    case "matches":
    case "glob":
      return patternOf(node)?.test(text);
    default:
      return undefined;
  }
}

/** Is it the field in which an event of the kind names its tool? */
export function isToolField(name: string, { tool, known }: EventKind): boolean {
  return tool === undefined ? !known && TOOL_FIELDS.includes(name) : tool.name === name;
}

/** The name that a test asks, and the strings that it asks of it; `undefined` for other tests. */
export function askedOf(
  node: Expr,
):
  | { readonly name: string; readonly constants: readonly string[]; readonly at: readonly Expr[] }
  | undefined {
  if (node.kind === "compare") {
    const { left, right } = node;
    if (left.kind === "name") return constantsOf(left.name, right.kind === "list" ? right.items : [right]);
    return right.kind === "name" && node.operator !== "in" ? constantsOf(right.name, [left]) : undefined;
  }
  return node.kind === "call" && node.object.kind === "name"
    ? constantsOf(node.object.name, node.args)
    : undefined;
}

function constantsOf(name: string, nodes: readonly Expr[]): ReturnType<typeof askedOf> {
  const constants = Array.from(nodes, (node) => (node.kind === "literal" ? node.value : undefined));
  return constants.length > 0 && constants.every((one) => typeof one === "string")
    ? { name, constants, at: nodes }
    : undefined;
}

/** What each match of a glob begins with. */
function literalStart(glob: string): string {
  return /^[^*?[{\\]*/.exec(glob)?.[0] ?? "";
}
