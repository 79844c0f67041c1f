import {
  constantOf,
  firstGroupsOf,
  globGroupsOf,
  type Group,
  groupsOf,
} from "@gatehouse-hooks/condition/analysis";
import type { Atom, AtomPath, Expr } from "@gatehouse-hooks/condition/compile";
import { FACTS } from "../facts/derive.js";
import { readsFacts, readsMemory } from "../facts/reads-facts.js";
import type { Policy } from "../policy.js";

/** Atoms of which at least one holds wherever the policy applies or fails. */
export type Requirement = readonly Atom[];

/**
 * What has to hold before a policy has anything to say; `never` when it never has. Where a requirement is not met, the
 * matcher and condition together are exactly false, neither true nor over budget (condition SPEC, "Analysis").
 *
 * @param readsGlobs whether atoms may ask for globs as such
 */
export function requirementsOf(policy: Policy, readsGlobs = false): readonly Requirement[] | "never" {
  const ast = whole(policy);
  if (ast === null) return [];
  const constant = constantOf(ast);
  if (constant !== null) return constant === "never" ? "never" : [];
  return neverOr(usable(ast, readsGlobs ? globGroupsOf : groupsOf));
}

/** The same from what is decided before anything is paid for; quick, since no pattern is looked at. */
export function firstRequirementsOf(policy: Policy): readonly Requirement[] | "never" {
  const ast = whole(policy);
  return ast === null ? [] : neverOr(usable(ast, firstGroupsOf));
}

/**
 * The groups that may be asked before it is known whether the event's facts can be derived. Where they cannot, a test of facts fails,
 * which is not "no": of what reads facts only groups with an atom of theirs count, which is then taken to hold; and those of
 * the parts before. Of what is remembered nothing may be asked: what reads it counts as if it held.
 */
function usable(ast: Expr, groups: (ast: Expr) => readonly Group[]): readonly Group[] {
  const parts = conjuncts(ast);
  const end = parts.findIndex((one) => readsFacts(one) || readsMemory(one));
  if (end === -1) return groups(ast);
  const plain = allOf(parts.slice(0, end));
  const known = parts.some(readsMemory) ? allOf(parts.filter((one) => !readsMemory(one))) : ast;
  const all = known === undefined ? [] : groups(known);
  const ofFacts = all.filter((group) => group.some(({ path }) => path[0] === FACTS));
  return plain === undefined ? ofFacts : [...groups(plain), ...ofFacts];
}

function allOf(parts: readonly Expr[]): Expr | undefined {
  const [first, second] = parts;
  return second === undefined ? first : { kind: "and", operands: parts, span: [0, 0] };
}

/** The parts that all have to hold, in order. */
function conjuncts(ast: Expr): readonly Expr[] {
  return ast.kind === "and" ? ast.operands.flatMap(conjuncts) : [ast];
}

/** A group without atoms is never met. */
function neverOr(groups: readonly Group[]): readonly Requirement[] | "never" {
  return groups.some((group) => group.length === 0) ? "never" : groups;
}

/** The matcher and then the condition, as one condition; `null` when both hold always. */
function whole({ matcher, condition }: Policy): Expr | null {
  const first = matcher?.ast ?? null;
  const second = condition?.ast ?? null;
  if (first === null || second === null) return first ?? second;
  return { kind: "and", operands: [first, second], span: [0, 0] };
}

/** The same string for the same path. */
export function pathKey(path: AtomPath): string {
  return JSON.stringify(path);
}
