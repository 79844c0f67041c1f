import { parseAst } from "rolldown/parseAst";

import { moduleState } from "./module-state.js";
import { bindingName, isNode, type Node, nodesIn } from "./syntax.js";

/** One import or re-export of a source file. */
export interface ImportFact {
  readonly specifier: string;
  /** True for `import type`, `export type … from` and `import("…")` in a type: nothing is loaded. */
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
  /** The exported names that an `import` statement takes; `*`: all of them. */
  readonly names: readonly string[];
  readonly line: number;
}

/** A use of something that only some packages may use. */
export interface UseFact {
  readonly kind:
    | "clock"
    | "random"
    | "async"
    | "dynamic-import"
    | "code-from-text"
    | "export-all"
    | "network"
    | "pattern-from-text"
    | "module-state"
    | "exit";
  readonly text: string;
  readonly line: number;
}

/** What the rules need to know about a source file. */
export interface SourceFacts {
  readonly imports: readonly ImportFact[];
  readonly uses: readonly UseFact[];
  readonly lines: number;
}

/**
 * Reads the facts from the syntax tree of a TypeScript source, so comments and strings cannot mislead it.
 *
 * @throws SyntaxError when the text is no TypeScript
 */
export function scanSource(text: string, file: string): SourceFacts {
  const imports: ImportFact[] = [];
  const uses: UseFact[] = [];
  const lineAt = (offset: number): number => countLines(text.slice(0, offset)) + 1;

  function addImport(source: unknown, typeOnly: boolean, node: Node, dynamic = false): void {
    if (isNode(source) && typeof source["value"] === "string") {
      const names = nodesIn(node["specifiers"]).map(importedName);
      imports.push({ specifier: source["value"], typeOnly, dynamic, names, line: lineAt(node.start) });
    }
  }
  function addUse(kind: UseFact["kind"], what: string, node: Node): void {
    uses.push({ kind, text: what, line: lineAt(node.start) });
  }

  function visit(node: Node, inType: boolean): void {
    switch (node.type) {
      case "ImportDeclaration":
        return addImport(node["source"], node["importKind"] === "type", node);
      case "ExportAllDeclaration":
        addUse("export-all", "export *", node);
        return addImport(node["source"], node["exportKind"] === "type", node);
      case "ExportNamedDeclaration":
        if (node["source"] !== null) return addImport(node["source"], node["exportKind"] === "type", node);
        break;
      case "TSExternalModuleReference":
        addImport(node["expression"], false, node);
        break;
      case "TSImportType":
        addImport(node["source"], true, node);
        break;
      case "ImportExpression":
        addUse("dynamic-import", "import(", node);
        if (!isConstantText(node["source"])) addUse("code-from-text", "import() of a computed name", node);
        addImport(node["source"], false, node, true);
        break;
      case "AwaitExpression":
        addUse("async", "await", node);
        break;
      case "ForOfStatement":
        if (node["await"] === true) addUse("async", "for await", node);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (node["async"] === true) addUse("async", "async", node);
        break;
      case "MemberExpression":
        visitMember(node);
        break;
      case "CallExpression":
      case "NewExpression":
        if (isNode(node["callee"]) && propertyName(node["callee"]) === "constructor") {
          addUse("code-from-text", "constructor(", node);
        }
        visitCall(node);
        break;
      case "Identifier":
        if (!inType) visitName(node);
        break;
    }
    const typed = inType || (node.type.startsWith("TS") && !typedExpressions.has(node.type));
    for (const [key, child] of Object.entries(node)) {
      if (isNamePosition(node, key)) continue;
      for (const item of Array.isArray(child) ? child : [child]) {
        if (isNode(item)) visit(item, typed || typeKeys.has(key));
      }
    }
  }

  function visitCall(node: Node): void {
    const { callee } = node;
    const name = isNode(callee) && callee.type === "MemberExpression" ? propertyName(callee) : nameOf(callee);
    if ((name === "RegExp" || name === "RegExpOf") && !isConstantText(nodesIn(node["arguments"])[0]))
      addUse("pattern-from-text", "RegExp(", node);
    // What a function was made by makes functions of text.
    const reads =
      isNode(callee) && callee.type === "MemberExpression" && nameOf(callee["object"]) === "Reflect";
    if (reads && READS.has(name) && nodesIn(node["arguments"]).some((one) => one["value"] === "constructor"))
      addUse("code-from-text", `Reflect.${name}(…, "constructor")`, node);
    if (name === "then" && isNode(callee) && callee.type === "MemberExpression")
      addUse("async", ".then(", node);
  }

  function visitMember(node: Node): void {
    const name = `${nameOf(node["object"])}.${propertyName(node)}`;
    if (name === "Math.random" || name === "globalThis.crypto") addUse("random", name, node);
    if (name === "globalThis.Date" || name === "globalThis.performance") addUse("clock", name, node);
    if (name === "globalThis.eval" || name === "globalThis.Function") addUse("code-from-text", name, node);
    if (name.startsWith("globalThis.") && NETWORK.has(propertyName(node))) addUse("network", name, node);
    if (name === "process.exit") addUse("exit", name, node);
  }

  function visitName(node: Node): void {
    const name = node["name"];
    // Without an argument, the formats of `Intl` say what time it is.
    if (name === "Date" || name === "performance" || name === "Intl") addUse("clock", name, node);
    if (name === "crypto") addUse("random", name, node);
    if (name === "eval" || name === "Function") addUse("code-from-text", name, node);
    if (WAITING.has(String(name))) addUse("async", String(name), node);
    if (NETWORK.has(String(name))) addUse("network", String(name), node);
  }

  const program = parseAst(text, { lang: "ts" }, file) as unknown as Node;
  visit(program, false);
  for (const { name, node } of moduleState(program)) addUse("module-state", name, node);
  return { imports, uses, lines: countLines(text) };
}

