import { parseAst } from "rolldown/parseAst";

/** A name that a source file exports. */
export type ExportFact =
  | { readonly kind: "type" | "value"; readonly name: string }
  /** Passed on from another file or package, where it is called `original`. */
  | { readonly kind: "passed"; readonly name: string; readonly original: string; readonly specifier: string };

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const TYPE_DECLARATIONS: ReadonlySet<string> = new Set([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "ClassDeclaration",
]);

/**
 * The names that a TypeScript source exports, each once.
 *
 * @throws SyntaxError when the text is not TypeScript
 */
export function scanExports(text: string, file: string): readonly ExportFact[] {
  const program = parseAst(text, { lang: "ts" }, file) as unknown as Node;
  const imported = new Map<string, ExportFact & { readonly kind: "passed" }>();
  const facts = new Map<string, ExportFact>();
  for (const node of nodesIn(program["body"])) {
    if (node.type === "ImportDeclaration") {
      for (const { name, original, specifier } of specifiersOf(node, "imported", "local")) {
        imported.set(name, { kind: "passed", name, original, specifier });
      }
    }
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const fact of exportsOf(node, imported)) facts.set(fact.name, fact);
  }
  return [...facts.values()];
}

function exportsOf(
  node: Node,
  imported: ReadonlyMap<string, ExportFact & { readonly kind: "passed" }>,
): readonly ExportFact[] {
  const { declaration } = node;
  if (isNode(declaration)) {
    const kind = TYPE_DECLARATIONS.has(declaration.type) ? "type" : "value";
    return declaredNames(declaration).map((name) => ({ kind, name }));
  }
  return specifiersOf(node, "local", "exported").map(({ name, original, specifier }) => {
    if (specifier !== "") return { kind: "passed", name, original, specifier };
    const from = imported.get(original);
    return from === undefined ? { kind: "value", name } : { ...from, name };
  });
}

function declaredNames(declaration: Node): readonly string[] {
  const named =
    declaration.type === "VariableDeclaration" ? nodesIn(declaration["declarations"]) : [declaration];
  return named.map(({ id }) => nameOf(id)).filter((name) => name !== "");
}

function specifiersOf(
  node: Node,
  original: "imported" | "local",
  name: "local" | "exported",
): readonly { readonly name: string; readonly original: string; readonly specifier: string }[] {
  const source = isNode(node["source"]) ? node["source"]["value"] : "";
  return nodesIn(node["specifiers"]).map((one) => ({
    name: nameOf(one[name]),
    original: nameOf(one[original]),
    specifier: typeof source === "string" ? source : "",
  }));
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
}

function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
