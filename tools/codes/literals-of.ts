import { bindingName, type Node, nodesIn } from "../imports/syntax.js";
import type { CodeSource } from "./code-source.js";

/** How far a value is followed: constants and functions of a file may name each other. */
const MAX_STEPS = 8;

/** The strings that an expression may be; undefined when this cannot be told. */
export function literalsOf(node: Node, source: CodeSource, steps: number): readonly string[] | undefined {
  if (steps > MAX_STEPS) return undefined;
  const all = (nodes: readonly Node[]): readonly string[] | undefined => {
    const found = nodes.map((one) => literalsOf(one, source, steps + 1));
    return found.every((one) => one !== undefined) ? found.flat() : undefined;
  };
  const parts = (...keys: readonly string[]): readonly string[] | undefined =>
    all(keys.flatMap((key) => nodesIn(node[key])));
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return all(returned(node));
    case "TemplateLiteral":
      return nodesIn(node["expressions"]).length === 0
        ? nodesIn(node["quasis"]).map(({ value }) => (value as { readonly cooked: string }).cooked)
        : undefined;
    case "ConditionalExpression":
      return parts("consequent", "alternate");
    case "LogicalExpression":
      return parts("left", "right");
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
    case "ChainExpression":
      return parts("expression");
    case "ArrayExpression":
      return parts("elements");
    case "ObjectExpression":
      return all(nodesIn(node["properties"]).flatMap(({ value }) => nodesIn(value)));
    case "NewExpression":
      return bindingName(node["callee"]) === "Map" ? parts("arguments") : undefined;
    case "MemberExpression":
      // Made elsewhere; or a value of a table.
      return bindingName(node["property"]) === "code" ? [] : parts("object");
    case "CallExpression": {
      const callee = nodesIn(node["callee"])[0];
      if (callee?.type === "MemberExpression" && bindingName(callee["property"]) === "get")
        return all(nodesIn(callee["object"]));
      return callee?.type === "Identifier" ? parts("callee") : undefined;
    }
    case "Identifier": {
      const name = bindingName(node);
      if (name === "undefined") return [];
      const values = source.names.get(name) ?? [];
      const found = values.flatMap((value) => literalsOf(value, source, steps + 1) ?? []);
      // A parameter, or from elsewhere.
      return found.length > 0 || name === "code" ? found : undefined;
    }
    default:
      return undefined;
  }
}

/** What a function returns; those inside it are functions of their own. */
function returned(fn: Node): readonly Node[] {
  const body = nodesIn(fn["body"])[0];
  if (body === undefined) return [];
  if (body.type !== "BlockStatement") return [body];
  const found: Node[] = [];
  const search = (node: Node): void => {
    if (node.type === "ReturnStatement") found.push(...nodesIn(node["argument"]));
    if (node !== fn && node.type.includes("Function")) return;
    for (const child of Object.values(node)) nodesIn(child).forEach(search);
  };
  search(body);
  return found;
}
