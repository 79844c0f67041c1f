import { parseAst } from "rolldown/parseAst";

import { bindingName, isNode, type Node, nodesIn } from "../imports/syntax.js";

/** What the search for codes knows of a file. */
export interface CodeSource {
  readonly file: string;
  readonly text: string;
  readonly body: Node;
  /** Constants and functions of the file, by name; several where a name is used again. */
  readonly names: ReadonlyMap<string, readonly Node[]>;
  /** Names that other files give. */
  readonly imported: ReadonlySet<string>;
  /** The place of the parameter `code`, by the name of the function, method or class. */
  readonly takers: ReadonlyMap<string, number>;
  /** Names that the file exports. */
  readonly exported: ReadonlySet<string>;
}

export function readCodeSource(file: string, text: string): CodeSource {
  const body = parseAst(text, { lang: "ts" }, file) as unknown as Node;
  const names = new Map<string, Node[]>();
  const declare = (name: string, value: Node): void =>
    void names.set(name, [...(names.get(name) ?? []), value]);
  const imported = new Set<string>();
  const exported = new Set<string>();
  const takers = new Map<string, number>();
  visit(body, (node) => {
    if (node.type === "VariableDeclarator" && isNode(node["init"]))
      declare(bindingName(node["id"]), node["init"]);
    if (node.type === "FunctionDeclaration") declare(bindingName(node["id"]), node);
    if (node.type === "ImportSpecifier") imported.add(bindingName(node["local"]));
    if (node.type === "ExportNamedDeclaration")
      for (const declared of nodesIn(node["declaration"])) exported.add(named(declared)[0]);
    const [name, callable] = named(node);
    const at = nodesIn(callable?.["params"]).findIndex(isCodeParameter);
    if (name !== "" && at >= 0) takers.set(name, at);
  });
  // `const said = mayDeny ? error : warning;`
  for (const [name, values] of names) {
    const [first] = values.flatMap(namesIn).flatMap((one) => takers.get(one) ?? []);
    if (!takers.has(name) && first !== undefined) takers.set(name, first);
  }
  return { file, text, body, names, imported, takers, exported };
}

/** The names that a value may be. */
function namesIn(value: Node): readonly string[] {
  if (value.type === "ConditionalExpression")
    return ["consequent", "alternate"].flatMap((key) => nodesIn(value[key]).flatMap(namesIn));
  return value.type === "Identifier" ? [bindingName(value)] : [];
}

/** A number is a character's. */
function isCodeParameter(parameter: Node): boolean {
  const given = nodesIn(parameter.type === "TSParameterProperty" ? parameter["parameter"] : parameter)[0];
  const plain = given?.type === "AssignmentPattern" ? nodesIn(given["left"])[0] : given;
  const type = nodesIn(nodesIn(plain?.["typeAnnotation"])[0]?.["typeAnnotation"])[0];
  return bindingName(plain) === "code" && type?.type !== "TSNumberKeyword";
}

export function visit(node: Node, each: (node: Node) => void): void {
  each(node);
  for (const child of Object.values(node)) for (const item of nodesIn(child)) visit(item, each);
}

/** What a declaration names, when it can be called. */
function named(node: Node): readonly [name: string, callable: Node | undefined] {
  const child = (key: string): Node | undefined => nodesIn(node[key])[0];
  switch (node.type) {
    case "FunctionDeclaration":
      return [bindingName(node["id"]), node];
    case "VariableDeclarator":
      return [bindingName(node["id"]), child("init")];
    case "MethodDefinition":
    case "Property":
    case "PropertyDefinition":
      return [bindingName(node["key"]), child("value")];
    case "TSMethodSignature":
      return [bindingName(node["key"]), node];
    case "TSPropertySignature":
      return [bindingName(node["key"]), nodesIn(child("typeAnnotation")?.["typeAnnotation"])[0]];
    case "ClassDeclaration": {
      const made = nodesIn(child("body")?.["body"]).find(({ kind }) => kind === "constructor");
      return [bindingName(node["id"]), nodesIn(made?.["value"])[0]];
    }
    default:
      return ["", undefined];
  }
}
