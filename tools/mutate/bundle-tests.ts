import path from "node:path";
import { compileFunction, constants } from "node:vm";
import { rolldown } from "rolldown";
import { SCOPE } from "../scope.js";
import { oneMutant } from "./one-mutant.js";
import { outerModules, type OuterModules } from "./outer-modules.js";
import { ownLocation } from "./own-location.js";

/** Evaluates a test file, and what it imports from the workspace unless an earlier call has done so. */
export type Evaluate = (testFile: string) => void;

/** The mutants that stand in the code. */
export type HeldMutants = "all" | { readonly only: string | undefined };

type Module = (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void;

const OUTER = "__gatehouseOuterModules__";

/**
 * Compiles test files and the sources they reach, once.
 *
 * @param testFiles absolute paths.
 * @returns a function whose every call starts anew: no module of the workspace keeps anything from before. It is told
 *   which mutants the code shall hold: all of them, with the counters of Stryker, or only one, or none.
 * @throws what the bundler throws: a file that is missing, or does not parse.
 */
export async function bundleTests(
  testFiles: readonly string[],
  conditions: readonly string[],
): Promise<(mutants: HeldMutants) => Evaluate> {
  const loaded: OuterModules = new Map();
  const bundle = await rolldown({
    input: Object.fromEntries(testFiles.map((file, index) => [String(index), file])),
    platform: "node",
    // Nothing may be cut away: a source is evaluated as Node would evaluate it.
    treeshake: false,
    resolve: {
      conditionNames: [...conditions],
      extensionAlias: { ".js": [".ts", ".js"] },
    },
    plugins: [outerModules(OUTER, loaded, (specifier) => specifier.startsWith(`${SCOPE}/`)), ownLocation()],
    logLevel: "silent",
  });
  const { output } = await bundle.generate({
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "shared-[hash].js",
  });
  await bundle.close();
  Object.defineProperty(globalThis, OUTER, { value: loaded, configurable: true });

  const chunks = output.filter((file) => file.type === "chunk");
  const entries = new Map(
    chunks.flatMap((chunk) =>
      chunk.isEntry && chunk.facadeModuleId !== null ? [[chunk.facadeModuleId, chunk.fileName]] : [],
    ),
  );
  const codes = new Map(chunks.map(({ fileName, code }) => [fileName, { all: code, with: oneMutant(code) }]));

  return (mutants) => {
    const evaluated = new Map<string, { exports: unknown }>();
    const require = (name: string): unknown => {
      const fileName = path.basename(name);
      const before = evaluated.get(fileName);
      if (before !== undefined) return before.exports;
      const code = codes.get(fileName);
      if (code === undefined) throw new Error(`no module \`${name}\` in the bundle of the tests`);
      const module = { exports: {} };
      evaluated.set(fileName, module);
      compile(fileName, mutants === "all" ? code.all : code.with(mutants.only))(
        require,
        module,
        module.exports,
      );
      return module.exports;
    };
    return (testFile) => {
      const fileName = entries.get(testFile);
      if (fileName === undefined) throw new Error(`no test file \`${testFile}\` in the bundle of the tests`);
      require(fileName);
    };
  };
}

function compile(fileName: string, code: string): Module {
  return compileFunction(code, ["require", "module", "exports"], {
    filename: fileName,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as Module;
}
