import { copyFileSync, existsSync, linkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Makes a Node for a session. A link to the one that runs this would not do: a program sees through it when it asks
 * where its Node is.
 */
export function ownNode(file: string): void {
  const copy = path.join(tmpdir(), "node-of-the-harness");
  if (!existsSync(copy)) copyFileSync(process.execPath, copy);
  linkSync(copy, file);
}
