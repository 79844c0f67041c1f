import deep from "./vitest.deep.config.js";
import { defineConfig } from "vitest/config";
import { lawFiles } from "./tools/test-files.js";

const { projects: _projects, ...withoutProjects } = deep.test ?? {};

/** Every law's full contract, 20,000 runs for most: takes hours. */
export default defineConfig({
  ...deep,
  test: {
    ...withoutProjects,
    include: [true, false].flatMap((shared) => lawFiles(import.meta.dirname, shared)),
    env: { GATEHOUSE_RUNS: process.env["GATEHOUSE_RUNS"] ?? "20000" },
    testTimeout: 6 * 3_600_000,
  },
});
