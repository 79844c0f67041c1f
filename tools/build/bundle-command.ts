import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { rolldown } from "rolldown";
import type { InputOptions, OutputChunk, Plugin } from "rolldown";
import { minifySync } from "rolldown/utils";

import { SOURCE_CONDITION } from "../scope.js";
import { bundleReplayPage } from "./bundle-replay-page.js";
import { plainRoot, re2jsOf, requiredRe2js } from "./bundle-condition.js";
import { bundledLicenses } from "./bundled-licenses.js";
import { keptInStart, NOT_AT_ONCE, laterAtOnce, laterInQuick } from "./later-in-quick.js";
import { lateModules } from "./late-modules.js";
import { pathCopies } from "./path-copies.js";
import { plainBuiltins } from "./plain-builtins.js";
import { wrapLateChunks } from "./wrap-late-chunks.js";

/** The file that an everyday decision loads. */
const EVERYDAY = "everyday";
/** The whole command, as the quick hook finds it. */
const WHOLE = "chunk-whole-command.mjs";
const MINIFIED = { compress: true, mangle: false, codegen: { removeWhitespace: true } } as const;

/** Every start reads these files: half of their text would be names. The others keep them for stack traces. */
function shortenNames(file: string, module: boolean): void {
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"), {
    module,
    mangle: { toplevel: true },
  });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ""}`);
  writeFileSync(file, code);
}

/**
 * Replaces `dist/bin.js` of the command by bundles: it starts in a tenth of the time that Node needs to find and
 * load the parser's several hundred modules. The AI SDK stays outside: it is large, and loaded only when a model is
 * asked. What the bundles contain of others is listed with its licence beside them.
 *
 * `bin.js` and what a quick hook needs are CommonJS, which Node has loaded when it starts: the loader of ES modules alone costs a sixth of
 * a bare start. The whole command is ES modules.
 */
export async function bundleCommand(cli: string): Promise<void> {
  const dist = path.join(cli, "dist");
  for (const file of readdirSync(dist)) {
    // Also what V8 kept of earlier files.
    if (file.startsWith("chunk-")) rmSync(path.join(dist, file));
  }
  writeFileSync(path.join(dist, "package.json"), '{ "type": "commonjs" }\n');
  const whole = await bundleWhole(cli, dist);
  const quick = await bundleQuick(cli, dist, whole);
  chmodSync(path.join(dist, "bin.js"), 0o755);
  const modules = [...whole, ...quick].flatMap(({ moduleIds }) => moduleIds);
  modules.push(re2jsOf(path.join(cli, "../condition/src/re2/late-re2js.ts")));
  modules.push(...(await bundleReplayPage(cli, dist)));
  writeFileSync(path.join(dist, "third-party-licenses.txt"), bundledLicenses(modules));
}

function inputOf(cli: string, input: string): InputOptions {
  return {
    input: path.join(cli, "src", input),
    cwd: cli,
    platform: "node",
    resolve: {
      conditionNames: [SOURCE_CONDITION, "node", "import", "default"],
      // Its main file calls a `require` that it is given: a bundle has to take the other one.
      alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    },
    logLevel: "warn",
  };
}

async function bundleWhole(cli: string, dist: string): Promise<readonly OutputChunk[]> {
  const late = lateModules();
  const bundle = await rolldown({
    ...inputOf(cli, "whole-command.ts"),
    external: [/^ai($|\/)/, /^@ai-sdk\//, "bullmq", "node-sqlite3-wasm"],
    plugins: [pathCopies(), requiredRe2js(dist), plainRoot(), late.plugin, plainBuiltins()],
  });
  // Chunks lie beside `bin.js`, so that `import.meta.url` means the same folder wherever code ends up.
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    minify: MINIFIED,
    entryFileNames: WHOLE,
    chunkFileNames: "chunk-[name]-[hash].mjs",
    codeSplitting: {
      groups: [
        // What an everyday decision loads is one file: each costs a start half a millisecond.
        { name: EVERYDAY, tags: ["$initial"], test: /[\\/](?!whole-command\.ts$)[^\\/]+$/ },
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  wrapLateChunks(dist, chunks, late.found);
  for (const { name, fileName } of chunks)
    if (name === EVERYDAY) shortenNames(path.join(dist, fileName), true);
  return chunks;
}

/** @param whole the files of the whole command */
async function bundleQuick(
  cli: string,
  dist: string,
  whole: readonly OutputChunk[],
): Promise<readonly OutputChunk[]> {
  const later = laterInQuick();
  const bundle = await rolldown({
    ...inputOf(cli, "bin.ts"),
    preserveEntrySignatures: "allow-extension",
    // One decision learns nothing about reads: the copies of `path-copies.ts` would only be text to read.
    plugins: [wholeOutside(), sameMark(whole), later.plugin, requiredRe2js(dist), plainRoot()],
  });
  const { output } = await bundle.write({
    dir: dist,
    format: "cjs",
    minify: MINIFIED,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name]-[hash].cjs",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: later.chunkOf, debugName: "quick" }],
    },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { name, imports, fileName } of chunks) {
    const early = NOT_AT_ONCE.filter((one) => one !== name);
    if (imports.some((one) => early.some((part) => one.includes(`-${part}-`))))
      throw new Error(`${fileName} needs at once what a quick hook should load later`);
    const file = path.join(dist, fileName);
    const code = laterAtOnce(readFileSync(file, "utf8"));
    writeFileSync(file, name === "bin" ? keptInStart(code) : code);
    shortenNames(file, false);
  }
  return chunks;
}

/** The whole command is not part of what is quick. */
function wholeOutside(): Plugin {
  return {
    name: "whole-outside",
    resolveId: (source) => (source === "./whole-command.js" ? { id: `./${WHOLE}`, external: true } : null),
  };
}

/** Stores tell which program wrote them by one of its files: for both bundles the same one. */
function sameMark(whole: readonly OutputChunk[]): Plugin {
  const file = whole.find(({ moduleIds }) => moduleIds.some((id) => WRITER_MARK.test(id)))?.fileName;
  if (file === undefined) throw new Error("no file of the command has the mark of stores");
  return {
    name: "same-mark",
    transform: (code, id) =>
      WRITER_MARK.test(id)
        ? code.replace("fileURLToPath(import.meta.url)", `__dirname + ${JSON.stringify(`/${file}`)}`)
        : null,
  };
}

const WRITER_MARK = /[\\/]writer-mark\.ts$/;
