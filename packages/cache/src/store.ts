import type { Answer } from "@gatehouse-hooks/engine";

/** The scopes whose answers are kept. */
export type StoredScope = "session" | "global";

/** Where the answer to a question is kept: a session's partition, or the global one. */
export type Partition =
  | {
      readonly scope: "session";
      /** The session key; absent: the partition of the questions that came without one. */
      readonly session?: string;
    }
  | { readonly scope: "global" };

/** One place in a store. */
export interface Slot {
  readonly partition: Partition;
  readonly key: string;
  /** Milliseconds that an answer may be reused from when it was stored. */
  readonly ttlMs: number;
  /**
   * Whether an answer could be the judge's; another one is neither stored nor given. For stores outside of this process:
   * others write there, too. Absent: every well-formed answer.
   */
  readonly accepts?: (answer: Answer) => boolean;
}

/** A problem that did not change any answer. Never holds a key, a context or a verdict. */
export interface StoreNotice {
  /** Stable kebab-case identifier: `store-unavailable`, `store-recovered`, `entry-invalid`, `file-unsafe` … */
  readonly code: string;
  readonly message: string;
}

/** A store's response to a question. */
export type Claim =
  /** Here is the answer. */
  | { readonly kind: "hit"; readonly answer: Answer }
  /** Ask the judge, then `settle` or `release` with the ticket. */
  | { readonly kind: "own"; readonly ticket: string; readonly notice?: StoreNotice }
  /** Another process is asking: come back after `retryMs` milliseconds. */
  | { readonly kind: "held"; readonly retryMs: number };

/** What a store holds and what it dropped. */
export interface StoreStats {
  readonly entries: number;
  /** Estimated size of the entries, in bytes. */
  readonly bytes: number;
  /** Entries dropped by this process to stay within the bounds. */
  readonly evictions: number;
  /** Entries that this process found expired. */
  readonly expired: number;
}

/**
 * Keeps answers by partition and key. `memoryStore`, `fileStore` and `redisStore` implement it, and
 * `test/store-suite.ts` says what each must do.
 *
 * INVARIANT: `claim` and `find` never return an answer that is expired, comes from the future, was cleared, belongs to another
 * slot, is not a well-formed answer, or is not accepted by the slot (memory: whatever was settled is returned). A method that cannot do its work throws or rejects; the cache then asks the
 * judge as if there were no store.
 */
export interface VerdictStore {
  readonly kind: string;
  /** A hit, or the right to ask. */
  claim(slot: Slot): Claim | Promise<Claim>;
  /**
   * The answer that `claim` would give, and no claim; for a store that has its answers at hand. Without this method every
   * hit goes through `claim`.
   */
  find?(slot: Slot): Answer | undefined;
  /** Stores the answer and ends the claim. Does nothing when the partition was cleared since the claim. */
  settle(slot: Slot, ticket: string, answer: Answer): boolean | Promise<boolean>;
  /** Ends a claim without an answer. */
  release(slot: Slot, ticket: string): void | Promise<void>;
  /** Drops a session's entries; `undefined`: of the questions without a session. */
  clearSession(session: string | undefined): void | Promise<void>;
  /** Drops all entries of a scope, or of both. */
  clear(scope?: StoredScope): void | Promise<void>;
  stats(): Readonly<Record<StoredScope, StoreStats>> | Promise<Readonly<Record<StoredScope, StoreStats>>>;
  close(): void | Promise<void>;
}

/** A store that answers at once. */
export interface SyncVerdictStore extends VerdictStore {
  claim(slot: Slot): Claim;
  settle(slot: Slot, ticket: string, answer: Answer): boolean;
  release(slot: Slot, ticket: string): void;
  clearSession(session: string | undefined): void;
  clear(scope?: StoredScope): void;
  stats(): Readonly<Record<StoredScope, StoreStats>>;
  close(): void;
}

/** Whether an answer may be stored in a slot, or come out of it. */
export function isAccepted({ accepts }: Slot, answer: Answer): boolean {
  return accepts === undefined || accepts(answer);
}

/** A string per partition, different for different partitions. */
export function partitionId(partition: Partition): string {
  if (partition.scope === "global") return "global";
  return partition.session === undefined ? "session" : `session:${partition.session}`;
}

/** The partition of a session, or of the questions without one. */
export function sessionPartition(session: string | undefined): Partition {
  return session === undefined ? { scope: "session" } : { scope: "session", session };
}
