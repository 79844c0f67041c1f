import type { Expr } from "@gatehouse-hooks/condition";
import { CANONICAL, EVERY_EVENT } from "@gatehouse-hooks/engine";
import type { HostEvent } from "../host-tables.js";

/** The keys on the way from an event to a field. */
type Keys = readonly string[];

/** A field of an agent's event, and where the canonical event has it. */
export interface WordRule {
  readonly own: readonly string[];
  readonly canonical: readonly string[];
}

/** The fields of an event's own rows that the canonical event has elsewhere; the first row that has a field counts. */
export function wordRulesOf(rows: readonly HostEvent[]): readonly WordRule[] {
  const rules = new Map<string, Keys>();
  const add = (own: string, canonical: Keys): void => {
    if (!rules.has(own) && own !== canonical[0]) rules.set(own, canonical);
  };
  for (const { canonical, tool, words = {}, carries = [] } of rows) {
    const there = new Set(CANONICAL.events.find(({ name }) => name === canonical)?.carries);
    for (const name of EVERY_EVENT) there.add(name);
    if (tool !== undefined) {
      add(tool.name, ["toolName"]);
      add(tool.input, ["params"]);
    }
    for (const [own, parameter] of Object.entries(words)) add(own, ["params", parameter]);
    for (const own of carries) if (!there.has(own)) add(own, ["raw", own]);
  }
  return [...rules].map(([own, canonical]) => ({ own: [own], canonical }));
}

/** The same path in the words of the canonical event. */
export function canonicalPath(path: readonly (string | number)[], rules: readonly WordRule[]): typeof path {
  const rule = rules.find(({ own }) => own.every((key, at) => path[at] === key));
  return rule === undefined ? path : [...rule.canonical, ...path.slice(rule.own.length)];
}

/** What is renamed in a condition. */
export interface Renaming {
  readonly paths: readonly { readonly from: Keys; readonly to: Keys }[];
  /** Names that `event` is compared with. */
  readonly events: ReadonlyMap<string, string>;
}

/** A condition in other words; the very same one where nothing of it is renamed. Spans stay. */
export function renamed(ast: Expr, renaming: Renaming): Expr {
  return renamedNode(ast, renaming, []);
}

// INVARIANT: recursion is bounded, the parser limits how deep an AST is.
function renamedNode(node: Expr, renaming: Renaming, variables: readonly string[]): Expr {
  const moved = movedPath(node, renaming.paths, variables);
  if (moved !== undefined) return moved;
  const read = (one: Expr): Expr => renamedNode(one, renaming, variables);
  switch (node.kind) {
    case "literal":
    case "name":
      return node;
    case "list":
      return changed(node, "items", renamedAll(node.items, read));
    case "member":
      return changed(node, "object", read(node.object));
    case "call":
      return changed(changed(node, "object", read(node.object)), "args", renamedAll(node.args, read));
    case "any":
    case "all": {
      const body = renamedNode(node.body, renaming, [...variables, node.variable]);
      return changed(changed(node, "object", read(node.object)), "body", body);
    }
    case "has":
      return changed(node, "target", read(node.target));
    case "truth":
    case "not":
      return changed(node, "operand", read(node.operand));
    case "and":
    case "or":
      return changed(node, "operands", renamedAll(node.operands, read));
    case "compare":
      return renamedComparison(node, renaming, variables);
  }
}

function renamedComparison(
  node: Extract<Expr, { readonly kind: "compare" }>,
  renaming: Renaming,
  variables: readonly string[],
): Expr {
  const left = renamedNode(node.left, renaming, variables);
  const right = renamedNode(node.right, renaming, variables);
  const isEvent = (one: Expr): boolean =>
    one.kind === "name" && one.name === "event" && !variables.includes("event");
  return changed(
    changed(node, "left", isEvent(right) ? otherEvents(left, renaming) : left),
    "right",
    isEvent(left) ? otherEvents(right, renaming) : right,
  );
}

function renamedAll(nodes: readonly Expr[], read: (node: Expr) => Expr): readonly Expr[] {
  const made = nodes.map(read);
  return made.every((node, at) => node === nodes[at]) ? nodes : made;
}

function otherEvents(node: Expr, renaming: Renaming): Expr {
  if (node.kind === "list") {
    const items = node.items.map((item) => otherEvents(item, renaming));
    return items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
  }
  const other = node.kind === "literal" ? renaming.events.get(String(node.value)) : undefined;
  return other === undefined || node.kind !== "literal" ? node : { ...node, value: other };
}

function changed<Node extends Expr, Key extends keyof Node>(node: Node, key: Key, value: Node[Key]): Node {
  return node[key] === value ? node : { ...node, [key]: value };
}

function movedPath(node: Expr, paths: Renaming["paths"], variables: readonly string[]): Expr | undefined {
  const path = chainOf(node);
  if (path === undefined || variables.includes(path[0] ?? "")) return undefined;
  const to = paths.find(
    ({ from }) => from.length === path.length && from.every((key, at) => path[at] === key),
  )?.to;
  if (to === undefined) return undefined;
  const [root = "", ...rest] = to;
  const { span } = node;
  return rest.reduce<Expr>((object, key) => ({ kind: "member", object, key, span }), {
    kind: "name",
    name: root,
    span,
  });
}

function chainOf(node: Expr): readonly string[] | undefined {
  if (node.kind === "name") return [node.name];
  if (node.kind !== "member" || typeof node.key !== "string") return undefined;
  const object = chainOf(node.object);
  return object === undefined ? undefined : [...object, node.key];
}
