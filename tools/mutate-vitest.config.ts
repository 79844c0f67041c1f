import { defineConfig } from "vitest/config";
import { LoadFailureReporter } from "./mutate/load-failure-reporter.js";

const conditions = ["@gatehouse/source", "node", "import", "module", "default"];
const name = process.env["GATEHOUSE_MUTATE"] ?? "*";

/** The tests of one package, with few runs of each property: they are run again for every mutant. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // The laws of the root are the engine's.
    include: [`packages/${name}/test/**/*.test.ts`, ...(name === "engine" ? ["test/laws/*.test.ts"] : [])],
    // They read the sources as text, which are full of mutants here, or need minutes under instrumentation.
    exclude: ["**/no-eval.test.ts", "**/linear-time.test.ts", "**/hostile-events.test.ts"],
    env: { GATEHOUSE_RUNS: process.env["GATEHOUSE_RUNS"] ?? "100" },
    testTimeout: 60_000,
    reporters: ["default", new LoadFailureReporter()],
  },
});
