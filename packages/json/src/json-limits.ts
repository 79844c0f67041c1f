import { min } from "./intrinsics/intrinsics.js";
import { ownOption } from "./own.js";

/** The longest delay of a timer, in milliseconds: hosts keep it in 32 bits with a sign, and fire at once when it is longer. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** What a JSON value from outside may cost. Every number is inclusive. */
export interface JsonLimits {
  /** Bytes of the text in UTF-8. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Objects and lists within each other. Default 64, at most 2,000. */
  readonly maxDepth?: number;
  /** Values, with every object and list. Default 100,000. */
  readonly maxNodes?: number;
}

/** How strictly a value is read. */
export interface JsonOptions extends JsonLimits {
  /**
   * A half of a surrogate pair in a string or key. `refuse` (the default) since it has no UTF-8 form:
   * hashes and wires would show another string than conditions see.
   */
  readonly loneSurrogates?: "refuse" | "keep";
}

/** The options, complete. */
export interface ResolvedJsonOptions {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly keepSurrogates: boolean;
}

/** The recursion of readers and writers is bounded by this. */
const DEEPEST = 2_000;

export function resolveJsonOptions(options?: JsonOptions): ResolvedJsonOptions {
  return {
    maxBytes: ownOption(options, "maxBytes") ?? 1_048_576,
    maxDepth: min(ownOption(options, "maxDepth") ?? 64, DEEPEST),
    maxNodes: ownOption(options, "maxNodes") ?? 100_000,
    keepSurrogates: ownOption(options, "loneSurrogates") === "keep",
  };
}
