import type { Partition, StoredScope } from "../store.js";
import { partitionId } from "../store.js";

/**
 * Which life a partition is in. A clear begins a new one, and what was asked in an earlier life is not stored any
 * more, whichever process asked.
 */
interface Epochs {
  of(partition: Partition): string;
  setPartition(partition: Partition, epoch: string): void;
  setScope(scope: StoredScope, epoch: string): void;
  partitions(): readonly { readonly partition: Partition; readonly epoch: string }[];
  scopes(): readonly { readonly scope: StoredScope; readonly epoch: string }[];
  reset(): void;
}

/** Cleared partitions that are remembered; an answer is hardly in flight while so many others are cleared. */
const REMEMBERED = 1_000;

export function createEpochs(): Epochs {
  const ofScope = new Map<StoredScope, string>();
  const ofPartition = new Map<string, { partition: Partition; epoch: string }>();

  return {
    of: (partition) => {
      const own = ofPartition.get(partitionId(partition))?.epoch ?? "";
      return `${ofScope.get(partition.scope) ?? ""}.${own}`;
    },
    setPartition(partition, epoch) {
      const id = partitionId(partition);
      ofPartition.delete(id);
      ofPartition.set(id, { partition, epoch });
      const [oldest] = ofPartition.keys();
      if (ofPartition.size > REMEMBERED && oldest !== undefined) ofPartition.delete(oldest);
    },
    setScope: (scope, epoch) => void ofScope.set(scope, epoch),
    partitions: () => [...ofPartition.values()],
    scopes: () => [...ofScope].map(([scope, epoch]) => ({ scope, epoch })),
    reset() {
      ofScope.clear();
      ofPartition.clear();
    },
  };
}
