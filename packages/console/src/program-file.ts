import { fileURLToPath } from "node:url";

/** The command's own program, for a process that is started from it: beside this file where it is bundled. */
export function program(): string {
  const own = import.meta.url;
  return fileURLToPath(new URL(own.endsWith(".ts") ? "../../cli/src/bin.ts" : "./bin.js", own));
}
