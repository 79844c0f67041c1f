import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { sourceConditions } from "./tools/source-conditions.js";

/** How often the laws are tried, where somebody says so. */
const runs = Number(process.env["GATEHOUSE_RUNS"] ?? 0);

const conditions = [...sourceConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Nothing may turn text into code, tests included: no-eval is kept by the engine, not by us alone.
    execArgv: ["--disallow-code-generation-from-strings"],
    // Vitest leaves one core free, which half of two are: files run side by side, a law takes what it takes.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    testTimeout: Math.max(60_000, 3 * runs),
    hookTimeout: 60_000,
  },
});
