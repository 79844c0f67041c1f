import type { TextTree } from "@gatehouse-hooks/condition/analysis";

/** Strings for which a test may hold, and those for which it surely does; absent: not known. */
export interface TreeBounds {
  readonly over?: TextTree | undefined;
  readonly under?: TextTree | undefined;
}

/** The tree is exact. */
export function exactBounds(tree: TextTree | undefined): TreeBounds {
  return { over: tree, under: tree };
}
