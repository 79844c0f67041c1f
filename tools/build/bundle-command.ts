import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";

import { SOURCE_CONDITION } from "../scope.js";
import { plainRoot, re2jsOf, requiredRe2js } from "./bundle-condition.js";
import { bundledLicenses } from "./bundled-licenses.js";
import { lateModules } from "./late-modules.js";
import { pathCopies } from "./path-copies.js";
import { plainBuiltins } from "./plain-builtins.js";
import { wrapLateChunks } from "./wrap-late-chunks.js";

/** The file that an everyday decision loads. */
const EVERYDAY = "everyday";

/** Every start reads this file: half of its text would be names. The others keep them for stack traces. */
function shortenNames(file: string): void {
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"), {
    module: true,
    mangle: { toplevel: true },
  });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ""}`);
  writeFileSync(file, code);
}

/**
 * Replaces `dist/bin.js` of the command by a bundle: it starts in a tenth of the time that Node needs to find and
 * load the parser's several hundred modules. The AI SDK stays outside: it is large, and loaded only when a model is
 * asked. What the bundle contains of others is listed with its licence beside it.
 */
export async function bundleCommand(cli: string): Promise<void> {
  const dist = path.join(cli, "dist");
  for (const file of readdirSync(dist)) {
    if (file.startsWith("chunk-")) rmSync(path.join(dist, file));
  }
  const late = lateModules();
  const bundle = await rolldown({
    input: { bin: path.join(cli, "src/bin.ts") },
    cwd: cli,
    platform: "node",
    external: [/^ai($|\/)/, /^@ai-sdk\//],
    resolve: {
      conditionNames: [SOURCE_CONDITION, "node", "import", "default"],
      // Its main file calls a `require` that it is given: a bundle has to take the other one.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    },
    plugins: [pathCopies(), requiredRe2js(dist), plainRoot(), late.plugin, plainBuiltins()],
    logLevel: "warn",
  });
  // Chunks lie beside `bin.js`, so that `import.meta.url` means the same folder wherever code ends up.
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name]-[hash].js",
    codeSplitting: {
      groups: [
        // What an everyday decision loads is one file: each costs a start half a millisecond. `bin.ts` waits for the command, which
        // must be able to import from it meanwhile: it stays outside.
        { name: EVERYDAY, tags: ["$initial"], test: /[\\/](?!bin\.ts$)[^\\/]+$/ },
      ],
    },
  });
  await bundle.close();
  chmodSync(path.join(dist, "bin.js"), 0o755);
  const chunks = output.filter((file) => file.type === "chunk");
  wrapLateChunks(dist, chunks, late.found);
  for (const { name, fileName } of chunks) if (name === EVERYDAY) shortenNames(path.join(dist, fileName));
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  modules.push(re2jsOf(path.join(cli, "../condition/src/re2/late-re2js.ts")));
  writeFileSync(path.join(dist, "third-party-licenses.txt"), bundledLicenses(modules));
}