/** What opens a connection without an import. */
const NETWORK: ReadonlySet<string> = new Set(["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]);

/** What gives a member by its name. */
const READS: ReadonlySet<string> = new Set(["get", "getOwnPropertyDescriptor"]);

/** What answers later without `async`. */
const WAITING: ReadonlySet<string> = new Set([
  ...["Promise", "queueMicrotask", "setTimeout", "setInterval", "setImmediate"],
]);

/** TypeScript's wrappers of an expression that runs. */
const typedExpressions = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "TSExportAssignment",
  "TSParameterProperty",
  "TSEnumDeclaration",
  "TSEnumBody",
  "TSEnumMember",
  "TSModuleDeclaration",
  "TSModuleBlock",
]);

const typeKeys = new Set(["typeAnnotation", "typeArguments", "typeParameters", "returnType", "implements"]);

/** Names that are only labels: `record.eval`, `{ eval: 1 }`, `class { Date() {} }`. */
function isNamePosition(node: Node, key: string): boolean {
  if (node["computed"] === true) return false;
  if (node.type === "MemberExpression") return key === "property";
  if (node.type === "Property") return key === "key" && node["shorthand"] !== true;
  return key === "key" && (node.type === "MethodDefinition" || node.type === "PropertyDefinition");
}

function propertyName(node: Node): string {
  const property = node["property"];
  if (!isNode(property)) return "";
  if (node["computed"] !== true) return String(property["name"]);
  return typeof property["value"] === "string" ? property["value"] : "";
}

/** The exported name of a part of an `import` or `export … from` statement; `*`: all of them. */
function importedName(node: Node): string {
  if (node.type === "ImportNamespaceSpecifier") return "*";
  return nameOf(node.type === "ExportSpecifier" ? node["local"] : node["imported"]);
}

function nameOf(node: unknown): string {
  return bindingName(node) || "?";
}

function isConstantText(node: unknown): boolean {
  return isNode(node) && node.type === "Literal" && typeof node["value"] === "string";
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
