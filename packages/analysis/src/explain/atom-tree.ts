import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { compile, type Predicate } from "@gatehouse-hooks/condition/compile";
import type { Condition, PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { type ConditionAtom, textOfNode } from "./inner-atoms.js";

/** How atoms, by their number, are joined. */
type Joined =
  | { readonly kind: "atom"; readonly atom: number }
  | { readonly kind: "not"; readonly of: Joined }
  | { readonly kind: "and" | "or"; readonly of: readonly Joined[] };

/** What is known of the atoms of a tree, by their number. */
type AtomTruths = readonly (boolean | undefined)[];

/** Deciding sets larger than this are not made smaller one by one. */
const MOST_PRUNED = 200;

/**
 * The tests of a policy, and how they are joined: it applies when its matcher and its condition hold. Tests that are written twice are one
 * atom. A condition that does not parse holds always, and has none.
 */
export class AtomTree {
  readonly atoms: readonly ConditionAtom[];
  readonly #root: Joined;
  readonly #compiled: readonly Predicate[];
  /** Atoms that are joined at several places. */
  readonly #repeated = new Set<number>();

  constructor({ matcher, condition }: Pick<PolicyDefinition, "matcher" | "condition">) {
    const atoms: ConditionAtom[] = [];
    const known = new Map<string, number>();
    const joined = (part: ConditionAtom["part"], source: Condition, node: Expr): Joined => {
      switch (node.kind) {
        case "truth":
          return joined(part, source, node.operand);
        case "not":
          return { kind: "not", of: joined(part, source, node.operand) };
        case "and":
        case "or":
          return { kind: node.kind, of: node.operands.map((operand) => joined(part, source, operand)) };
        default: {
          const key = keyOf(node);
          const old = known.get(key);
          if (old !== undefined) this.#repeated.add(old);
          const atom = old ?? atoms.push({ part, text: textOfNode(source, node), node }) - 1;
          known.set(key, atom);
          return { kind: "atom", atom };
        }
      }
    };
    const parts = [
      ...(matcher?.ast == null ? [] : [joined("matcher", matcher, matcher.ast)]),
      ...(condition?.ast == null ? [] : [joined("condition", condition, condition.ast)]),
    ];
    this.#root = { kind: "and", of: parts };
    this.atoms = atoms;
    this.#compiled = atoms.map(({ node }) => compile(node));
  }

  /** How each atom comes out, by itself; undefined for one that runs out of budget. */
  truths(event: JsonObject): AtomTruths {
    return this.#compiled.map((test) => {
      const outcome = test(event);
      return outcome === "over-budget" ? undefined : outcome;
    });
  }

  /** Whether the policy applies, as far as what is known of its atoms tells. */
  applies(truths: AtomTruths): boolean | undefined {
    return outcomeOf(this.#root, truths);
  }

  /**
   * Atoms for which the policy applies or does not, whatever the others are; none of them can be left out. Of the parts of a condition that
   * suffice, each looked at by itself, it is the one with the fewest.
   *
   * @returns numbers of atoms, in order; none where the outcome is not known
   */
  deciding(truths: AtomTruths): readonly number[] {
    const applies = this.applies(truths);
    if (applies === undefined) return [];
    let kept = [...new Set(reasons(this.#root, applies, truths))];
    if (kept.length <= MOST_PRUNED) {
      for (const atom of kept) {
        const fewer = kept.filter((one) => one !== atom);
        if (this.applies(onlyThose(fewer, truths)) === applies) kept = fewer;
      }
    }
    return kept.sort((a, b) => a - b);
  }

  /** The atoms each of which decides alone: were it the other way round, so would be the outcome. */
  pivotal(truths: AtomTruths): readonly number[] {
    const applies = this.applies(truths);
    if (applies === undefined) return [];
    const found = new Set<number>();
    pivots(this.#root, truths, found);
    for (const atom of this.#repeated) {
      const flipped = truths.map((truth, i) => (i === atom && truth !== undefined ? !truth : truth));
      if (this.applies(flipped) === !applies) found.add(atom);
      else found.delete(atom);
    }
    return [...found].sort((a, b) => a - b);
  }
}

/** Equal for tests that are written alike, wherever. */
function keyOf(node: Expr): string {
  return JSON.stringify(node, (key, value: unknown) => (key === "span" ? undefined : value));
}

function outcomeOf(node: Joined, truths: AtomTruths): boolean | undefined {
  switch (node.kind) {
    case "atom":
      return truths[node.atom];
    case "not": {
      const inner = outcomeOf(node.of, truths);
      return inner === undefined ? undefined : !inner;
    }
    default: {
      // One false part makes an `and` false, one true part an `or` true.
      const short = node.kind === "or";
      let all: boolean | undefined = !short;
      for (const part of node.of) {
        const outcome = outcomeOf(part, truths);
        if (outcome === short) return short;
        if (outcome === undefined) all = undefined;
      }
      return all;
    }
  }
}

/** Atoms for which a node came out as it did; of the alternatives the fewest. */
function reasons(node: Joined, was: boolean, truths: AtomTruths): readonly number[] {
  switch (node.kind) {
    case "atom":
      return [node.atom];
    case "not":
      return reasons(node.of, !was, truths);
    default: {
      if ((node.kind === "or") !== was) return node.of.flatMap((part) => reasons(part, was, truths));
      const causes = node.of
        .filter((part) => outcomeOf(part, truths) === was)
        .map((part) => reasons(part, was, truths));
      return causes.reduce((best, cause) => (cause.length < best.length ? cause : best), causes[0] ?? []);
    }
  }
}

function onlyThose(atoms: readonly number[], truths: AtomTruths): AtomTruths {
  const kept = new Set(atoms);
  return truths.map((truth, atom) => (kept.has(atom) ? truth : undefined));
}

/** Atoms whose place alone turns a node around. */
function pivots(node: Joined, truths: AtomTruths, found: Set<number>): void {
  switch (node.kind) {
    case "atom":
      if (truths[node.atom] !== undefined) found.add(node.atom);
      return;
    case "not":
      return pivots(node.of, truths, found);
    default: {
      const short = node.kind === "or";
      const outcomes = node.of.map((part) => outcomeOf(part, truths));
      const shorts = outcomes.filter((outcome) => outcome === short).length;
      if (shorts > 1 || outcomes.includes(undefined)) return;
      node.of.forEach((part, i) => {
        if (shorts === 0 || outcomes[i] === short) pivots(part, truths, found);
      });
    }
  }
}
