import type { EventKinds } from "@gatehouse-hooks/engine";
import type { CompiledPolicy, Deriving } from "@gatehouse-hooks/engine/parts";
import type { StoreHead } from "./store-format.js";
import type { PolicySection } from "./store-sections.js";

/** What the policies of an event need of the store that they are in. */
export interface StoredView {
  readonly head: StoreHead;
  readonly kinds: EventKinds;
  readonly deriving: Deriving;
  /** Why nothing of the store counts any more, or null. */
  readonly damage: string | null;
  /** The deny that is in the place of all policies when the store is damaged. */
  readonly denier: CompiledPolicy;
  /** Runs what reads the store: what it throws is damage. */
  guarded<T>(read: () => T, otherwise: T): T;
  /** The section's policies are known by their positions from then on. */
  section(number: number): PolicySection;
  /** Reads what was written of policies of known positions, so that what is wrong with it is known. */
  check(positions: Iterable<number>): void;
  compiled(position: number): CompiledPolicy | undefined;
  /** Whether policies of this tier, by its number, count. */
  hasTier(tier: number): boolean;
  listens(events: readonly string[], event: string): boolean;
}
