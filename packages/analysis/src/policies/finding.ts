import type { Policy } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";

/** What the analysis has proven of a policy of a set. */
export type PolicyFinding =
  /** It applies to no event. */
  | { readonly kind: "never"; readonly policy: Policy }
  /** Its condition holds whenever its matcher does. */
  | { readonly kind: "always"; readonly policy: Policy }
  /** Whenever it would apply, one of these has denied before it. */
  | {
      readonly kind: "shadowed";
      readonly policy: Policy;
      readonly by: readonly Policy[];
      /** An event that it would apply to. */
      readonly witness: JsonObject;
    }
  /** Whenever the static allow applies, one of these denies or asks. */
  | {
      readonly kind: "never-wins";
      readonly policy: Policy;
      readonly by: readonly Policy[];
      readonly witness: JsonObject;
    }
  /** It applies to the same events as one before it, and says the same. */
  | {
      readonly kind: "duplicate";
      readonly policy: Policy;
      readonly of: Policy;
      readonly witness: JsonObject;
    };

/** The findings, and the policies of which not everything could be told. */
export interface Analyzed {
  readonly findings: readonly PolicyFinding[];
  readonly unknown: readonly { readonly policy: Policy; readonly why: string }[];
}
