import { defineConfig } from "vitest/config";
import { sourceConditions } from "./source-conditions.js";

const conditions = [...sourceConditions];
const name = process.env["GATEHOUSE_MUTATE"] ?? "*";

/** The tests of one package, with few runs of each property: they are run again for every mutant. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // The laws of the root are the engine's.
    include: [`packages/${name}/test/**/*.test.ts`, ...(name === "engine" ? ["test/laws/*.test.ts"] : [])],
    exclude: [
      // Reads the sources as text, which are full of mutants here.
      "**/no-eval.test.ts",
      // Need minutes under instrumentation.
      "**/linear-time.test.ts",
      "**/hostile-events.test.ts",
      // Makes every loop over a list three times as slow in the process that it has run in.
      "**/prototype-index.test.ts",
      // Start processes, which see the files without the mutants' switch.
      "**/hostile-intrinsics.test.ts",
      "**/pollution.test.ts",
      "**/*.deep.test.ts",
      // The laws of the loaders and of the runtime: seconds of files and processes, for every mutant.
      "**/enforcement.test.ts",
      "**/found-alike.test.ts",
      "**/nothing-silent-files.test.ts",
      "**/project-is-harmless.test.ts",
    ],
    // Laws share one seed here: in 100 runs of it no operand of a comparison is a comparison.
    env: { GATEHOUSE_RUNS: process.env["GATEHOUSE_RUNS"] ?? "400" },
    // What Stryker counts on the way grows otherwise than the code does.
    testNamePattern: /^(?!.*(?:time grows with|in time that does not grow))/,
    testTimeout: 60_000,
  },
});
