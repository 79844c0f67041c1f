export { fileStore } from "./file-store.js";
export type { FileStoreOptions } from "./file-store.js";
export type {
  Claim,
  StoreNotice,
  Partition,
  Slot,
  StoredScope,
  StoreStats,
  SyncVerdictStore,
  VerdictStore,
} from "../store.js";
