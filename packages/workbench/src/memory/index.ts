export { forgetMemory, type ForgottenJson } from "./forget-memory.js";
export type { ShownMemory, ShownMemoryCell } from "./shown-memory.js";
export { rebuildMemory, type RebuiltMemoryJson } from "./rebuild-memory.js";
export { showMemory, type MemoriesJson } from "./show-memory.js";
