import { existing } from "@gatehouse-hooks/json";
import { createHash } from "node:crypto";
import type { Partition, Slot, StoredScope } from "../store.js";
import { partitionId } from "../store.js";

/** The keys in Redis. They never hold session keys or questions, only their hashes. */
export interface Names {
  value(slot: Slot): string;
  lease(slot: Slot): string;
  scopeEpoch(scope: StoredScope): string;
  partitionEpoch(partition: Partition): string;
  /** A glob for all values, and the way back from one to its scope and its partition's epoch. */
  readonly allValues: string;
  scopeOf(value: string): StoredScope;
  epochsOf(value: string): readonly [scope: string, partition: string];
}

/** Goes up when a key or a value changes its meaning: versions side by side do not see each other's entries. */
const NAMES_VERSION = 1;

/** @param namespace letters, digits, `_`, `-`, `.` and `:`; no glob can hide in it */
export function namesIn(namespace: string): Names {
  if (!/^[\w.:-]{1,64}$/.test(namespace)) {
    throw new TypeError("expected `namespace` to be 1 to 64 letters, digits, `_`, `-`, `.` or `:`");
  }
  const root = `${namespace}:${NAMES_VERSION}`;
  const part = (partition: Partition): string =>
    partition.scope === "global" ? "global" : `session-${shortHash(partitionId(partition))}`;
  const scopeEpoch = (scope: StoredScope): string => `${root}:epoch:all-${scope}`;
  const scopeOf = (value: string): StoredScope =>
    value.startsWith(`${root}:value:global:`) ? "global" : "session";

  return {
    value: ({ partition, key }) => `${root}:value:${part(partition)}:${shortHash(key)}`,
    lease: ({ partition, key }) => `${root}:lease:${part(partition)}:${shortHash(key)}`,
    scopeEpoch,
    partitionEpoch: (partition) => `${root}:epoch:${part(partition)}`,
    allValues: `${root}:value:*`,
    scopeOf,
    epochsOf(value) {
      const partition = existing(value.slice(`${root}:value:`.length).split(":")[0]);
      return [scopeEpoch(scopeOf(value)), `${root}:epoch:${partition}`];
    },
  };
}

/** Of the JSON text, in which lone surrogates stay apart. 160 bits; the value holds the key in full. */
function shortHash(text: string): string {
  return createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 40);
}
