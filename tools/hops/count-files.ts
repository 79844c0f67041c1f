/**
 * The child process of `tools/hops.ts`: makes each decision of `decisionPaths`, and prints as JSON which source files of the
 * workspace ran a function for it.
 */
import path from "node:path";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";

import type { CountedFile } from "./counted-file.js";

const packages = path.resolve(import.meta.dirname, "../../packages");
const source = /^[^/]+\/src\/.+\.ts$/;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
// Before anything is loaded: V8 counts only functions that it has met since.
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { decisionPaths } = await import("./decision-paths.js");

const counted: (readonly CountedFile[])[] = [];
for (const { prepare } of decisionPaths) {
  const decide = prepare();
  // The first event compiles conditions and loads what is loaded on first use; what is counted is the decision.
  await decide("rm -r build");
  await decide("rm -r build");
  // Taking the counts sets them to zero.
  await session.post("Profiler.takePreciseCoverage");
  const decided = decide("rm -rf /");
  if (decided instanceof Promise) await decided;
  const { result } = await session.post("Profiler.takePreciseCoverage");
  counted.push(filesOf(result));
}
session.disconnect();
console.log(JSON.stringify(counted));

function filesOf(result: readonly Profiler.ScriptCoverage[]): readonly CountedFile[] {
  const files: CountedFile[] = [];
  for (const { url, functions } of result) {
    if (!url.startsWith("file:")) continue;
    const file = path.relative(packages, fileURLToPath(url)).split(path.sep).join("/");
    if (!source.test(file)) continue;
    // The whole file is a function, too, which runs once when it is imported.
    const called = functions.filter(
      ({ functionName, ranges }) => functionName !== "" || ranges[0]?.startOffset !== 0,
    );
    const counts = called.map(({ ranges }) => ranges[0]?.count ?? 0).filter((count) => count > 0);
    if (counts.length === 0) continue;
    files.push({ file, functions: counts.length, calls: counts.reduce((sum, count) => sum + count, 0) });
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}
