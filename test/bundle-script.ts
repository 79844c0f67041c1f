import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { sourceConditions } from "../tools/source-conditions.js";

/**
 * Bundles a TypeScript file with our sources in it: where many processes start it, compiling them in each takes longer than what is tried.
 *
 * @param file absolute
 * @returns the path of the JavaScript file, alone in a folder of its own
 */
export async function bundleScript(file: string): Promise<string> {
  const bundled = await rolldown({
    input: file,
    platform: "node",
    resolve: { conditionNames: [...sourceConditions] },
    logLevel: "warn",
  });
  const made = join(
    mkdtempSync(join(tmpdir(), "gatehouse-bundle-")),
    basename(file).replace(/\.ts$/, ".mjs"),
  );
  await bundled.write({ file: made, format: "esm", codeSplitting: false });
  await bundled.close();
  return made;
}
