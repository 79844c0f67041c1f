import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import type { EventWork } from "../solve/find-event.js";
import { conditionGoal, type Goal } from "../solve/goal.js";
import { isGuard, isPresence } from "./is-guard.js";
import type { EventFinder } from "./event-finder.js";
import type { DeadPartFinding } from "./finding.js";

/** Parts of one condition that are looked at. */
const MOST_PARTS = 40;

/** A part of a condition that decides nothing. */
type DeadPart = Pick<DeadPartFinding, "part" | "why">;

type Operands = Extract<Expr, { readonly kind: "and" | "or" }>;

/** Less than for a whole policy: there are many parts. */
function workOfPart(): EventWork {
  return { goals: 5_000, text: { left: 200_000 } };
}

/**
 * The parts of a policy's condition that decide for none of its events: operands of `&&` and `||` that could be left out. Outermost
 * first, and of two that cover each other the later one. What is inside of `any` and `all` is not looked at.
 */
export function deadParts(policy: Policy, finder: EventFinder): readonly DeadPart[] {
  const { matcher, condition } = policy;
  const ast = condition?.ast ?? null;
  if (ast === null) return [];
  return new PartSearch(policy.events, finder).run(
    ast,
    matcher?.ast == null ? [] : [conditionGoal(matcher.ast, true)],
  );
}

class PartSearch {
  readonly #events: readonly string[];
  readonly #finder: EventFinder;
  readonly #dead: DeadPart[] = [];
  #left = MOST_PARTS;

  constructor(events: readonly string[], finder: EventFinder) {
    this.#events = events;
    this.#finder = finder;
  }

  run(condition: Expr, matcher: readonly Goal[]): readonly DeadPart[] {
    this.#look(condition, matcher);
    return this.#dead.toSorted((one, other) => one.part.span[0] - other.part.span[0]);
  }

  /** @param where what holds of the events for which the node decides */
  #look(node: Expr, where: readonly Goal[]): void {
    if (node.kind === "not" || node.kind === "truth") this.#look(node.operand, where);
    else if (node.kind === "and" || node.kind === "or") this.#operands(node, where);
  }

  #operands(node: Operands, where: readonly Goal[]): void {
    const kept = new Set(node.operands);
    const besides = (operand: Expr): readonly Goal[] => [
      ...where,
      ...[...kept]
        .filter((one) => one !== operand)
        // For other events the others decide.
        .map((one) => conditionGoal(one, node.kind === "and")),
    ];
    for (const operand of node.operands.toReversed()) {
      if (--this.#left < 0) return;
      const why = this.#whyDead(node.kind, operand, where, besides(operand));
      if (why === undefined) continue;
      kept.delete(operand);
      this.#dead.push({ part: operand, why });
    }
    for (const operand of kept) this.#look(operand, besides(operand));
  }

  #whyDead(
    kind: Operands["kind"],
    operand: Expr,
    where: readonly Goal[],
    besides: readonly Goal[],
  ): DeadPart["why"] | undefined {
    if (kind === "and")
      return !isGuard(operand) && this.#isRefuted([...besides, conditionGoal(operand, false)])
        ? "always"
        : undefined;
    if (isPresence(operand) || !this.#isRefuted([...besides, conditionGoal(operand, true)])) return undefined;
    return this.#isRefuted([...where, conditionGoal(operand, true)]) ? "never" : "covered";
  }

  #isRefuted(goals: readonly Goal[]): boolean {
    return this.#events.every((event) => this.#finder.refutes(event, goals, workOfPart));
  }
}
