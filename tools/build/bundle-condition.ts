import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { rolldown } from "rolldown";
import type { CodeSplittingNameFunction, Plugin } from "rolldown";

import { SCOPE } from "../scope.js";
import { bundledLicenses } from "./bundled-licenses.js";
import { lateGroup, lateModules } from "./late-modules.js";
import { pathCopies } from "./path-copies.js";
import { wrapLateChunks } from "./wrap-late-chunks.js";

/** The engine of patterns, and the analysis: who reads policies needs both, and one file is found sooner than two. */
const ENGINE = /[\\/]src[\\/](?:re2|compile)[\\/](?!index)/;

/**
 * Replaces the JavaScript in the condition package's `dist` by a bundle of its entries: Node starts it in a fraction
 * of the time (Chevrotain alone is several hundred modules), re2js is a file of its own that is run only when a pattern
 * is compiled, and the copies of `path-copies.ts` are in it.
 */
export async function bundleCondition(folder: string): Promise<void> {
  const dist = path.join(folder, "dist");
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (/\.js(\.map)?$/.test(file)) rmSync(path.join(dist, file));
  }
  const source = (name: string): string => path.join(folder, "src", name);
  const late = lateModules();
  const bundle = await rolldown({
    input: {
      index: source("index.ts"),
      analysis: source("analysis.ts"),
      stored: source("stored.ts"),
      "compile/index": source("compile/index.ts"),
      "re2/index": source("re2/index.ts"),
    },
    cwd: folder,
    platform: "neutral",
    external: (specifier) => specifier.startsWith(`${SCOPE}/`),
    resolve: { mainFields: ["module", "main"] },
    plugins: [pathCopies(), lateRe2js(), plainRoot(), late.plugin],
    // No entry gets names besides its own: see `lateGroup`.
    preserveEntrySignatures: "allow-extension",
    logLevel: "warn",
  });
  const { output } = await bundle.write({
    dir: dist,
    format: "esm",
    // Reading the text is what a start costs; the sources lie beside it.
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[name].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // The parser's own code stays apart from what it is built on.
        { name: "chevrotain", test: /node_modules[\\/](?!.*re2js)/, priority: 1 },
        // With the engine that wraps it: whoever loads one loads the other.
        { name: "re2js", test: ENGINE },
        // One file, since each costs a start half a millisecond: what `./compile` needs, and nothing else.
        { name: reachedFrom(source("compile/index.ts"), "core"), debugName: "core", priority: 1 },
        lateGroup(late),
      ],
    },
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  wrapLateChunks(dist, chunks, late.found);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  modules.push(re2jsOf(source("re2/re2.ts")));
  writeFileSync(path.join(dist, "third-party-licenses.txt"), bundledLicenses(modules));
}

/** The name of a file for what an entry needs besides itself. */
function reachedFrom(entry: string, name: string): CodeSplittingNameFunction {
  const reached = new Set<string>();
  return (id, context) => {
    const work = reached.size === 0 ? [entry] : [];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      work.push(...(context.getModuleInfo(next)?.importedIds ?? []));
    }
    return id !== entry && reached.has(id) ? name : null;
  };
}

/** The file of re2js, for a file of the condition package. */
export function re2jsOf(file: string): string {
  return createRequire(file).resolve("re2js");
}

/** Half of the package's start would be re2js' tables: here its module runs when the first pattern is compiled. */
export function lateRe2js(): Plugin {
  return re2jsInstead("late-re2js", (source) => [
    // A declaration, not an expression in parentheses: V8 would compile all of that at once.
    `function run() { const exports = {}; const module = { exports }; ${source}\n return module.exports; }`,
    "let loaded;",
    "export const RE2JS = { compile: (source) => (loaded ??= run().RE2JS).compile(source) };",
  ]);
}

/** For a command in Node: re2js is a file beside it that is read when the first pattern needs it, and not before. */
export function requiredRe2js(dist: string): Plugin {
  return re2jsInstead("required-re2js", (source) => {
    writeFileSync(path.join(dist, "chunk-re2js.cjs"), source);
    return [
      'import process from "node:process";',
      "let loaded;",
      'const requireBeside = () => process.getBuiltinModule("node:module").createRequire(import.meta.url);',
      'const re2js = () => (loaded ??= requireBeside()("./chunk-re2js.cjs").RE2JS);',
      "export const RE2JS = { compile: (source) => re2js().compile(source) };",
    ];
  });
}

/** Puts a module with the one function that `re2.ts` calls where it imports re2js. */
function re2jsInstead(name: string, linesOf: (source: string) => readonly string[]): Plugin {
  const RE2 = path.join("condition", "src", "re2", "re2.ts");
  const asked = "?re2js";
  return {
    name,
    resolveId: (source, importer) =>
      source === "re2js" && importer?.endsWith(RE2) === true ? `${importer}${asked}` : null,
    load(id) {
      if (!id.endsWith(`${RE2}${asked}`)) return null;
      // Its prefilter has a method of this name; a scan of the package for evaluated text should find nothing at all.
      const source = readFileSync(re2jsOf(id.slice(0, -asked.length)), "utf8").replace(
        /\beval(?=\()/g,
        "mayMatch",
      );
      return { code: linesOf(source).join("\n"), moduleType: "js" };
    },
  };
}

/** Lodash finds the global object by `Function("return this")` where all else fails: the language has a name for it. */
export function plainRoot(): Plugin {
  return {
    name: "plain-root",
    load: (id) => (id.endsWith(path.join("lodash-es", "_root.js")) ? "export default globalThis;" : null),
  };
}
