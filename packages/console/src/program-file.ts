import { fileURLToPath } from "node:url";
import process from "node:process";

/** The version of the package `gatehouse`; a test compares it with package.json. */
export const version = "0.1.0";

/** The option of Node with which V8 compiles nothing for speed: for a process that ends after one decision. */
export const NO_OPT = "--no-opt";

/** Says so while the process runs. */
export function compileForSpeed(isWanted: boolean): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(isWanted ? "--opt" : NO_OPT);
}

/** The command's own program, for a process that is started from it: beside this file where it is bundled. */
export function programFile(): string {
  const own = import.meta.url;
  return fileURLToPath(new URL(own.endsWith(".ts") ? "../../cli/src/bin.ts" : "./bin.js", own));
}
