import deep from "./vitest.deep.config.js";
import { defineConfig } from "vitest/config";
import { lawFiles } from "./tools/test-files.js";

const { projects: _projects, ...withoutProjects } = deep.test ?? {};

/** Every law's full contract, 20,000 runs for most: takes hours. */
export default defineConfig({
  ...deep,
  test: {
    ...withoutProjects,
    include: [true, false].flatMap((shared) =>
      [true, false].flatMap((rows) => lawFiles(import.meta.dirname, { shared, rows })),
    ),
    env: { GATEHOUSE_RUNS: process.env["GATEHOUSE_RUNS"] ?? "20000" },
    testTimeout: 6 * 3_600_000,
  },
});
