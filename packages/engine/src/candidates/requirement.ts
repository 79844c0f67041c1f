import { analyze, type Atom, type Expr, type Path } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";

/** An atom that the index can look up. */
export interface KeyAtom extends Atom {
  readonly operator: "==" | "includes" | "startsWith" | "endsWith";
}

/** Atoms of which at least one holds wherever the policy applies or fails. */
export type Requirement = readonly KeyAtom[];

/**
 * What has to hold before a policy has anything to say; `never` when it never has. Where a requirement is not met, the
 * matcher and condition together are exactly false, neither true nor over budget (condition SPEC, "Analysis").
 */
export function requirementsOf(policy: Policy): readonly Requirement[] | "never" {
  const ast = whole(policy);
  if (ast === null) return [];
  const { constant, required, covers } = analyze(ast);
  if (constant !== null) return constant === "never" ? "never" : [];
  const requirements: Requirement[] = [];
  for (const group of [...required.map((atom) => [atom]), ...covers]) {
    const keys = group.filter(isKey);
    if (keys.length === group.length) requirements.push(keys);
  }
  return requirements;
}

/** The matcher and then the condition, as one condition; `null` when both hold always. */
function whole({ matcher, condition }: Policy): Expr | null {
  const first = matcher?.ast ?? null;
  const second = condition?.ast ?? null;
  if (first === null || second === null) return first ?? second;
  return { kind: "and", operands: [first, second], span: [0, 0] };
}

/** Every text has the empty one in it, so looking for that tells nothing. */
function isKey(atom: Atom): atom is KeyAtom {
  switch (atom.operator) {
    case "==":
      return true;
    case "includes":
    case "startsWith":
    case "endsWith":
      return typeof atom.value === "string" && atom.value !== "";
    default:
      return false;
  }
}

/** The same text for the same path. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}
