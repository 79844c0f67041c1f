import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/**
 * Bundles a script of this folder, with our sources in it, so that many processes can start it quickly.
 *
 * @returns the path of the JavaScript file
 */
export async function bundle(name: string): Promise<string> {
  const bundled = await rolldown({
    input: fileURLToPath(new URL(name, import.meta.url)),
    platform: "node",
    resolve: { conditionNames: ["@gatehouse-hooks/source", "node", "import", "default"] },
    logLevel: "warn",
  });
  const file = join(mkdtempSync(join(tmpdir(), "gatehouse-bundle-")), name.replace(/\.ts$/, ".mjs"));
  await bundled.write({ file, format: "esm" });
  await bundled.close();
  return file;
}
