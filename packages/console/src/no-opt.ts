import process from "node:process";

/** The option of Node with which V8 compiles nothing for speed: for a process that ends after one decision. */
export const NO_OPT = "--no-opt";

/** Says so while the process runs. */
export function compileForSpeed(isWanted: boolean): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(isWanted ? "--opt" : NO_OPT);
}
