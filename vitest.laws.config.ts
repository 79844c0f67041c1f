import deep from "./vitest.deep.config.js";
import { defineConfig } from "vitest/config";
import { lawFiles } from "./tools/test-files.js";

/** Every law's full contract, 20,000 runs for most: takes hours. */
export default defineConfig({
  ...deep,
  test: {
    ...deep.test,
    include: [...lawFiles(import.meta.dirname)],
    env: { GATEHOUSE_RUNS: process.env["GATEHOUSE_RUNS"] ?? "20000" },
    testTimeout: 6 * 3_600_000,
  },
});
