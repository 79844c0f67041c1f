import { type Expr, type PatternEngine, readAst } from "@gatehouse-hooks/condition/compile";
import { deepFreeze, isRecord, ownRecord } from "@gatehouse-hooks/json";
import type { Condition, Policy } from "../policy.js";
import { FACTS } from "./derive.js";
import { readsFacts } from "./reads-facts.js";

const GUARD = `${FACTS}.complete`;

/**
 * A static allow that reads facts holds only where everything was understood: `c` becomes `facts.complete && (c)` (SPEC, "Derived
 * facts"). Every other policy is returned as it is, and so is an allow that says so already.
 */
export function completeAllow(policy: Policy, patterns: PatternEngine): Policy {
  const { handler, matcher, condition } = policy;
  if (handler.kind !== "static" || handler.verdict !== "allow") return policy;
  if (!readsFacts(matcher?.ast) && !readsFacts(condition?.ast)) return policy;
  // A condition that did not parse stays as it is: the trace says so.
  const part = condition?.ast === null ? "matcher" : "condition";
  const ast = policy[part]?.ast ?? null;
  if (ast !== null && isGuarded(ast)) return policy;
  const inner = ast === null ? "" : (policy[part]?.text ?? "");
  return deepFreeze(ownRecord({ ...policy, [part]: guarded(inner, ast, patterns) }));
}

/** Does the condition begin with the guard? */
export function isGuarded(ast: Expr): boolean {
  const first = ast.kind === "and" ? ast.operands[0] : ast;
  return (
    first?.kind === "member" &&
    first.key === "complete" &&
    first.object.kind === "name" &&
    first.object.name === FACTS
  );
}

function guarded(inner: string, ast: Expr | null, patterns: PatternEngine): Condition {
  const guard = {
    kind: "member",
    object: { kind: "name", name: FACTS, span: [0, FACTS.length] },
    key: "complete",
    span: [0, GUARD.length],
  };
  const before = `${GUARD} && (`;
  const text = ast === null ? GUARD : `${before}${inner})`;
  const whole = (by: number | null): unknown =>
    ast === null
      ? guard
      : { kind: "and", operands: [guard, moved(ast, by)], span: [0, by === null ? 0 : text.length] };
  // A text at the limit of its length has no room for offsets; without them its tests are shown whole.
  const read = readAst(whole(before.length), { patterns }).ast ?? readAst(whole(null), { patterns }).ast;
  return ownRecord({ text, ast: read });
}

/** A copy whose spans are moved; `null`: at the beginning. */
function moved(value: unknown, by: number | null): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, by));
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = ownRecord({});
  for (const [key, member] of Object.entries(value))
    copy[key] =
      key === "span" && Array.isArray(member)
        ? member.map((offset) => (by === null ? 0 : Number(offset) + by))
        : moved(member, by);
  return copy;
}
