import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";

/** The modules behind `./values` and `./intrinsics`. */
const DECIDING =
  /[\\/]json[\\/]src[\\/](?:intrinsics[\\/](?:given|intrinsics|list)|lookup|own|plain-prototype|json-issue|json-limits|quote|seal-json|sealed)\./;

/** Replaces the JavaScript in the json package's `dist` by a bundle of its entries: every package loads it first. */
export async function bundleJson(folder: string): Promise<void> {
  const dist = path.join(folder, "dist");
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (/\.js(\.map)?$/.test(file)) rmSync(path.join(dist, file));
  }
  const bundle = await rolldown({
    input: Object.fromEntries(
      ["index", "canonical/index", "intrinsics/index", "values"].map((name) => [
        name,
        path.join(folder, "src", `${name}.ts`),
      ]),
    ),
    cwd: folder,
    platform: "neutral",
    logLevel: "warn",
  });
  await bundle.write({
    dir: dist,
    format: "esm",
    // Reading the text is what a start costs; the sources lie beside it.
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name].js",
    codeSplitting: {
      // One file, since each costs a start half a millisecond: what deciding needs, and nothing else.
      groups: [{ name: "values", test: DECIDING }],
    },
  });
  await bundle.close();
}
