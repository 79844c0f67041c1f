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
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  function read(node: Expr, variables: readonly string[]): Expr {
    const moved = movedPath(node, renaming.paths, variables);
    if (moved !== undefined) return moved;
    switch (node.kind) {
      case "literal":
      case "name":
        return node;
      case "list":
        return changed(node, "items", all(node.items, variables));
      case "member":
        return changed(node, "object", read(node.object, variables));
      case "call":
        return changed(
          changed(node, "object", read(node.object, variables)),
          "args",
          all(node.args, variables),
        );
      case "any":
      case "all":
        return changed(
          changed(node, "object", read(node.object, variables)),
          "body",
          read(node.body, [...variables, node.variable]),
        );
      case "has":
        return changed(node, "target", read(node.target, variables));
      case "truth":
      case "not":
        return changed(node, "operand", read(node.operand, variables));
      case "and":
      case "or":
        return changed(node, "operands", all(node.operands, variables));
      case "compare": {
        const [left, right] = [read(node.left, variables), read(node.right, variables)];
        const isEvent = (one: Expr): boolean =>
          one.kind === "name" && one.name === "event" && !variables.includes("event");
        return changed(
          changed(node, "left", isEvent(right) ? otherEvents(left) : left),
          "right",
          isEvent(left) ? otherEvents(right) : right,
        );
      }
    }
  }
  function all(nodes: readonly Expr[], variables: readonly string[]): readonly Expr[] {
    const read_ = nodes.map((node) => read(node, variables));
    return read_.every((node, at) => node === nodes[at]) ? nodes : read_;
  }
  function otherEvents(node: Expr): Expr {
    if (node.kind === "list") {
      const items = node.items.map(otherEvents);
      return items.every((item, at) => item === node.items[at]) ? node : { ...node, items };
    }
    const other = node.kind === "literal" ? renaming.events.get(String(node.value)) : undefined;
    return other === undefined || node.kind !== "literal" ? node : { ...node, value: other };
  }
  return read(ast, []);
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
