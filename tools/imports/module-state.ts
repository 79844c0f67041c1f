import { bindingName, isNode, type Node, nodesIn } from "./syntax.js";

/** A variable of a module that is written, or made to be written, after the module has loaded. */
export interface ModuleState {
  readonly name: string;
  readonly node: Node;
}

const COLLECTIONS: ReadonlySet<string> = new Set([
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "MapOf",
  "SetOf",
  "Array",
]);
const WRITERS: ReadonlySet<string> = new Set([
  ...[
    "set",
    "add",
    "delete",
    "clear",
    "push",
    "pop",
    "shift",
    "unshift",
    "splice",
    "sort",
    "reverse",
    "fill",
  ],
]);
/** The captured intrinsics that write to their first argument (packages/json/src/intrinsics). */
const WRITING_FUNCTIONS: ReadonlySet<string> = new Set(["mapSet", "setAdd", "append"]);

/**
 * The mutable state of a module: every `let` at its top, every constant there that is an empty collection without a
 * readonly type, or that a function of the file writes to, and the same for static fields of classes.
 */
export function moduleState(program: Node): ModuleState[] {
  const found: ModuleState[] = [];
  const constants = new Map<string, Node>();
  for (const statement of nodesIn(program["body"])) {
    const declared =
      statement.type === "ExportNamedDeclaration" && isNode(statement["declaration"])
        ? statement["declaration"]
        : statement;
    if (declared.type === "ClassDeclaration") found.push(...staticState(declared));
    if (declared.type !== "VariableDeclaration" || declared["declare"] === true) continue;
    for (const one of nodesIn(declared["declarations"])) {
      const name = bindingName(one["id"]);
      if (declared["kind"] !== "const" || isFillable(one["id"], one["init"])) found.push({ name, node: one });
      else constants.set(name, one);
    }
  }
  for (const name of writtenInFunctions(program)) {
    const node = constants.get(name);
    if (node !== undefined) found.push({ name, node });
  }
  return found;
}

function staticState(declared: Node): ModuleState[] {
  const body = isNode(declared["body"]) ? nodesIn(declared["body"]["body"]) : [];
  return body
    .filter((field) => field.type === "PropertyDefinition" && field["static"] === true)
    .filter((field) => field["readonly"] !== true || isFillable(field, field["value"]))
    .map((field) => ({ name: bindingName(field["key"]), node: field }));
}

/** Is this an empty collection, or a list of such, whose type lets anybody fill it? */
function isFillable(typed: unknown, value: unknown): boolean {
  if (!isEmptyCollection(value)) return false;
  const annotation = isNode(typed) && isNode(typed["typeAnnotation"]) ? typed["typeAnnotation"] : null;
  const type = annotation === null ? null : annotation["typeAnnotation"];
  if (!isNode(type)) return true;
  if (type.type === "TSArrayType") return true;
  return type.type === "TSTypeReference" && COLLECTIONS.has(bindingName(type["typeName"]));
}

function isEmptyCollection(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === "TSAsExpression") return isEmptyCollection(value["expression"]);
  if (value.type === "NewExpression")
    return COLLECTIONS.has(bindingName(value["callee"])) && nodesIn(value["arguments"]).length === 0;
  if (value.type === "CallExpression") return bindingName(value["callee"]) === "newList";
  if (value.type !== "ArrayExpression") return false;
  return nodesIn(value["elements"]).every(isEmptyCollection);
}

/** The names that are written to inside a function: while a module loads, it may build what it likes. */
function writtenInFunctions(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  function visit(node: Node, inFunction: boolean): void {
    const written = inFunction ? writtenBy(node) : "";
    if (written !== "") names.add(written);
    const inside = inFunction || node.type.includes("Function");
    for (const child of Object.values(node)) for (const item of nodesIn(child)) visit(item, inside);
  }
  visit(program, false);
  return names;
}

/** The variable whose content the node changes. */
function writtenBy(node: Node): string {
  if (node.type === "AssignmentExpression") {
    const { left } = node;
    // Where a sticky pattern starts is set before each use: nothing is kept there.
    return isNode(left) && bindingName(left["property"]) === "lastIndex" ? "" : ownerOf(left);
  }
  if (node.type === "UpdateExpression" || (node.type === "UnaryExpression" && node["operator"] === "delete"))
    return ownerOf(node["argument"]);
  if (node.type !== "CallExpression" || !isNode(node["callee"])) return "";
  const { callee } = node as Node & { readonly callee: Node };
  if (WRITING_FUNCTIONS.has(bindingName(callee))) return bindingName(nodesIn(node["arguments"])[0]);
  return callee.type === "MemberExpression" && WRITERS.has(bindingName(callee["property"]))
    ? ownerOf(callee)
    : "";
}

function ownerOf(node: unknown): string {
  return isNode(node) && node.type === "MemberExpression" ? bindingName(node["object"]) : "";
}
