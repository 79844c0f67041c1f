import path from "node:path";
import { rolldown } from "rolldown";
import { plainRoot } from "../../tools/build/bundle-condition.js";
import { sourceConditions } from "../../tools/source-conditions.js";

/**
 * Bundles TypeScript files with the sources of the packages into `folder`, all at once: a process for each of them that
 * compiled every module of the workspace took a minute of processor time together.
 *
 * @returns the path of what came of a file.
 */
export async function bundleBlocks(
  files: readonly string[],
  folder: string,
): Promise<(file: string) => string> {
  const nameOf = (file: string): string => path.basename(file, ".ts");
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [nameOf(file), file])),
    platform: "node",
    external: [/^ai($|\/)/, /^@ai-sdk\//],
    resolve: { conditionNames: [...sourceConditions] },
    plugins: [plainRoot()],
    logLevel: "silent",
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
  return (file) => path.join(folder, `${nameOf(file)}.mjs`);
}
