import { valueAt } from "@gatehouse-hooks/analysis";
import { analyze, compile, type Expr } from "@gatehouse-hooks/condition";
import { type Policy, printPath } from "@gatehouse-hooks/engine";
import { type JsonObject, type JsonValue, shorten } from "@gatehouse-hooks/json";

/** A part of a policy's matcher or condition, and how it came out for an event. Plain JSON. */
export interface ConditionTree {
  readonly kind: "and" | "or" | "not" | "test";
  /** What the author wrote, shortened. */
  readonly text: string;
  /** Null where it ran out of budget. */
  readonly holds: boolean | null;
  /** The properties that a test reads, with their values as JSON. */
  readonly saw: readonly { readonly path: string; readonly value: string }[];
  readonly parts: readonly ConditionTree[];
}

/** Parts of one policy that are shown; beyond, the text of the whole part is. */
const MOST_PARTS = 300;
/** Properties of one test that are shown. */
const MOST_SAW = 8;
const MAX_TEXT = 240;
const MAX_VALUE = 120;

/** What is shared by the trees that are shown together. */
export interface TreeRoom {
  /** How many parts may be shown yet; it is counted down. */
  left: number;
  /** Values as they are shown: many tests read the same one, and it may be long. */
  readonly values: Map<JsonValue, string>;
}

/** How the matcher and the condition of a policy come out for an event with its facts; null for a policy that has neither. */
export function conditionTree(
  { matcher, condition }: Pick<Policy, "matcher" | "condition">,
  event: JsonObject,
  all: TreeRoom,
): ConditionTree | null {
  const most = Math.max(0, Math.min(MOST_PARTS, all.left));
  const room = { ...all, left: most };
  const parts = [matcher, condition].flatMap((part) =>
    part?.ast == null ? [] : [treeOf(part.ast, part.text, event, room)],
  );
  all.left -= most - room.left;
  const [first] = parts;
  if (first === undefined) return null;
  return parts.length === 1 ? first : joined("and", "", parts);
}

function treeOf(node: Expr, source: string, event: JsonObject, room: TreeRoom): ConditionTree {
  room.left--;
  const text = textOf(node, source);
  const inner = (operand: Expr): ConditionTree => treeOf(operand, source, event, room);
  switch (node.kind) {
    case "truth":
      return inner(node.operand);
    case "not":
      return joined("not", text, [inner(node.operand)]);
    case "and":
    case "or":
      if (room.left >= node.operands.length) return joined(node.kind, text, node.operands.map(inner));
      break;
    default:
  }
  const outcome = compile(node)(event);
  const { paths } = analyze(node);
  return {
    kind: "test",
    text,
    holds: outcome === "over-budget" ? null : outcome,
    saw: paths
      .filter(([top]) => top !== "facts")
      .slice(0, MOST_SAW)
      .map((path) => ({ path: printPath(path), value: valueText(valueAt(event, path), room) })),
    parts: [],
  };
}

function valueText(value: JsonValue | undefined, { values }: TreeRoom): string {
  if (value === undefined) return "missing";
  const known = values.get(value) ?? shorten(JSON.stringify(value), MAX_VALUE);
  values.set(value, known);
  return known;
}

function joined(kind: "and" | "or" | "not", text: string, parts: readonly ConditionTree[]): ConditionTree {
  return { kind, text, holds: outcomeOf(kind, parts), saw: [], parts };
}

function outcomeOf(kind: "and" | "or" | "not", parts: readonly ConditionTree[]): boolean | null {
  const all = parts.map(({ holds }) => holds);
  if (kind === "not") return all[0] === null || all[0] === undefined ? null : !all[0];
  const short = kind === "or";
  if (all.includes(short)) return short;
  return all.includes(null) ? null : !short;
}

function textOf({ span: [start, end] }: Expr, source: string): string {
  return shorten(source.slice(start, end).trim().replaceAll(/\s+/g, " "), MAX_TEXT);
}
