import type { PlaceSettings } from "@gatehouse-hooks/local/places";
import type { RecordPlaces } from "./open-records.js";
import type { Shard, ShardResult } from "./shard.js";

/** The word that starts a worker of a replay; it is the command's own business. */
export const REPLAY_WORKER = "replay-worker";

/** What a worker replays with: plain data. */
export interface WorkerData {
  /** Made by `savePolicySet`. */
  readonly policies: string;
  readonly against: string | null;
  readonly examples: number;
  /** Where events happen that do not say so. */
  readonly place: Omit<PlaceSettings, "isHook">;
  readonly records: RecordPlaces;
  /** One number: not 0 when all are to stop. */
  readonly stop: SharedArrayBuffer;
}

/** What a worker is told. */
export type ToWorker = { readonly kind: "shard"; readonly shard: Shard } | { readonly kind: "end" };

/** What a worker says. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "read"; readonly bytes: number; readonly lines: number }
  | { readonly kind: "done"; readonly result: ShardResult }
  | { readonly kind: "failed"; readonly why: string };
