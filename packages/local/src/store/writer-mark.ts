import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version } from "@gatehouse-hooks/console";

/** Which program wrote a store: another build may read the same files otherwise. */
export function writerMark(): string {
  return `gatehouse ${version} ${buildMark()} node ${process.version}`;
}

/** The file that this code is in: an installation has its own, and a build replaces it. */
function buildMark(): string {
  try {
    const { size, mtimeMs } = statSync(fileURLToPath(import.meta.url));
    return `${size} ${mtimeMs}`;
  } catch {
    return "unknown";
  }
}
