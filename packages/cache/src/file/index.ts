export { fileStore } from "./file-store.js";
export type { FileStoreOptions } from "./file-store.js";
export type { SyncVerdictStore } from "../store.js";
