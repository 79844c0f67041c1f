import type { WorkspaceCopy } from "./workspace-copy.js";

/** A step of a recipe in CONTRIBUTING.md, as somebody would take it. */
export interface RecipeStep {
  /** What the recipe has to say of it. */
  readonly says: string;
  take(copy: WorkspaceCopy): void;
  /** The test that fails, by name, while the step is missing; none for what begins. */
  readonly missed?: string;
}

export interface Recipe {
  readonly name: string;
  /** Test files that look for what a recipe's user may forget. */
  readonly tests: readonly string[];
  /** A pattern of the names of those tests that the recipe is about; all without one. */
  readonly about?: string;
  /** Steps that may be taken in any order; what those of the next round are for is seen after these. */
  readonly rounds: readonly (readonly RecipeStep[])[];
}
