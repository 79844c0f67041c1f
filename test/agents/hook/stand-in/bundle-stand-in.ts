import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";

/** One file that plain Node runs: the stand-in starts as fast as a hook should. */
export async function bundleStandIn(): Promise<string> {
  const file = path.join(tmpdir(), "stand-in.mjs");
  if (existsSync(file)) return file;
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, "stand-in.ts"),
    platform: "node",
    logLevel: "warn",
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
