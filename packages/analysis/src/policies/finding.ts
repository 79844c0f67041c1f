import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";

/** What the analysis has proven of a policy of a set. */
export type PolicyFinding =
  /** It applies to no event. */
  | { readonly kind: "never"; readonly policy: Policy }
  /** Its condition holds whenever its matcher does. */
  | {
      readonly kind: "always";
      readonly policy: Policy;
      /** An event that it applies to. */
      readonly witness: JsonObject;
    }
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
    }
  | DeadPartFinding
  | ConflictFinding
  | NeverSentFinding;

/** A part of a condition without which the policy would apply to the same events. */
export interface DeadPartFinding {
  readonly kind: "dead-part";
  readonly policy: Policy;
  /** A node of the policy's condition. */
  readonly part: Expr;
  /**
   * `never`: an operand of `||` that never holds there. `covered`: another operand of the `||` holds whenever it does. `always`: an
   * operand of `&&` that holds whenever the others do.
   */
  readonly why: "never" | "covered" | "always";
  /** An event that the policy applies to and the part holds for; none where it `never` does. */
  readonly witness?: JsonObject;
}

/** A static allow and a static deny or ask for some of the same events; each is for others, too. */
export interface ConflictFinding {
  readonly kind: "conflict";
  /** The one that allows. */
  readonly policy: Policy;
  /** The one that denies or asks, which is stronger. */
  readonly winner: Policy;
  /** An event that both apply to, and that `winner` decides. */
  readonly witness: JsonObject;
}

/** It applies to events, but to none that a sender sends. */
export interface NeverSentFinding {
  readonly kind: "never-sent";
  readonly policy: Policy;
  /** An event that it applies to. */
  readonly witness: JsonObject;
}

/** The findings, and the policies of which not everything could be told. */
export interface Analyzed {
  readonly findings: readonly PolicyFinding[];
  readonly unknown: readonly { readonly policy: Policy; readonly why: string }[];
}
