import { bindingName, type Node, nodesIn } from "../imports/syntax.js";
import { type CodeSource, readCodeSource, visit } from "./code-source.js";
import { literalsOf } from "./literals-of.js";

/** The codes that sources can say, and the places where this cannot be told. */
export interface SourceCodes {
  /** Code → the files that say it, as `path:line`. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
  /** Each value of a `code` that is not understood, as `file: expression`. */
  readonly unclear: readonly string[];
}

/**
 * Finds what may become the `code` of an issue, a failure, a notice or a finding: values of properties named `code`, arguments for
 * parameters named `code`, and unions of strings that are the type of either.
 *
 * A value is followed through conditions, constants, tables and functions of its file. What comes from elsewhere as a `code` is found
 * where it is made.
 *
 * @param files the texts of TypeScript sources, by path
 */
export function sourceCodes(files: ReadonlyMap<string, string>): SourceCodes {
  const sources = [...files].map(([file, text]) => readCodeSource(file, text));
  // A name is exported once in the workspace.
  const exported = new Map(
    sources.flatMap(({ takers, exported: names }) => [...takers].filter(([name]) => names.has(name))),
  );
  const codes = new Map<string, string[]>();
  const unclear = new Set<string>();
  for (const source of sources) {
    const found = (value: Node): void => {
      const literals = literalsOf(value, source, 0);
      if (literals === undefined) {
        const expression = source.text.slice(value.start, Number(value["end"])).replaceAll(/\s+/g, " ");
        unclear.add(`${source.file}: ${expression}`);
        return;
      }
      const place = `${source.file}:${source.text.slice(0, value.start).split("\n").length}`;
      for (const code of literals) if (isCode(code)) codes.set(code, [...(codes.get(code) ?? []), place]);
    };
    visit(source.body, (node) => valuesIn(node, source, exported).forEach(found));
  }
  return { codes, unclear: [...unclear] };
}

/** Stable identifiers are kebab-case; a system's `ENOENT` is not one of ours. */
function isCode(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text);
}

/** The expressions and types in a node that are codes. */
function valuesIn(node: Node, source: CodeSource, exported: CodeSource["takers"]): readonly Node[] {
  switch (node.type) {
    case "Property":
      return bindingName(node["key"]) === "code" ? nodesIn(node["value"]) : [];
    case "CallExpression":
    case "NewExpression": {
      const callee = nodesIn(node["callee"])[0];
      const name = bindingName(callee?.type === "MemberExpression" ? callee["property"] : callee);
      const at = source.takers.get(name) ?? (source.imported.has(name) ? exported.get(name) : undefined);
      return at === undefined ? [] : nodesIn(node["arguments"]).slice(at, at + 1);
    }
    case "PropertyDefinition":
      return bindingName(node["key"]) === "code"
        ? [...nodesIn(node["value"]), ...unionsOf(node["typeAnnotation"])]
        : [];
    case "TSPropertySignature":
      return bindingName(node["key"]) === "code" ? unionsOf(node["typeAnnotation"]) : [];
    case "AssignmentPattern":
      return bindingName(node["left"]) === "code" ? nodesIn(node["right"]) : [];
    case "AssignmentExpression": {
      const to = nodesIn(node["left"])[0];
      return to?.type === "MemberExpression" && bindingName(to["property"]) === "code"
        ? nodesIn(node["right"])
        : [];
    }
    case "TSTypeAliasDeclaration":
      return bindingName(node["id"]).endsWith("Code") ? unionsOf(node["typeAnnotation"]) : [];
    default:
      return [];
  }
}

function unionsOf(type: unknown): readonly Node[] {
  return nodesIn(type).flatMap((node) => {
    if (node.type === "TSTypeAnnotation") return unionsOf(node["typeAnnotation"]);
    if (node.type === "TSUnionType") return unionsOf(node["types"]);
    return node.type === "TSLiteralType" ? nodesIn(node["literal"]) : [];
  });
}
