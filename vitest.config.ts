import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { sourceConditions } from "./tools/source-conditions.js";
import { ALONE, DEEP, DOCS, TESTS } from "./tools/test-files.js";

const conditions = [...sourceConditions];

/** The quick tier. `vitest.deep.config.ts` has the rest, `vitest.laws.config.ts` the full contract of the laws. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Nothing may turn text into code, tests included: no-eval is kept by the engine, not by us alone.
    execArgv: ["--disallow-code-generation-from-strings"],
    // Vitest leaves one core free, which half of two are. Three files side by side: many of them wait for processes.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [...TESTS],
          exclude: [...configDefaults.exclude, DEEP, ...ALONE, ...DOCS],
          // A process and its modules serve many files: starting one for each took more than the tests did.
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: [...ALONE] } },
      // A step of its own: what `--exclude` says does not reach a project.
      {
        extends: true,
        test: {
          name: "docs",
          include: [...DOCS],
          exclude: [...configDefaults.exclude, DEEP],
          isolate: false,
        },
      },
    ],
  },
});
