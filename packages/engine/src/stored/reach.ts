import type { Path } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import { chooseAccess } from "../candidates/access.js";
import type { Policy } from "../policy.js";

/** How one policy is reached. */
export interface Reach {
  /** A position in the list that was given. */
  readonly position: number;
  readonly gate: { readonly path: Path; readonly values: readonly JsonValue[] } | null;
  /** One of these has to hold: an operator, a path and a value each. */
  readonly atoms:
    readonly { readonly operator: string; readonly path: Path; readonly value: JsonValue }[] | null;
}

/** How each of these policies is reached, as the index chooses it. What never applies is left out. */
export function reachOf(policies: readonly Policy[]): readonly Reach[] {
  return chooseAccess(policies).map(({ position, gate, trigger }): Reach => ({
    position,
    gate,
    // One that is not known here comes up always, and so does its policy.
    atoms: trigger !== null && trigger.every(({ operator }) => OPERATORS.has(operator)) ? trigger : null,
  }));
}

const OPERATORS: ReadonlySet<string> = new Set(["==", "includes", "startsWith", "endsWith"]);
