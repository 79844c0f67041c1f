import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A directory of the test's own, without links in its path, removed when the test is over. */
export async function tempDir(): Promise<string> {
  const made = await mkdtemp(path.join(await realpath(tmpdir()), "gatehouse-"));
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}
