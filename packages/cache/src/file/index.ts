export { fileStore } from "./file-store.js";
export type { FileStoreOptions } from "./file-store.js";
export type {
  Claim,
  Notice,
  Partition,
  Slot,
  StoredScope,
  StoreStats,
  SyncVerdictStore,
  VerdictStore,
} from "../store.js";
